import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  DEMO_CHOICE,
  ENGLISH,
  type AgentEvent,
  type Decision,
  type EventBody,
  type IReviewCard
} from '../../../contract';
import { demoProvider } from '../../../demo-model/demo-provider';
import { FakeFiles } from '../../../testing/fake-files';
import { FakeNotebook } from '../../../testing/fake-notebook';
import { FakeWorkspace } from '../../../testing/fake-workspace';
import { PythonProcess } from '../../../testing/processes/python-process';
import { historyProblems } from '../../../testing/scripted-model';
import { Engine } from '../../../engine/engine';
import { engineStores } from '../../../engine/stories/engine-stores';

const PENGUINS = readFileSync(
  join(__dirname, '../../../../examples/penguins.csv'),
  'utf-8'
);
const THREAD = 'demo';

describe('the demo job through the engine', () => {
  let root: string;
  let python: PythonProcess;
  let notebook: FakeNotebook;
  let engine: Engine;
  let events: AgentEvent[];

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'cellwright-engine-'));
    writeFileSync(join(root, 'penguins.csv'), PENGUINS);
    python = new PythonProcess(root);
    notebook = new FakeNotebook({
      onRun: source => python.run(source),
      onInspect: code => python.inspect(code)
    });
    engine = new Engine({
      ...engineStores(),
      workspace: new FakeWorkspace({
        notebook,
        files: new FakeFiles({ 'penguins.csv': PENGUINS })
      }),
      trans: ENGLISH,
      providers: async () => [demoProvider],
      model: () => ({ choice: DEMO_CHOICE, key: undefined, disclosed: true })
    });
    events = [];
    engine.subscribe(event => events.push(event));
  });

  afterEach(() => {
    python.dispose();
    rmSync(root, { recursive: true, force: true });
  });

  const of = <T extends EventBody['type']>(type: T) =>
    events.filter(event => event.type === type) as Extract<
      AgentEvent,
      { type: T }
    >[];

  /** Sends a message and decides every card until the run has ended. */
  async function job(
    text: string,
    decide: (card: IReviewCard) => Decision
  ): Promise<void> {
    const before = of('run-finished').length;
    let reviews = of('review-opened').length;
    await engine.send({
      type: 'start',
      threadId: THREAD,
      messageId: `message-${events.length}`,
      text
    });
    while (of('run-finished').length === before) {
      const open = of('review-opened');
      expect(open.length).toBe(reviews + 1);
      reviews = open.length;
      const { interruptId, cards } = open[open.length - 1];
      await engine.send({
        type: 'resume',
        threadId: THREAD,
        interruptId,
        decisions: Object.fromEntries(
          cards.map(card => [card.callId, decide(card)])
        ),
        hashes: Object.fromEntries(cards.map(card => [card.callId, card.hash]))
      });
    }
  }

  it('is done with approvals, one edit and one rejection, and leaves a valid thread', async () => {
    let rejected = false;
    await job('Explore penguins.csv', card => {
      const code = String(card.args.code);
      if (code.includes('read_csv')) {
        return {
          type: 'edit',
          editedAction: {
            name: card.tool,
            args: { ...card.args, code: code.replaceAll('df', 'birds') }
          }
        };
      }
      if (code.includes('subplots') && !rejected) {
        rejected = true;
        return { type: 'reject', message: 'with a log scale' };
      }
      return { type: 'approve' };
    });

    expect(of('run-finished').map(event => event.outcome)).toEqual([
      'answered'
    ]);
    expect(notebook.sources).toHaveLength(4);
    expect(notebook.sources[0]).toContain('birds = pd.read_csv');
    expect(notebook.sources[3]).toContain('set_yscale("log")');
    expect(notebook.sources.join('\n')).not.toMatch(/\bdf\b/);
    const [answer] = of('final-answer');
    expect(answer.answer).toContain('**Gentoo** (5,076.02)');
    expect(answer.nextItems).toHaveLength(3);
    expect(
      of('todos')
        .at(-1)
        ?.todos.every(todo => todo.status === 'completed')
    ).toBe(true);
    expect(
      of('call-finished').filter(event => event.state === 'failed')
    ).toEqual([]);
    const messages = await engine.thread(THREAD).messages();
    expect(historyProblems(messages)).toEqual([]);

    await job(answer.nextItems[0], () => ({ type: 'approve' }));
    expect(of('final-answer').at(-1)?.answer).toContain('differs by `island`');
    expect(of('run-finished')).toHaveLength(2);
  });

  it('needs no more requests than it has steps to show', async () => {
    await job('Explore penguins.csv', () => ({ type: 'approve' }));
    expect(of('usage')).toHaveLength(9);
  });
});
