import {
  hashText,
  planFileKey,
  type ICheckpointInfo,
  type IForkCommand
} from '../../contract';
import { FakeNotebook } from '../../testing/fake-notebook';
import type { IScriptedStep } from '../../testing/scripted-model';
import { Site, THREAD, type Page } from '../stories/reopening';

const cell = (code: string) => ({ name: 'jupyter_cell', args: { code } });
const todos = (status: string) => ({
  name: 'write_todos',
  args: { todos: [{ content: 'Plot', status }] }
});

/** Effects and moments have times of their own. */
const pause = () => new Promise(resolve => setTimeout(resolve, 5));

/** A turn for each message, in which everything is approved. */
async function talked(
  answers: IScriptedStep[],
  messages: string[],
  notebook?: FakeNotebook
): Promise<Page> {
  const page = new Site({ answers, notebook }).page();
  for (const message of messages) {
    await page.say(message);
    await pause();
    await page.approveAll();
    await pause();
  }
  return page;
}

const talk = (): Promise<Page> =>
  talked(
    [
      { calls: [todos('in_progress'), cell('a = 1'), cell('b = 2')] },
      { calls: [todos('completed')] },
      { text: 'They are penguins.' },
      { text: 'You are welcome.' }
    ],
    ['Count them', 'Thanks']
  );

const timelineOf = ({ engine }: Page): Promise<ICheckpointInfo[]> =>
  engine.past.timeline(THREAD);
const titlesOf = async (page: Page): Promise<string[]> =>
  (await timelineOf(page)).map(({ title }) => title);

/** Begins another branch, in which the model answers this. */
async function fork(
  page: Page,
  from: IForkCommand['from'],
  text: string | undefined,
  answer: string
): Promise<string> {
  page.site.options.answers = [answer];
  await page.send({ type: 'fork', from, text });
  return page.of('branch').at(-1)!.branch;
}

it('a file of a plan is as the line that is continued left it', async () => {
  const site = new Site({ answers: [] });
  const { past } = site.page().engine;
  const { branches } = await site.threads.create(THREAD, 'a.ipynb');
  const stored = (of: string) => past.planFile(THREAD, of, 'results.json');
  const fork = { parent: '', events: 0, checkpointId: 'x', created: 1 };
  for (const [branch, of, text] of [
    ['', 'p1', 'first'],
    ['', 'p2', 'before the fork'],
    ['b', 'p2', 'after it'],
    ['c', 'p3', 'elsewhere']
  ]) {
    await site.journal.remember(
      { threadId: THREAD, branch },
      { [planFileKey(of, 'results.json')]: text }
    );
  }
  expect(await stored('p2')).toBe('before the fork');
  await site.threads.update(THREAD, {
    branch: 'b',
    branches: [...branches, { ...fork, id: 'b' }, { ...fork, id: 'c' }]
  });
  expect(await stored('p2')).toBe('after it');
  expect(await stored('p1')).toBe('first');
  expect(await stored('p3')).toBeUndefined();
  expect(await past.planFile(THREAD, 'p1', 'results.md')).toBeUndefined();
});

describe('the timeline', () => {
  it('has one moment for each message, answer and step, and none for the list alone', async () => {
    const page = await talk();
    const timeline = await timelineOf(page);
    // One can go on from a message, a proposal and results, not from an answer.
    expect(
      timeline.map(({ title, messages, messageId, forkable }) => [
        title,
        messages,
        messageId,
        forkable
      ])
    ).toEqual([
      ['You: “Count them”', 1, 'message-1', true],
      ['Adding a cell and running it, and 1 more', 2, undefined, true],
      ['Ran cell ⟦cell-1⟧, and 1 more', 5, undefined, true],
      ['Answered: “They are penguins.”', 8, undefined, false],
      ['You: “Thanks”', 9, 'message-2', true],
      ['Answered: “You are welcome.”', 10, undefined, false]
    ]);
    const times = timeline.map(({ time }) => time);
    expect([...times].sort((a, b) => a - b)).toEqual(times);
  });

  it('forgets moments that are no longer kept, and is empty where nothing was said', async () => {
    const page = await talk();
    expect(await timelineOf(page)).toHaveLength(6);
    await page.site.checkpointer.deleteThread(THREAD);
    expect(await timelineOf(page)).toEqual([]);
    expect(await page.engine.past.timeline('other')).toEqual([]);
  });

  it('names a text by its first line, with its cells', async () => {
    const cell = '[1](#cell=3e66605d-1111-2222-3333-444455556666)';
    const page = await talked(
      [
        { text: `**penguins.csv** has \`rows\` ${cell} and __init__.\n\nMore.` }
      ],
      [`Look at this: ${cell} ${'x'.repeat(20)} ${cell}`]
    );
    const mark = '⟦3e66605d-1111-2222-3333-444455556666⟧';
    expect(await titlesOf(page)).toEqual([
      `You: “Look at this: ${mark} ${'x'.repeat(20)} …”`,
      `Answered: “penguins.csv has rows ${mark} and __init__.”`
    ]);
  });

  it('has one moment for an answer that a call gives, with its words', async () => {
    const args = { answer: 'A table.' };
    const page = await talked(
      [{ calls: [{ name: 'final_answer', args }] }],
      ['What is it?']
    );
    const [, answered] = await timelineOf(page);
    expect(await titlesOf(page)).toEqual([
      'You: “What is it?”',
      'Answered: “A table.”'
    ]);
    expect(answered.forkable).toBe(false);
    const view = await page.engine.past.checkpoint(THREAD, answered.id);
    expect(view.conversation.map(({ role, text }) => [role, text])).toEqual([
      ['person', 'What is it?'],
      ['model', 'A table.']
    ]);
  });
});

describe('a moment', () => {
  it('holds the conversation in sentences, and the list', async () => {
    const page = await talk();
    const moment = (await timelineOf(page))[2];
    const view = await page.engine.past.checkpoint(THREAD, moment.id);
    expect(view).toMatchObject(moment);
    expect(view.conversation).toMatchObject([
      { role: 'person', text: 'Count them' },
      {
        role: 'model',
        text: expect.stringMatching(/Adding a cell.*\nAdding a cell/)
      },
      { role: 'tool' },
      // As the line of the call, and not as the model reads it.
      { role: 'tool', text: 'Ran cell ⟦cell-1⟧' },
      { role: 'tool', text: 'Ran cell ⟦cell-2⟧' }
    ]);
    expect(view.todos).toEqual([{ content: 'Plot', status: 'in_progress' }]);
  });

  it('that is gone is said so', async () => {
    const { engine } = await talk();
    await expect(engine.past.checkpoint(THREAD, 'gone')).rejects.toThrow(
      'This point in the conversation is no longer stored.'
    );
  });

  it('differs from another one in what was said and in the list, and in nothing from itself', async () => {
    const page = await talk();
    const { past } = page.engine;
    const [, , from, to] = await timelineOf(page);
    expect(await past.compare(THREAD, from.id, from.id)).toEqual([]);
    expect(await past.compare(THREAD, from.id, to.id)).toEqual([
      {
        field: 'conversation',
        lines: expect.arrayContaining([
          { change: 'added', text: 'Cellwright: They are penguins.' }
        ])
      },
      {
        field: 'todos',
        lines: [{ change: 'changed', text: 'Plot: in progress → done' }]
      }
    ]);
  });

  it('differs in cells by what the effects between them did, in its own branch', async () => {
    const page = await talked(
      [
        { calls: [cell('kept')] },
        { text: 'One.' },
        {
          calls: [
            { name: 'edit_cell', args: { cell_id: 'old', code: 'z' } },
            { name: 'delete_cell', args: { cell_id: 'gone' } },
            cell('new')
          ]
        },
        { text: 'Two.' },
        { calls: [cell('later')] },
        { text: 'Three.' }
      ],
      ['One', 'Two', 'Three'],
      new FakeNotebook({
        cells: ['old', 'gone'].map(id => ({ id, source: id }))
      })
    );
    const { past } = page.engine;
    const timeline = await timelineOf(page);
    const [from, to] = [timeline[3], timeline[7]];
    const cellsOf = async ({ id }: ICheckpointInfo) =>
      (await past.checkpoint(THREAD, id)).cells;
    const kept = { 'cell-1': hashText('kept') };
    expect(await cellsOf(from)).toEqual({
      ...kept,
      old: hashText('old'),
      gone: hashText('gone')
    });
    expect(await cellsOf(to)).toEqual({
      ...kept,
      old: hashText('z'),
      'cell-2': hashText('new')
    });
    const difference = await past.compare(THREAD, from.id, to.id);
    expect(difference.at(-1)).toEqual({
      field: 'cells',
      lines: expect.arrayContaining([
        { change: 'added', text: '⟦cell-2⟧' },
        { change: 'changed', text: '⟦old⟧' },
        { change: 'removed', text: '⟦gone⟧' }
      ])
    });
    await fork(page, { messageId: 'message-2' }, 'Else', 'No.');
    expect(await cellsOf((await timelineOf(page)).at(-1)!)).toEqual(kept);
  });
});

describe('branches', () => {
  it('show what came before them, then their own, at any depth; the other is as it was', async () => {
    const page = await talked(
      [
        { calls: [cell('a = 1')] },
        { text: 'They are penguins.' },
        { text: 'You are welcome.' }
      ],
      ['Count them', 'Thanks']
    );
    const { past } = page.engine;
    const before = await timelineOf(page);
    const one = await fork(
      page,
      { checkpointId: before[2].id },
      undefined,
      'They are seals.'
    );
    const middle = await timelineOf(page);
    expect(middle.map(({ branch, title }) => [branch, title])).toEqual([
      ...before.slice(0, 3).map(({ title }) => ['', title]),
      [one, 'Answered: “They are seals.”']
    ]);
    const [{ lines }] = await past.compare(THREAD, before[3].id, middle[3].id);
    expect(lines).toEqual(
      expect.arrayContaining([
        { change: 'added', text: 'Cellwright: They are seals.' },
        { change: 'removed', text: 'Cellwright: They are penguins.' }
      ])
    );
    await page.say('Sure?', 'sure');
    const two = await fork(page, { messageId: 'sure' }, 'Really?', 'Indeed.');
    const last = await timelineOf(page);
    expect(last.map(({ branch, title }) => [branch, title])).toEqual([
      ...middle.map(({ branch, title }) => [branch, title]),
      [two, 'You: “Really?”'],
      [two, 'Answered: “Indeed.”']
    ]);
    await page.send({ type: 'switch', branch: '' });
    expect(await timelineOf(page)).toEqual(before);
  });

  it('that begin with nothing show nothing of the other', async () => {
    const page = await talk();
    await fork(page, { messageId: 'message-1' }, 'Anew', 'Yes.');
    expect(await titlesOf(page)).toEqual(['You: “Anew”', 'Answered: “Yes.”']);
  });

  it('show in neither moment a message that came between two steps and is taken out', async () => {
    const page = new Site({
      answers: [[cell('a = 1')], 'Plotted.']
    }).page();
    await page.say('Count them');
    await page.send({ type: 'queue', messageId: 'q', text: 'Then plot' });
    await page.approveAll();
    const before = await titlesOf(page);
    expect(before.slice(2)).toEqual([
      'You: “Then plot”',
      'Answered: “Plotted.”'
    ]);
    await fork(page, { messageId: 'q' }, 'Bye', 'Goodbye.');
    expect(await titlesOf(page)).toEqual([
      ...before.slice(0, 2),
      'Ran cell ⟦cell-1⟧',
      'You: “Bye”',
      'Answered: “Goodbye.”'
    ]);
  });

  it('have each event once in the audit, of every branch', async () => {
    const page = await talk();
    const [, proposal] = await timelineOf(page);
    await page.send({ type: 'fork', from: { checkpointId: proposal.id } });
    const audit = await page.engine.past.audit(THREAD);
    const texts = (kind: string) =>
      audit.filter(each => each.kind === kind).map(({ text }) => text);
    expect(texts('message')).toEqual(['Count them', 'Thanks']);
    expect(texts('proposal')).toEqual(
      page.of('call-proposed').map(({ text }) => text)
    );
    expect(audit.filter(({ kind }) => kind === 'branch')).toMatchObject([
      {
        detail: {
          branch: page.of('branch')[0].branch,
          from: '',
          checkpointId: proposal.id
        }
      }
    ]);
  });
});
