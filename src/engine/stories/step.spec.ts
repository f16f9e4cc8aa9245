import { ToolMessage, type HumanMessage } from '@langchain/core/messages';

import type { ICellRun } from '../../contract';
import {
  FakeNotebook,
  endless,
  printed,
  raised
} from '../../testing/fake-notebook';
import {
  calling,
  Harness,
  namesOf,
  saidIn,
  startRun,
  toolTexts
} from './harness';

const cell = (code: string, id?: string) => ({
  name: 'jupyter_cell',
  args: { code },
  id
});

describe('a step', () => {
  it('gives every call an id of our own, however often a server repeats its ids', async () => {
    const harness = await startRun({
      script: [
        [
          { name: 'read_notebook', id: 'call_0' },
          { name: 'list_files', id: 'call_0' }
        ],
        [{ name: 'read_notebook', id: 'call_0' }],
        'Done.'
      ]
    });
    const ids = harness.of('call-proposed').map(event => event.callId);
    expect(new Set(ids).size).toBe(3);
    expect(ids.every(id => /^[a-zA-Z0-9]{9}$/.test(id))).toBe(true);
  });

  it.each(['top', 'first'])(
    'puts cells with the same “after” (%s) in the order of the calls',
    async after => {
      const notebook = new FakeNotebook({
        cells: ['first', 'last'].map(id => ({ id, source: id }))
      });
      const harness = await startRun({
        notebook,
        script: [
          [
            { name: 'markdown', args: { content: 'one', after } },
            { name: 'jupyter_cell', args: { code: 'two', after } },
            { name: 'jupyter_cell', args: { code: 'three', after } }
          ],
          'Done.'
        ]
      });
      await harness.approveAll();
      const made = ['one', 'two', 'three'];
      expect(notebook.sources).toEqual(
        after === 'top'
          ? [...made, 'first', 'last']
          : ['first', ...made, 'last']
      );
    }
  );

  it('does not run what follows a failed effect, and says so', async () => {
    const notebook = new FakeNotebook({
      onRun: source =>
        source === 'bad' ? raised('KeyError', "'x'") : printed('ok')
    });
    const harness = await startRun({
      notebook,
      script: [
        [cell('good'), cell('bad'), cell('after'), { name: 'read_notebook' }],
        'Done.'
      ]
    });
    await harness.approveAll();
    expect(notebook.sources).toEqual(['good', 'bad']);
    const texts = toolTexts(await harness.messages());
    expect(texts[1]).toContain('KeyError');
    expect(texts[2]).toBe('Not run: the call before it failed.');
    // Reading is not an effect.
    expect(texts[3]).toContain('bad');
    const finished = harness.of('call-finished');
    expect(finished[2].text).toBe(
      'Not run, since the step before it failed: Add a cell and run it'
    );
    expect(finished.map(event => event.state)).toEqual([
      'done',
      'failed',
      'stopped',
      'done'
    ]);
  });

  it('runs what follows a failed reading', async () => {
    const harness = await startRun({
      script: [
        [{ name: 'read_file', args: { path: 'gone.csv' } }, cell('after')],
        'Done.'
      ]
    });
    await harness.approveAll();
    expect(harness.of('call-finished').map(event => event.state)).toEqual([
      'failed',
      'done'
    ]);
    expect(harness.notebook.sources).toEqual(['after']);
  });

  it('sends broken arguments and unknown tools back to the model as errors', async () => {
    const harness = await startRun({
      script: [
        [
          { name: 'jupyter_cell', rawArgs: '{"code": "x = 1' },
          { name: 'delete_everything', args: {} },
          { name: 'jupyter_cell', args: { code: 5 } }
        ],
        'Done.'
      ]
    });
    expect(harness.of('review-opened')).toEqual([]);
    const texts = toolTexts(await harness.messages());
    expect(texts.some(text => text.includes('not valid JSON'))).toBe(true);
    expect(
      texts.some(text => text.includes('There is no tool "delete_everything"'))
    ).toBe(true);
    expect(texts.some(text => text.includes('code'))).toBe(true);
    expect(harness.last('run-finished').outcome).toBe('answered');
    expect(harness.notebook.sources).toEqual([]);
  });

  it('takes null for an argument that was left out', async () => {
    const harness = await startRun({
      script: [
        calling('jupyter_cell', {
          code: 'x = 1',
          after: null,
          description: null
        }),
        'Done.'
      ]
    });
    expect(harness.last('call-proposed').text).not.toContain('cannot run');
    await harness.approveAll();
    expect(harness.notebook.sources).toEqual(['x = 1']);
  });

  it('asks a model again that answered with nothing, and gives up in words', async () => {
    const harness = await startRun({
      script: [{}, 'Here.', {}, {}, {}]
    });
    expect(harness.last('run-finished').outcome).toBe('answered');
    expect(harness.model.requests).toHaveLength(2);
    expect(harness.model.requests[1].at(-1)?.text).toContain('was empty');
    expect(harness.of('model-retry')).toHaveLength(1);
    await harness.say();
    expect(harness.last('run-finished').outcome).toBe('answered');
    expect(harness.last('final-answer').answer).toContain(
      'sent nothing usable'
    );
    expect(harness.model.requests).toHaveLength(5);
    // The hint that asked again was only sent.
    expect((await harness.messages()).map(message => message.type)).toEqual([
      'human',
      'ai',
      'human',
      'ai',
      'tool'
    ]);
  });

  it('takes one plan a step and shows it', async () => {
    const todos = (status: string) => ({
      name: 'write_todos',
      args: { todos: [{ content: 'Load the data', status }] }
    });
    const harness = await startRun({
      script: [
        [todos('pending'), todos('in_progress'), { name: 'read_notebook' }],
        'Done.'
      ]
    });
    expect(harness.of('todos').map(event => event.todos)).toEqual([
      [{ content: 'Load the data', status: 'in_progress' }]
    ]);
  });

  it('shows the plan before the cards of its step are decided', async () => {
    const todos = [{ content: 'Load the data', status: 'in_progress' }];
    const harness = await startRun({
      script: [
        [{ name: 'write_todos', args: { todos } }, cell('x = 1')],
        'Done.'
      ]
    });
    expect(harness.of('review-opened')).toHaveLength(1);
    expect(harness.last('todos').todos).toEqual(todos);
  });

  it('ends with a final answer that stands alone, and refuses one that does not', async () => {
    const answer = (text: string) => ({
      name: 'final_answer',
      args: { answer: text, next_items: ['Plot it'] }
    });
    const harness = await startRun({
      script: [
        [{ name: 'read_notebook' }, answer('too early')],
        [answer('All done.')]
      ]
    });
    expect(toolTexts(await harness.messages())[1]).toContain('Call it alone');
    expect(harness.of('final-answer').map(event => event.answer)).toEqual([
      'All done.'
    ]);
    expect(harness.last('final-answer').nextItems).toEqual(['Plot it']);
    expect(harness.last('run-finished').outcome).toBe('answered');
    expect(harness.model.requests).toHaveLength(2);
  });

  it('delivers a queued message behind the answers of the step', async () => {
    const harness = new Harness({
      script: [[cell('x = 1')], 'With pleasure.']
    });
    await harness.say('Begin.');
    const queue = (messageId: string, text: string | null) =>
      harness.send({ type: 'queue', messageId, text });
    await queue('q1', 'then a plot');
    await queue('q2', 'never mind this');
    await queue('q1', 'then a plot by island');
    await queue('q2', null);
    await harness.approveAll();
    expect((await harness.messages()).map(message => message.type)).toEqual([
      'human',
      'ai',
      'tool',
      'human',
      'ai'
    ]);
    const sent = harness.model.requests[1].at(-1) as HumanMessage;
    expect(sent.content).toBe('then a plot by island');
    expect(harness.of('user-message').map(event => event.text)).toEqual([
      'Begin.',
      'then a plot by island'
    ]);
  });

  it('begins a run of its own, in the mode of the last, for a message queued when that had just ended', async () => {
    const harness = new Harness({
      script: ['First.', 'Second.']
    });
    await harness.say('Begin.', { mode: 'ask' });
    await harness.send({ type: 'queue', messageId: 'late', text: 'And then?' });
    expect((await harness.messages()).map(saidIn)).toEqual([
      'Begin.',
      'First.',
      'And then?',
      'Second.'
    ]);
    const [first, second] = harness.model.requestTools.map(namesOf);
    expect(second).toEqual(first);
  });

  it('starts once for a message that is sent twice', async () => {
    const harness = new Harness({ script: ['Hello.'] });
    const command = {
      type: 'start',
      threadId: 'thread-1',
      messageId: 'm',
      text: 'Hi'
    } as const;
    await Promise.all([
      harness.engine.send(command),
      harness.engine.send(command)
    ]);
    expect(harness.model.requests).toHaveLength(1);
  });

  it('takes a second message in the same breath as the next step’s', async () => {
    const harness = new Harness({
      script: ['First.', 'Second.']
    });
    await Promise.all([harness.say('One.'), harness.say('Two.')]);
    await harness.until(() => harness.of('run-finished').length === 2);
    expect((await harness.messages()).map(saidIn)).toEqual([
      'One.',
      'First.',
      'Two.',
      'Second.'
    ]);
  });
});

describe('Stop', () => {
  it('ends a model that streams for ever', async () => {
    const harness = new Harness({
      script: [{ text: 'Let me ', hang: true }, 'Yes.']
    });
    const run = harness.say();
    await harness.until(() => harness.of('text-delta').length > 0);
    await harness.stop();
    await run;
    expect(harness.last('run-finished').outcome).toBe('stopped');
    await harness.say('Are you there?');
    expect(harness.last('run-finished').outcome).toBe('answered');
  });

  it('stops the cell that runs, answers every call with what it did, and the next message works', async () => {
    const notebook = new FakeNotebook({
      onRun: source => (source === 'first' ? printed('forty-two') : endless())
    });
    const harness = await startRun({
      notebook,
      script: [[cell('first'), cell('while True: pass'), cell('x = 1')], 'Yes.']
    });
    const run = harness.approveAll();
    await harness.until(
      () => notebook.actions.filter(({ type }) => type === 'run').length === 2
    );
    await harness.stop();
    await run;
    expect(notebook.sources).toEqual(['first', 'while True: pass']);
    expect(harness.of('call-finished').map(event => event.state)).toEqual([
      'done',
      'stopped',
      'stopped'
    ]);
    expect(await harness.problems()).toEqual([]);
    const messages = await harness.messages();
    const [first, second] = toolTexts(messages);
    expect(first).toContain('forty-two');
    expect(second).toMatch(/stopped/i);
    expect(
      messages.flatMap(each =>
        ToolMessage.isInstance(each) ? each.status : []
      )
    ).toEqual(['success', 'error', 'error']);
    await harness.say('And now?');
    expect(harness.last('model-message').text).toBe('Yes.');
  });

  it('ends a pending review; its cards are closed and its calls answered', async () => {
    const harness = await startRun({
      script: [[cell('x = 1')], 'Yes.']
    });
    const { review } = harness;
    await harness.stop();
    expect(harness.of('review-closed')).toHaveLength(1);
    expect(await harness.problems()).toEqual([]);
    // A late click on the closed card does nothing.
    await harness.decide(
      { [review.cards[0].callId]: { type: 'approve' } },
      review
    );
    expect(harness.notebook.sources).toEqual([]);
    await harness.say('Go on.');
    expect(harness.last('model-message').text).toBe('Yes.');
  });
});

describe('a kernel that does not stop', () => {
  class Stubborn extends FakeNotebook {
    override async runCell(
      ...args: Parameters<FakeNotebook['runCell']>
    ): Promise<ICellRun> {
      return { ...(await super.runCell(...args)), stuck: true };
    }
  }

  it('is told to the person, who can have it restarted', async () => {
    const notebook = new Stubborn({ onRun: () => endless() });
    const harness = await startRun({
      notebook,
      script: [[cell('while True: pass')], 'Yes.']
    });
    const run = harness.approveAll();
    await harness.until(() => notebook.sources.length === 1);
    await harness.stop();
    await run;
    expect(harness.last('notice').code).toBe('kernel-stuck');
    await harness.send({ type: 'restart-kernel' });
    expect(notebook.actions.at(-1)).toEqual({ type: 'restart' });
    await harness.say('And now?');
    expect(harness.last('model-message').text).toBe('Yes.');
  });
});

describe('the notebook a run is bound to', () => {
  it('is the one in front when the message was sent, whatever comes to the front', async () => {
    const harness = await startRun({
      script: [[cell('x = 1')], 'Done.']
    });
    const other = new FakeNotebook({ path: 'other.ipynb' });
    harness.workspace.show(other);
    harness.notebook.rename('renamed.ipynb');
    await harness.approveAll();
    expect(harness.notebook.sources).toEqual(['x = 1']);
    expect(other.sources).toEqual([]);
  });

  it('ends the run with a reason when it is closed', async () => {
    const harness = await startRun({
      script: [[cell('x = 1')], 'Never.']
    });
    harness.notebook.close();
    await harness.approveAll();
    const { outcome, error } = harness.last('run-finished');
    expect(outcome).toBe('failed');
    expect(error?.code).toBe('notebook-closed');
    expect(error?.text).toContain('analysis.ipynb');
  });

  it('is asked for in words when none is open, and the message is kept', async () => {
    const harness = new Harness({ script: ['Hello.'] });
    harness.workspace.show(null);
    await harness.say('Hi');
    expect(harness.last('run-finished').error?.text).toMatch(/notebook/i);
    harness.workspace.show(harness.notebook);
    await harness.retry();
    expect(harness.last('model-message').text).toBe('Hello.');
    expect(harness.of('user-message')).toHaveLength(1);
  });

  it('tells the model that the kernel was restarted and its variables are gone', async () => {
    const harness = await startRun({
      script: [[cell('x = 1')], [cell('y = 2')], 'Done.', 'Hm.']
    });
    await harness.approveAll();
    harness.notebook.restartAsPerson();
    await harness.approveAll();
    const texts = toolTexts(await harness.messages());
    expect(texts[0]).not.toContain('restarted');
    expect(texts[1]).toContain('the kernel was restarted');
    expect(harness.last('call-finished').result).not.toContain('restarted');
    expect(harness.of('notice').map(event => event.code)).toEqual([
      'kernel-restarted'
    ]);
    harness.notebook.restartAsPerson();
    await harness.say('Next.');
    expect(harness.model.requests.at(-1)?.at(-1)?.content).toContain(
      'restarted'
    );
  });
});

describe('the notebook after a run', () => {
  it('is saved where the agent changed it, and not where it only read', async () => {
    const harness = new Harness({
      script: [calling('read_notebook'), 'Read.', [cell('x = 1')], 'Done.']
    });
    const done = () =>
      harness.notebook.actions
        .map(action => action.type)
        .filter(type => type !== 'inspect');
    await harness.say();
    expect(done()).toEqual([]);
    await harness.say();
    await harness.approveAll();
    // Once for code that runs quickly.
    expect(done()).toEqual(['insert', 'run', 'save']);
  });

  it('is saved while code runs that takes a while, and again with what it showed', async () => {
    const harness = new Harness({
      script: [[cell('x = 1')], 'Done.']
    });
    const { notebook } = harness;
    const saves = () =>
      notebook.actions.filter(({ type }) => type === 'save').length;
    notebook.onRun = async () => {
      while (saves() === 0) {
        await new Promise(resolve => setTimeout(resolve, 5));
      }
      return printed('done');
    };
    await harness.say();
    await harness.approveAll();
    expect(saves()).toBe(2);
  });
});
