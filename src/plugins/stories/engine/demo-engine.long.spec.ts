import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PythonProcess } from '../../../testing/processes/python-process';
import { historyProblems } from '../../../testing/scripted-model';
import { DemoConversation } from './demo-conversation';

const PENGUINS = readFileSync(
  join(__dirname, '../../../../examples/penguins.csv'),
  'utf-8'
);

describe('the demo job through the engine', () => {
  let python: PythonProcess;
  let conversation: DemoConversation;

  beforeEach(() => {
    python = new PythonProcess(tmpdir());
    conversation = new DemoConversation(python, { 'penguins.csv': PENGUINS });
  });

  afterEach(() => {
    python.dispose();
    conversation.dispose();
  });

  it('is done with approvals, one edit and one rejection, and leaves a valid thread', async () => {
    const { notebook, engine } = conversation;
    let rejected = false;
    conversation.decide = ({ args: { code } }) => {
      if (code.includes('read_csv')) {
        return {
          edit: args => ({ ...args, code: code.replaceAll('df', 'birds') })
        };
      }
      if (code.includes('subplots') && !rejected) {
        rejected = true;
        return { reject: 'with a log scale' };
      }
      return 'approve';
    };
    await conversation.say('Explore penguins.csv');

    expect(conversation.of('run-finished')).toMatchObject([
      { outcome: 'answered' }
    ]);
    expect(notebook.sources).toHaveLength(4);
    expect(notebook.sources[0]).toContain('birds = pd.read_csv');
    expect(notebook.sources[3]).toContain('set_yscale("log")');
    expect(notebook.sources.join('\n')).not.toMatch(/\bdf\b/);
    const { answer, nextItems } = conversation.final!;
    expect(answer).toContain('**Gentoo** (5,076.02)');
    expect(nextItems).toHaveLength(3);
    const { todos } = conversation.of('todos').at(-1)!;
    expect(todos.every(todo => todo.status === 'completed')).toBe(true);
    expect(
      conversation.of('call-finished').filter(({ state }) => state === 'failed')
    ).toEqual([]);
    expect(historyProblems(await engine.thread('demo').messages())).toEqual([]);

    conversation.decide = () => 'approve';
    await conversation.say(nextItems[0]);
    expect(conversation.final?.answer).toContain('differs by `island`');
    expect(conversation.of('run-finished')).toHaveLength(2);
  });

  it('needs no more requests than it has steps to show', async () => {
    await conversation.say('Explore penguins.csv');
    expect(conversation.of('usage')).toHaveLength(9);
  });
});
