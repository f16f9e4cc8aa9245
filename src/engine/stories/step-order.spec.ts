import {
  DEFAULT_POLICY,
  type Decision,
  type IReviewCard
} from '../../contract';
import { FakeNotebook, printed, raised } from '../../testing/fake-notebook';
import {
  type Harness,
  startRun,
  THREAD,
  toolTexts,
  type Settings
} from './harness';

interface ICall {
  name: string;
  args: Record<string, unknown>;
}

const cell = (code: string, more: object = {}): ICall => ({
  name: 'jupyter_cell',
  args: { code, ...more }
});
const edit = (code: string, cell_id = 'a'): ICall => ({
  name: 'edit_cell',
  args: { cell_id, code }
});
const replace = (old: string, by: string): ICall => ({
  name: 'edit_cell',
  args: { cell_id: 'a', replace: [{ old, new: by }] }
});
const run = (...cell_ids: string[]): ICall => ({
  name: 'run_cells',
  args: { cell_ids }
});
const read: ICall = { name: 'read_notebook', args: {} };

const APPROVE: Decision = { type: 'approve' };
const REJECT: Decision = { type: 'reject', message: 'no' };

/** What the person is asked about now, card by card. */
function shown({ cards }: { cards: IReviewCard[] }): string[] {
  return cards.map(({ tool, body }) =>
    body.kind === 'cells'
      ? `${tool} ${body.cells.map(({ source }) => source).join()}`
      : `${tool} ${'text' in body ? body.text : ''}`
  );
}

/** A run that has read the notebook and proposes a step of these calls. */
async function proposed(
  calls: ICall[],
  {
    onRun = source => printed(source),
    settings
  }: { onRun?: FakeNotebook['onRun']; settings?: Settings } = {}
): Promise<Harness> {
  const harness = await startRun({
    notebook: new FakeNotebook({
      cells: [
        { id: 'a', source: 'x = 1' },
        { id: 'b', source: 'print(x)' },
        { id: 'c', source: 'y = x' }
      ],
      onRun
    }),
    settings,
    script: [[read], { calls }, 'Done.', 'Really done.']
  });
  return harness;
}

/** Decides the cards that wait, one command each, in their order. */
async function decideEach(
  harness: Harness,
  ...decisions: Decision[]
): Promise<void> {
  const { cards } = harness.review;
  await Promise.all(
    decisions.map((decision, index) =>
      harness.decide({ [cards[index].callId]: decision })
    )
  );
}

/** What "Approve all" of the panel sends. */
function approveAll(harness: Harness): Promise<void> {
  const { interruptId, cards, following = [] } = harness.last('review-opened');
  return harness.send({
    type: 'resume',
    interruptId,
    decisions: Object.fromEntries(cards.map(({ callId }) => [callId, APPROVE])),
    hashes: Object.fromEntries(cards.map(({ callId, hash }) => [callId, hash])),
    covers: following.map(({ callId }) => callId)
  });
}

const hasEnded = (harness: Harness): boolean =>
  harness.of('run-finished').length > 0;

it('a cell that the person edited on its card is not called what the model called its own', async () => {
  const harness = await proposed([cell('x', { description: 'Load' })]);
  const [{ args }] = harness.review.cards;
  await harness.edit({ ...args, code: 'y' });
  expect(harness.last('call-finished')).toMatchObject({
    text: expect.stringMatching(/^Ran cell \S+$/),
    ranArgs: { code: 'y' }
  });
});

describe('the calls of a step', () => {
  describe('that work on what an earlier one changes', () => {
    it.each<[string, ICall[], string[], string[], string[]]>([
      [
        'edit and run',
        [edit('x = 2'), run('a')],
        ['edit_cell x = 2'],
        ['run_cells x = 2'],
        ['x = 2']
      ],
      [
        'run and edit',
        [run('a'), edit('x = 2')],
        ['run_cells x = 1'],
        ['edit_cell x = 2'],
        ['x = 1']
      ],
      [
        'edit twice',
        [edit('x = 2'), edit('x = 3')],
        ['edit_cell x = 2'],
        ['edit_cell x = 3'],
        []
      ],
      [
        'replace in two calls',
        [replace('1', '2'), replace('x', 'z')],
        ['edit_cell x = 2'],
        ['edit_cell z = 2'],
        []
      ],
      [
        'edit one and run both',
        [edit('x = 2'), run('a', 'b')],
        ['edit_cell x = 2'],
        ['run_cells x = 2,print(x)'],
        ['x = 2', 'print(x)']
      ],
      [
        'edit one and run all',
        [edit('x = 2'), { name: 'restart_kernel', args: { run_all: true } }],
        ['edit_cell x = 2'],
        ['restart_kernel x = 2,print(x),y = x'],
        ['x = 2', 'print(x)', 'y = x']
      ]
    ])(
      'are proposed once it was applied: %s',
      async (_, calls, first, second, ran) => {
        const kernel: string[] = [];
        const harness = await proposed(calls, {
          onRun: source => {
            kernel.push(source);
            return printed(source);
          }
        });
        expect(shown(harness.review)).toEqual(first);
        expect(harness.review).toMatchObject({
          following: [{ effect: expect.any(String) as string }]
        });
        await decideEach(harness, APPROVE);
        expect(shown(harness.review)).toEqual(second);
        expect(harness.of('review-opened')).toHaveLength(2);
        await decideEach(harness, APPROVE);
        expect(kernel).toEqual(ran);
        expect(hasEnded(harness)).toBe(true);
        expect(harness.of('review-closed')).toHaveLength(2);
        expect(toolTexts(await harness.messages()).join()).not.toContain(
          'Not run'
        );
        expect(await harness.problems()).toEqual([]);
      }
    );

    it('are proposed on what is really there if it was rejected', async () => {
      const harness = await proposed([edit('x = 2'), run('a')]);
      await decideEach(harness, REJECT);
      expect(shown(harness.review)).toEqual(['run_cells x = 1']);
      await decideEach(harness, APPROVE);
      expect(hasEnded(harness)).toBe(true);
      expect(await harness.problems()).toEqual([]);
    });

    it('are not proposed if it failed', async () => {
      const harness = await proposed(
        [
          { name: 'edit_cell', args: { cell_id: 'a', code: '1/0', run: true } },
          run('a')
        ],
        { onRun: () => raised('ZeroDivisionError', 'division by zero') }
      );
      await decideEach(harness, APPROVE);
      expect(harness.of('review-opened')).toHaveLength(1);
      expect(toolTexts(await harness.messages()).at(-1)).toBe(
        'Not run: the call before it failed.'
      );
    });

    it('run by a rule on what is there when their turn comes', async () => {
      const kernel: string[] = [];
      const harness = await proposed([edit('x = 2'), run('a')], {
        settings: {
          policy: {
            ...DEFAULT_POLICY,
            effects: {
              ...DEFAULT_POLICY.effects,
              edit: 'allow',
              execute: 'allow'
            }
          }
        },
        onRun: source => {
          kernel.push(source);
          return printed(source);
        }
      });
      expect(harness.of('review-opened')).toEqual([]);
      expect(kernel).toEqual(['x = 2']);
    });
  });

  it('say where their cells go: each after the one before it', async () => {
    const harness = await proposed([cell('p'), cell('q'), cell('r')]);
    expect(harness.review.cards.map(({ place }) => place)).toEqual([
      'at the end of analysis.ipynb · Python 3 (ipykernel)',
      'after the new cell in analysis.ipynb · Python 3 (ipykernel)',
      'after the new cell in analysis.ipynb · Python 3 (ipykernel)'
    ]);
    await decideEach(harness, APPROVE);
    const [, , , created] = harness.notebook.cells();
    expect(created.source).toBe('p');
    expect(harness.review.cards.map(({ place }) => place)).toEqual([
      `after ⟦${created.id}⟧ in analysis.ipynb · Python 3 (ipykernel)`,
      'after the new cell in analysis.ipynb · Python 3 (ipykernel)'
    ]);
    await decideEach(harness, REJECT, APPROVE);
    expect(harness.notebook.sources.slice(3)).toEqual(['p', 'r']);
  });

  it.each([
    ['all approved', [APPROVE, APPROVE, APPROVE], ['p', 'q', 'r', 'x = 1']],
    ['the first rejected', [REJECT, APPROVE, APPROVE], ['q', 'r', 'x = 1']],
    ['the second rejected', [APPROVE, REJECT, APPROVE], ['p', 'r', 'x = 1']]
  ])(
    'begin in place of the empty cell the person is in, and follow each other: %s',
    async (_, decisions, sources) => {
      const harness = await startRun({
        notebook: new FakeNotebook({
          activeCellId: 'e',
          cells: [
            { id: 'e', source: '' },
            { id: 'a', source: 'x = 1' }
          ],
          onRun: source => printed(source)
        }),
        script: [[cell('p'), cell('q'), cell('r')], 'Done.']
      });
      expect(harness.review.cards.map(({ place }) => place)).toEqual([
        'in place of empty cell ⟦e⟧ in analysis.ipynb · Python 3 (ipykernel)',
        'after the new cell in analysis.ipynb · Python 3 (ipykernel)',
        'after the new cell in analysis.ipynb · Python 3 (ipykernel)'
      ]);
      for (const decision of decisions) {
        await decideEach(harness, decision);
      }
      expect(hasEnded(harness)).toBe(true);
      expect(harness.notebook.sources).toEqual(sources);
    }
  );

  it('are applied as they are decided, while the others still wait', async () => {
    let release = (): void => undefined;
    const harness = await proposed([cell('p'), cell('q'), cell('r')], {
      onRun: async source => {
        if (source === 'p') {
          await new Promise<void>(resolve => (release = resolve));
        }
        return printed(source);
      }
    });
    const [p, q, r] = harness.review.cards;
    const first = harness.decide({ [p.callId]: APPROVE });
    await harness.until(() => harness.notebook.sources.includes('p'));
    // While it runs, the others can be decided, the last one first.
    await harness.decide({ [r.callId]: APPROVE });
    await harness.decide({ [q.callId]: REJECT });
    expect(harness.notebook.sources.slice(3)).toEqual(['p']);
    release();
    await first;
    expect(harness.notebook.sources.slice(3)).toEqual(['p', 'r']);
    expect(harness.of('review-opened')).toHaveLength(1);
    expect(harness.of('review-closed')).toHaveLength(1);
    expect(hasEnded(harness)).toBe(true);
    expect(await harness.problems()).toEqual([]);
  });

  it('close their cards when an earlier one fails', async () => {
    const harness = await proposed([cell('p'), cell('q')], {
      onRun: () => raised('NameError', 'no')
    });
    await decideEach(harness, APPROVE);
    expect(harness.of('review-closed')).toHaveLength(1);
    expect(await harness.engine.stateOf(THREAD)).toBe('idle');
    expect(toolTexts(await harness.messages()).at(-1)).toBe(
      'Not run: the call before it failed.'
    );
  });

  it('are all answered by a stop while one runs and another waits', async () => {
    const harness = await proposed([cell('p'), cell('q')], {
      onRun: () => new Promise(() => undefined)
    });
    const first = decideEach(harness, APPROVE);
    await harness.until(() => harness.notebook.sources.includes('p'));
    await harness.stop();
    await first;
    expect(harness.last('run-finished').outcome).toBe('stopped');
    expect(harness.notebook.sources.slice(3)).toEqual(['p']);
    expect(await harness.problems()).toEqual([]);
  });

  describe('decided by Approve all', () => {
    it.each<[string, ICall[], string[] | null]>([
      ['running the cell just changed', [edit('x = 2'), run('a')], null],
      [
        'running two cells just changed',
        [edit('x = 2'), edit('y = 2', 'b'), run('a', 'b')],
        null
      ],
      [
        'not a cell that stood on no card',
        [edit('x = 2'), run('a', 'b')],
        ['run_cells x = 2,print(x)']
      ],
      [
        'not another change',
        [edit('x = 2'), edit('x = 3')],
        ['edit_cell x = 3']
      ],
      [
        'not a deletion',
        [edit('x = 2'), { name: 'delete_cell', args: { cell_id: 'a' } }],
        ['delete_cell x = 2']
      ],
      [
        'not a restart',
        [
          edit('x = 2'),
          edit('y = 2', 'b'),
          edit('z = 2', 'c'),
          { name: 'restart_kernel', args: { run_all: true } }
        ],
        ['restart_kernel x = 2,y = 2,z = 2']
      ],
      [
        'not what reaches further than was said',
        [edit('!rm -r data'), run('a')],
        ['run_cells !rm -r data']
      ]
    ])('cover what follows: %s', async (_, calls, asked) => {
      const harness = await proposed(calls);
      await approveAll(harness);
      expect(hasEnded(harness)).toBe(asked === null);
      if (asked) {
        expect(shown(harness.review)).toEqual(asked);
      }
      expect(
        harness.of('review-decided').every(({ by }) => by === 'person')
      ).toBe(true);
      expect(await harness.problems()).toEqual(
        asked ? [expect.anything()] : []
      );
    });

    it('cover the code as the person edited it', async () => {
      const harness = await proposed([edit('x = 2'), run('a')]);
      const { interruptId, cards, following } = harness.last('review-opened');
      const [{ callId, hash, tool, args }] = cards;
      await harness.send({
        type: 'resume',
        interruptId,
        decisions: {
          [callId]: {
            type: 'edit',
            editedAction: { name: tool, args: { ...args, code: 'x = 5' } }
          }
        },
        hashes: { [callId]: hash },
        covers: following!.map(each => each.callId)
      });
      expect(hasEnded(harness)).toBe(true);
      expect(harness.notebook.sources[0]).toBe('x = 5');
    });
  });
});
