import { DEMO_CHOICE, ModelFault, type IModelChoice } from '../../contract';
import type { IModelProvider } from '../../models';
import { ScriptedModel, type Script } from '../../testing/scripted-model';
import { ABILITIES, calling, Harness } from '../stories/harness';
import { plainTool } from '../stories/plain-tools';
import { Site } from '../stories/reopening';

const LOOK = calling('look', { code: 'a' });
const WRONG_KEY = { error: new ModelFault('wrong-key', 'no') };

const choice = (model: string): IModelChoice => ({ ...DEMO_CHOICE, model });

/** A model that the person was told about. */
const described = (model: string) => ({
  choice: choice(model),
  key: undefined,
  disclosed: true
});

/**
 * An engine with a model for each name; it lists the keys each was made with.
 */
function engineWith(
  scripts: Record<string, Script>,
  onLook: (harness: Harness) => void = () => undefined
) {
  const models = new Map(
    Object.entries(scripts).map(([name, script]) => [
      name,
      new ScriptedModel(script)
    ])
  );
  const keys: string[] = [];
  const provider: Partial<IModelProvider> = {
    create: async ({ model }, key) => {
      keys.push(`${model} ${key}`);
      const created = models.get(model);
      if (!created) {
        throw new ModelFault('unknown-model', 'Which?');
      }
      return created as never;
    },
    label: ({ model }) => model,
    host: ({ model }) => `${model}.example`,
    abilities: ({ model }) => ({
      ...ABILITIES,
      parallelCalls: model !== 'single'
    }),
    promptAddition: ({ model }) => `You are ${model}.`
  };
  const harness: Harness = new Harness({
    script: [],
    provider,
    choice: choice('first'),
    tools: [
      plainTool('look', 'read', {
        run: async () => {
          onLook(harness);
          return { text: 'seen', ok: true, summary: 'Looked' };
        }
      }),
      plainTool('edit', 'edit')
    ]
  });
  const asked = (name: string) => models.get(name)?.requests ?? [];
  const notices = () => harness.of('notice').map(({ text }) => text);
  return { harness, asked, keys, notices };
}

const last = <T>(list: readonly T[]): T => list[list.length - 1];

describe('the second model', () => {
  const down = {
    error: new ModelFault('server-error', 'down', { retryAfter: 1 })
  };
  const cut = { error: new ModelFault('cut-stream', 'cut', { retryAfter: 1 }) };
  const tooLate = { text: 'Too late.' };
  const hello = { text: 'Hello.' };

  it.each<[string, Script, Script, number[]]>([
    [
      'once the first has used up its retries',
      [down, down, down, down, tooLate],
      [hello],
      [4, 1]
    ],
    [
      'at once where repeating cannot help',
      [{ text: 'Half an', ...WRONG_KEY }, tooLate],
      [hello],
      [1, 1]
    ],
    [
      'for the rest of the run: the first is not waited for again',
      [WRONG_KEY, tooLate],
      [LOOK, hello],
      [1, 2]
    ],
    ['with retries of its own', [WRONG_KEY, tooLate], [cut, hello], [1, 2]]
  ])('answers %s, and the person hears it', async (_, first, second, times) => {
    const { harness, asked, notices } = engineWith({ first, second });
    harness.settings.debug = true;
    harness.chosen.fallback = described('second');
    await harness.say();
    expect(harness.last('model-message').text).toBe('Hello.');
    expect([asked('first').length, asked('second').length]).toEqual(times);
    expect(notices()).toEqual([
      expect.stringMatching(
        /^first did not answer\. .* The second model, second, takes over\.$/
      )
    ]);
    // It voids the partial answer of the first.
    expect(harness.of('model-retry').length).toBeGreaterThan(0);
    expect(
      harness.of('debug').filter(({ entry }) => entry.title === 'Second model')
    ).toMatchObject([{ entry: { body: { to: 'second' } } }]);
  });

  it('leaves its own fault when it fails too', async () => {
    const refused = { error: new ModelFault('refused', 'no') };
    const { harness } = engineWith({ first: [WRONG_KEY], second: [refused] });
    harness.chosen.fallback = described('second');
    await harness.say();
    expect(harness.last('run-finished').error?.code).toBe('refused');
  });

  it('is not asked after a stop', async () => {
    const { harness, asked, notices } = engineWith({
      first: [
        () => {
          void harness.stop();
          return WRONG_KEY;
        }
      ],
      second: [hello]
    });
    harness.chosen.fallback = described('second');
    await harness.say();
    expect(harness.last('run-finished').outcome).toBe('stopped');
    expect(asked('second')).toEqual([]);
    expect(notices()).toEqual([]);
  });
});

describe('another model that is chosen while a run goes on', () => {
  it('answers from the next step on, and the person hears it', async () => {
    const { harness, asked, notices } = engineWith(
      { first: [LOOK, { text: 'Too late.' }], other: [{ text: 'Hello.' }] },
      each => {
        each.chosen = described('other');
      }
    );
    await harness.say();
    expect([asked('first').length, asked('other').length]).toEqual([1, 1]);
    expect(harness.last('model-message').text).toBe('Hello.');
    expect(notices()).toEqual(['From here on, other answers.']);
    expect(asked('other')[0].map(({ type }) => type)).toEqual([
      'system',
      'human',
      'ai',
      'tool'
    ]);
  });

  it('brings its own words, abilities and prices along', async () => {
    const prices = { input: 0, output: 1_000_000 };
    const edit = { name: 'edit', args: { code: 'a' } };
    const { harness, asked } = engineWith(
      { first: [LOOK], single: [{ calls: [edit, edit] }] },
      each => {
        each.chosen = {
          ...described('single'),
          choice: { ...choice('single'), prices }
        };
      }
    );
    await harness.say();
    expect(asked('first')[0][0].text).toContain('You are first.');
    expect(asked('single')[0][0].text).toContain('You are single.');
    expect(harness.review.cards).toHaveLength(1);
    const [before, after] = harness.of('usage');
    expect(before.cost).toBeUndefined();
    expect(after.cost).toBe(after.output);
  });

  it('may be the same with another key', async () => {
    const { harness, keys, notices } = engineWith(
      { first: [LOOK, { text: 'Hello.' }] },
      each => {
        each.chosen = { ...described('first'), key: 'sk-2' };
      }
    );
    await harness.say();
    expect(keys).toEqual(['first undefined', 'first sk-2']);
    expect(harness.last('run-finished').outcome).toBe('answered');
    expect(notices()).toEqual([]);
  });

  it('is not asked where it cannot be made: the run stays with the one it has', async () => {
    jest.spyOn(console, 'warn').mockImplementation();
    const { harness, asked } = engineWith(
      { first: [LOOK, { text: 'Hello.' }] },
      each => {
        each.chosen = described('half');
      }
    );
    await harness.say();
    expect(asked('first')).toHaveLength(2);
    expect(harness.last('run-finished').outcome).toBe('answered');
  });

  it('is asked though the one before it had given way to the second model', async () => {
    const fallback = described('second');
    const { harness, asked } = engineWith(
      { first: [WRONG_KEY], second: [LOOK], other: [{ text: 'Hello.' }] },
      each => {
        each.chosen = { ...described('other'), fallback };
      }
    );
    harness.chosen = { ...harness.chosen, fallback };
    await harness.say();
    expect(asked('second')).toHaveLength(1);
    expect(asked('other')).toHaveLength(1);
  });
});

describe('a model that the person was not told of', () => {
  const untold = (name: string) => ({ ...described(name), disclosed: false });

  it('gets nothing of a run that goes on: it stays with the model it has', async () => {
    const { harness, asked } = engineWith(
      { first: [LOOK, { text: 'Hello.' }], other: [{ text: 'Leaked.' }] },
      each => {
        each.chosen = untold('other');
      }
    );
    await harness.say();
    expect(asked('other')).toEqual([]);
    expect(harness.last('model-message').text).toBe('Hello.');
  });

  it('gets nothing of a message, which waits until they were', async () => {
    const { harness, asked } = engineWith({ first: [{ text: 'Hello.' }] });
    harness.chosen = untold('first');
    await harness.say();
    expect(asked('first')).toEqual([]);
    const { outcome, error } = harness.last('run-finished');
    expect([outcome, error?.code, error?.retryable]).toEqual([
      'failed',
      'untold',
      true
    ]);
    expect(error?.text).toContain('first at first.example');
    harness.chosen = { ...harness.chosen, disclosed: true };
    await harness.retry();
    expect(harness.last('model-message').text).toBe('Hello.');
  });

  it('gets nothing as the second model, and all once they were told', async () => {
    const { harness, asked } = engineWith(
      { first: [LOOK, WRONG_KEY, WRONG_KEY], second: [{ text: 'Hello.' }] },
      () => undefined
    );
    const first = harness.chosen;
    harness.chosen = { ...first, fallback: untold('second') };
    await harness.say();
    expect(asked('second')).toEqual([]);
    expect(harness.last('run-finished').error?.code).toBe('wrong-key');
    harness.chosen = {
      ...first,
      fallback: described('second')
    };
    await harness.retry();
    expect(asked('second')).toHaveLength(1);
    expect(harness.last('model-message').text).toBe('Hello.');
  });

  it('gets nothing of what a decision after a reload sets going', async () => {
    jest.spyOn(console, 'warn').mockImplementation();
    const site = new Site({
      answers: [
        calling('jupyter_cell', { code: 'a = 1', description: 'Set it.' }),
        'Done.'
      ]
    });
    const first = site.page();
    await first.say();
    first.kill();
    let isTold = false;
    const second = site.page({ told: () => isTold });
    await second.comeBack();
    await second.approveAll();
    expect(site.kernel).toEqual(['a = 1']);
    expect(site.requests).toHaveLength(1);
    expect(last(second.of('run-finished')).error?.code).toBe('untold');
    isTold = true;
    await second.retry();
    expect(site.kernel).toEqual(['a = 1']);
    expect(site.requests).toHaveLength(2);
    expect(last(second.of('model-message')).text).toBe('Done.');
  });
});
