import { FakeNotebook, printed } from '../../testing/fake-notebook';
import type { Script } from '../../testing/scripted-model';
import { TOOLS } from '../../tools';
import { calling, Harness, startRun } from './harness';
import { FINAL, plainTool } from './plain-tools';
import { Site, reload } from './reopening';

/** A notebook whose cell `stats` shows a count and a mean. */
const penguins = (): FakeNotebook =>
  new FakeNotebook({
    cells: [
      { id: 'intro', type: 'markdown', source: '# Penguins' },
      {
        id: 'stats',
        source: 'df.describe(percentiles=[0.125])',
        executionCount: 1,
        outputs: [
          { type: 'stream', name: 'stdout', text: 'count 344\nmean 4201.754' }
        ]
      }
    ]
  });

const TRUE = 'Of 344 penguins the mean is 4,202 g.';
const INVENTED = 'Of 344 penguins the mean is [31.7](#cell=gone) g.';
const LINKED = { text: '344', cellId: 'stats' };
const MISSING = { text: '31.7', cellId: null };

const final = (answer: string, more = {}): Script[number] =>
  calling('final_answer', { answer, ...more });

const asked = (script: Script, more = {}): Harness =>
  new Harness({ notebook: penguins(), tools: TOOLS, script, ...more });

describe('the numbers of an answer', () => {
  it('are linked to the output that shows them, without another request', async () => {
    const harness = asked([{ text: TRUE }]);
    await harness.say();
    expect(harness.last('model-message').numbers).toEqual([
      LINKED,
      { text: '4,202', cellId: 'stats' }
    ]);
    expect(harness.model.requests).toHaveLength(1);
  });

  it.each([
    ['text', { text: INVENTED }, { text: TRUE }],
    ['a final answer', final(INVENTED), final(TRUE)]
  ])(
    'may be corrected once before they are shown: %s',
    async (_, first, second) => {
      const harness = asked([first, second]);
      await harness.say();
      const [sent, again] = harness.model.requests;
      expect(again.slice(0, sent.length)).toEqual(sent);
      expect(again.slice(sent.length).map(each => each.type)).toEqual([
        'ai',
        'human'
      ]);
      expect(again.at(-1)?.text).toContain('in no text of a result: 31.7.');
      expect(harness.of('model-retry')).toMatchObject([
        { error: { title: expect.stringContaining('not in any output') } }
      ]);
      const [shown] = [
        ...harness.of('final-answer'),
        ...harness.of('model-message')
      ];
      expect(shown.numbers).toEqual([
        LINKED,
        { text: '4,202', cellId: 'stats' }
      ]);
      expect(JSON.stringify(await harness.messages())).not.toContain('31.7');
    }
  );

  it('are marked where they still stand in no output, in the summary too', async () => {
    const harness = asked([
      final(INVENTED),
      final(INVENTED, { summary: 'Up by 99.4 %.' })
    ]);
    await harness.say();
    expect(harness.last('final-answer').numbers).toEqual([
      LINKED,
      { text: '99.4 %', cellId: null },
      MISSING
    ]);
    expect(harness.last('run-finished').outcome).toBe('answered');
    expect(harness.model.requests).toHaveLength(2);
  });

  it('are asked about once a turn, also where the model runs code first', async () => {
    const notebook = penguins();
    notebook.onRun = () => printed('gain 31.72');
    const harness = await startRun({
      notebook,
      tools: TOOLS,
      script: [
        final('Up by 31.7 and 55.5.'),
        calling('jupyter_cell', { code: 'gain' }),
        final('Up by 31.7 and 55.5.')
      ]
    });
    await harness.approveAll();
    expect(harness.last('final-answer').numbers).toEqual([
      { text: '31.7', cellId: 'cell-1' },
      { text: '55.5', cellId: null }
    ]);
    expect(harness.model.requests).toHaveLength(3);
  });

  it.each<[string, string, string?]>([
    ['the person said', 'Is it 31.7?', '31.7 it is, with 4,202.'],
    ['code that ran has', 'Go.', 'At 0.125 it is 4,202.'],
    ['count cells, or are years', 'Go.', '120 cells, in 2012, 4,202.']
  ])('are never marked that %s', async (_, words, answer = '') => {
    const harness = asked([{ text: answer }]);
    await harness.say(words);
    expect(harness.last('model-message').numbers).toEqual([
      { text: '4,202', cellId: 'stats' }
    ]);
  });

  it('are not evidenced by what the model wrote itself', async () => {
    const harness = asked([
      calling('markdown', { content: 'The gain is 31.7.' }),
      calling('read_notebook', { cells: ['cell-1'] }),
      { text: 'The gain is 31.7.' },
      { text: 'The gain is 31.7.' },
      // In the next turn it is there already.
      calling('read_notebook', { cells: ['cell-1'] }),
      { text: 'As I said, it is 31.7.' },
      { text: 'As I said, it is 31.7.' }
    ]);
    await harness.say();
    if (harness.of('review-opened').length > 0) {
      await harness.approveAll();
    }
    expect(harness.last('model-message').numbers).toEqual([MISSING]);
    await harness.say();
    expect(harness.last('model-message').numbers).toEqual([MISSING]);
    expect(harness.model.requests).toHaveLength(7);
  });

  it('are evidenced by what came with the message, also once the model has copied it', async () => {
    const harness = await startRun({
      notebook: new FakeNotebook({
        cells: [{ id: 'aim', type: 'markdown', source: 'Aim: 31.7 g' }]
      }),
      tools: TOOLS,
      script: [
        calling('markdown', { content: 'It is 31.7 g.' }),
        'It is 31.7 g.'
      ]
    });
    expect(harness.last('model-message').numbers).toBeUndefined();
    expect(harness.model.requests).toHaveLength(2);
  });

  it('may come from files and servers, and then have no link', async () => {
    const tool = plainTool('weather', 'read', { result: { text: '31.7 °C' } });
    const harness = await startRun({
      tools: [tool, FINAL],
      script: [calling('weather', { code: 'Seoul' }), final('It has 31.7 °C.')]
    });
    expect(harness.last('final-answer').numbers).toBeUndefined();
    expect(harness.model.requests).toHaveLength(2);
  });

  it('are shown as they are where the second request fails or may not be sent', async () => {
    const failing = asked([{ text: INVENTED }, { error: new Error('gone') }], {
      settings: { limits: { modelCalls: 1 } }
    });
    await failing.say();
    expect(failing.last('model-message')).toMatchObject({
      text: INVENTED,
      numbers: [LINKED, MISSING]
    });
    expect(failing.last('run-finished').outcome).toBe('answered');
    const empty = asked([final(INVENTED), { text: '' }]);
    await empty.say();
    expect(empty.last('final-answer').answer).toBe(INVENTED);
  });

  it('are told to no model that may not see values', async () => {
    const harness = asked([{ text: INVENTED }], {
      settings: { privacy: { schemasOnly: true } }
    });
    await harness.say();
    expect(harness.last('model-message').numbers).toEqual([LINKED, MISSING]);
    expect(harness.model.requests).toHaveLength(1);
  });

  it('are as they were after a reload', async () => {
    const site = new Site({
      notebook: penguins(),
      answers: [INVENTED]
    });
    const first = site.page();
    await first.say();
    const second = await reload(first);
    const [shown] = (await second.shown('model-message')).slice(-1);
    expect(shown.numbers).toEqual([LINKED, MISSING]);
  });
});
