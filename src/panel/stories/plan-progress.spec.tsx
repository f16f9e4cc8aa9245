import { act } from 'react';

import { TURN_EFFECTS, type EventBody, type IPlanStep } from '../../contract';
import { FakeThreads } from '../../testing/fake-threads';
import { PanelFixture } from './panel-fixture';
import * as report from './report-samples';
import {
  callFinished,
  callProposed,
  questionClosed,
  questionOpened,
  runEnded,
  runStarted,
  userMessage
} from './events';
import { planStep } from '../../testing/plan-step';

/**
 * A plan in progress: its progress is shown above the conversation, asking less
 * can be taken back, and changes caused by a memory are pointed out.
 */

let panel: PanelFixture;
let threads: FakeThreads;

beforeEach(async () => {
  threads = new FakeThreads();
  panel = new PanelFixture({}, threads);
  await panel.mount();
});

const steps = (count: number): IPlanStep[] =>
  Array.from({ length: count }, (_, at) =>
    planStep(`s${at + 1}`, { title: `Title ${at + 1}` })
  );
const plan = 'p1';
const STARTED: EventBody = {
  type: 'plan-started',
  plan,
  messageId: 'u1',
  task: 'Explore penguins.csv'
};
const ROUTED: EventBody = {
  type: 'plan-routed',
  plan,
  route: 'tool_required',
  reason: 'It needs the file.'
};
const stepTold = (
  at: number,
  state: (EventBody & { type: 'plan-step' })['state'],
  change: Partial<EventBody & { type: 'plan-step' }> = {}
): EventBody => ({
  type: 'plan-step',
  plan,
  step: `s${at}`,
  state,
  startedAt: 1_000,
  ...(state === 'running' ? {} : { endedAt: 3_500 }),
  cells: [],
  ...change
});
const begin = (count: number, ...more: EventBody[]) =>
  panel.run(
    STARTED,
    ROUTED,
    { type: 'plan-proposed', plan, steps: steps(count) },
    ...more
  );
const progress = () => panel.get('progressbar', 'Plan');
const rows = () =>
  Array.from(
    panel.host.querySelectorAll('.jp-Cellwright-todo [aria-label] > li')
  ).map(row => row.textContent);

it('shows no line for the call that ends the last step, whose words the summary shows', async () => {
  await begin(
    1,
    callProposed('f', {
      messageId: 'm',
      tool: 'final_answer',
      args: { answer: 'All 344 rows.' },
      text: ''
    }),
    callFinished('f', {
      text: '',
      result: 'The answer was shown to the person.'
    })
  );
  const lines = panel.host.querySelectorAll('.jp-Cellwright-lineText');
  expect([...lines].map(line => line.textContent)).not.toContain('');
});

describe('the progress of a plan', () => {
  it('names the state of each step, how long it took, and its cells', async () => {
    await begin(
      4,
      stepTold(1, 'succeeded', { cells: ['c1', 'c2'] }),
      stepTold(2, 'failed', { reason: 'no rows' }),
      stepTold(3, 'running')
    );
    const [first, second, third, fourth] = rows();
    expect(first).toContain('Done: Title 1 [1] [2]2.5 s');
    expect(second).toContain('Failed: Title 2no rows');
    expect(third).toContain('Now: Title 3');
    expect(fourth).toContain('To do: Title 4');
    // A failed step is shown as failed, not as done.
    expect(progress().getAttribute('aria-valuenow')).toBe('1');
    expect(progress().getAttribute('aria-valuemax')).toBe('4');
    expect(progress().getAttribute('aria-valuetext')).toBe(
      '1 of 4 steps done, 1 failed'
    );
    expect(
      Array.from(progress().children, part => [
        part.className,
        (part as HTMLElement).style.width
      ])
    ).toEqual([
      ['', '25%'],
      ['jp-mod-failed', '25%']
    ]);
    expect(
      panel.host.querySelector('.jp-Cellwright-todo [aria-current="step"]')
        ?.textContent
    ).toContain('Title 3');
    await panel.click(panel.get('button', 'Cell [2]'));
    expect(panel.workspace.revealed).toEqual([
      { path: 'work/penguins.ipynb', cellId: 'c2' }
    ]);
  });

  it('leads to a cell as soon as it is there, also where the step is never done', async () => {
    const events: EventBody[] = [
      callProposed('c', { messageId: 'm' }),
      callFinished('c', { text: 'Added a cell', cellId: 'c2' })
    ];
    await begin(2, stepTold(1, 'running'), ...events);
    expect(rows()[0]).toContain('Now: Title 1 [2]');
    // The page was closed, or the plan was stopped.
    await panel.tell(runEnded('interrupted'));
    expect(rows()[0]).toContain('To do: Title 1 [2]');
  });

  it('says each step that has ended, and by its place', async () => {
    await begin(2, stepTold(1, 'running'));
    await panel.tell(stepTold(1, 'succeeded'));
    expect(panel.announced).toContain('Step 1 of 2 is done: “Title 1”');
    await panel.tell(stepTold(2, 'failed'));
    expect(panel.announced).toContain('Step 2 of 2 failed: “Title 2”');
  });

  it('says where a step could not be checked', async () => {
    await begin(2);
    await panel.tell({
      type: 'plan-proposed',
      plan,
      steps: steps(2).map(step => ({ ...step, worked: 'There are rows' }))
    });
    await panel.tell(
      stepTold(1, 'succeeded', { unchecked: true }),
      stepTold(2, 'succeeded')
    );
    expect(rows()[0]).toContain('could not be checked: “There are rows”');
    expect(rows()[1]).not.toContain('could not be checked');
  });

  it('does not stand there before the plan is accepted, and not after a rejection', async () => {
    await begin(
      2,
      questionOpened({
        interrupt_id: 'i1',
        node_ref: 'plan',
        step_id: 's1',
        kind: 'plan',
        title: 'The plan',
        text: '',
        steps: steps(2),
        patterns: [],
        hasFirst: false,
        level: 'cell'
      })
    );
    expect(panel.all('progressbar')).toEqual([]);
    await panel.tell(questionClosed({ action: 'reject', reason: '' }), {
      type: 'plan-ended',
      plan,
      outcome: 'rejected'
    });
    expect(panel.all('progressbar')).toEqual([]);
    expect(panel.text).toContain('The plan was rejected. Nothing was done.');
  });

  it('counts what is switched off as nothing to do', async () => {
    await begin(2);
    await panel.tell({
      type: 'plan-proposed',
      plan,
      steps: steps(2).map((step, at) => ({ ...step, on: at > 0 }))
    });
    expect(progress().getAttribute('aria-valuemax')).toBe('1');
    expect(rows()[0]).toContain('Switched off: Title 1');
  });

  it('is stopped there', async () => {
    await begin(2, stepTold(1, 'running'));
    await panel.click(panel.get('button', 'Stop the plan'));
    expect(panel.agent.commands('stop')).toHaveLength(1);
    await panel.tell(runEnded('stopped'));
    // Nothing may be shown as running.
    expect(panel.host.querySelector('[aria-current="step"]')).toBeNull();
    expect(panel.all('button', 'Stop the plan')).toEqual([]);
    expect(panel.text).toContain('Plan, not finished');
  });

  it('holds twelve steps, two of them failed, and is the same after a reload', async () => {
    await begin(
      12,
      ...Array.from({ length: 12 }, (_, at) =>
        stepTold(at + 1, at === 3 || at === 7 ? 'failed' : 'succeeded')
      ),
      {
        type: 'plan-synthesis',
        plan,
        messageId: 'm9',
        report: 'Sum',
        plain: true,
        next: ['Draw it']
      },
      { type: 'plan-ended', plan, outcome: 'done' }
    );
    // It folds when the plan ends; a person who opens it sees all of it.
    expect(rows()).toEqual([]);
    await panel.click(panel.get('button', /^Plan done/));
    const before = rows();
    expect(before).toHaveLength(12);
    expect(panel.text).toContain(
      'Plan done: 10 of 12 steps done, 2 failed. This summary was written without the model.'
    );
    // What may come next is a button, as in Agent mode.
    expect(panel.all('button', 'Draw it')).toHaveLength(1);
    const { threadId } = panel;
    threads.add(threadId, {}, [...panel.agent.told]);
    await panel.dispose();
    panel = new PanelFixture({}, threads);
    await panel.mount();
    await panel.click(panel.get('button', /^Plan done/));
    expect(rows()).toEqual(before);
  });

  it('folds when the plan ends, also where the person has opened it', async () => {
    await begin(2, stepTold(1, 'succeeded'));
    await panel.click(panel.get('button', /^Plan/));
    expect(rows()).toEqual([]);
    await panel.click(panel.get('button', /^Plan/));
    expect(rows()).toHaveLength(2);
    await panel.tell({ type: 'plan-ended', plan, outcome: 'done' });
    expect(rows()).toEqual([]);
  });

  it('folds beside a report that is at work, and makes way for it once the plan has ended', async () => {
    const bars = () =>
      panel.all('progressbar').map(bar => bar.getAttribute('aria-label'));
    await begin(1);
    expect(rows().join()).toContain('Title 1');
    await panel.tell(report.STARTED, report.progress(1));
    expect(bars()).toEqual(['Plan', 'Report']);
    expect(rows().join()).not.toContain('Title 1');
    await panel.tell({ type: 'plan-ended', plan, outcome: 'done' });
    expect(bars()).toEqual(['Report']);
  });

  it('is the same when its events are told twice', async () => {
    const events = [stepTold(1, 'succeeded', { cells: ['c1'] })];
    await begin(2, ...events);
    const { order } = panel.store.main.getState().thread;
    await panel.tell(STARTED, ROUTED, ...events);
    expect(panel.store.main.getState().thread.order).toEqual(order);
    expect(rows()[0]).toContain('Done: Title 1');
  });

  it('makes way for the next message', async () => {
    await begin(
      1,
      stepTold(1, 'succeeded'),
      { type: 'plan-ended', plan, outcome: 'done' },
      runEnded()
    );
    expect(panel.all('progressbar')).toHaveLength(1);
    await panel.tell(userMessage('u2', 'thanks'), runStarted({ runId: 'r2' }));
    expect(panel.all('progressbar')).toEqual([]);
    // The result stays in the conversation.
    await panel.click(panel.get('button', 'Show the plan'));
    expect(panel.text).toContain('It needs the file.');
    expect(panel.text).toContain('Done: Title 1');
  });
});

describe('how much is asked while a plan runs', () => {
  it('is in sight while it is less than usual, taken back on a press, and holds no longer than the plan', async () => {
    await begin(2, stepTold(1, 'running'));
    expect(panel.text).not.toContain('until the plan ends');
    await panel.tell({ type: 'plan-level', plan, level: 'outside' });
    expect(panel.text).toContain(
      'Asking only for shell commands, network tools and files outside the notebook’s folder until the plan ends.'
    );
    // Also when the list is folded.
    await panel.click(panel.get('button', /^Title 1/));
    expect(panel.text).toContain('until the plan ends');
    await panel.click(panel.get('button', 'Ask at each cell'));
    expect(panel.agent.commands('plan-level')).toEqual([
      { type: 'plan-level', threadId: panel.threadId, level: 'cell' }
    ]);
    await panel.tell({ type: 'plan-level', plan, level: 'cell' });
    expect(panel.text).not.toContain('until the plan ends');
    await panel.tell({ type: 'plan-level', plan, level: 'step' });
    expect(panel.text).toContain('Asking at each step');
    await panel.tell({ type: 'plan-ended', plan, outcome: 'done' });
    expect(panel.text).not.toContain('Asking at each step');
  });

  it.each(['step', 'outside'] as const)(
    'is said once at the level %s, although a rule for the turn does it, and does not contradict what else passes in this turn',
    async level => {
      await begin(2, stepTold(1, 'running'));
      await panel.tell(
        { type: 'plan-level', plan, level },
        { type: 'turn-rule', on: true, effects: [...TURN_EFFECTS] }
      );
      expect(panel.text).toContain('until the plan ends.');
      expect(panel.text).not.toContain('for the rest of this turn.');
      await panel.tell({
        type: 'turn-rule',
        on: true,
        effects: [...TURN_EFFECTS, 'shell']
      });
      expect(panel.text).toContain('Asking less often until the plan ends.');
      expect(panel.text).toContain(
        'Approving for the rest of this turn: may run commands.'
      );
      expect(panel.text).not.toMatch(/Asking (only|at each step)/);
      await panel.tell({ type: 'plan-ended', plan, outcome: 'done' });
      expect(panel.text).not.toContain('until the plan ends.');
      expect(panel.text).toMatch(/for the rest of this turn[.:]/);
    }
  );
});

describe('what a plan says in the conversation', () => {
  it('is how the task was understood, and why it was planned', async () => {
    await begin(1, {
      type: 'plan-clarified',
      plan,
      before: 0.4,
      after: 0.9,
      enhanced: 'Explore penguins.csv by species'
    });
    await panel.click(panel.get('button', 'Show the plan'));
    expect(panel.text).toContain('It needs the file.');
    expect(panel.text).toContain(
      'The task was 40% clear, and is 90% clear now.'
    );
    expect(panel.text).toContain(
      'Understood as: “Explore penguins.csv by species”'
    );
  });

  it('is that there was none, for what words answer', async () => {
    await panel.run(
      STARTED,
      { ...ROUTED, route: 'simple_chat', reason: '' } as EventBody,
      { type: 'plan-ended', plan, outcome: 'chat' }
    );
    expect(panel.text).toContain('Answered directly, without a plan.');
    expect(panel.all('progressbar')).toEqual([]);
  });

  it('is a thin line with its name where a new task begins, and none above the first', async () => {
    await begin(1, { type: 'plan-ended', plan, outcome: 'done' });
    expect(panel.all('separator')).toEqual([]);
    await panel.tell(
      userMessage('u2', 'Model the seals\nby age'),
      { ...STARTED, plan: 'p2', messageId: 'u2', task: 'Model the seals' },
      { ...ROUTED, plan: 'p2' } as EventBody
    );
    const line = panel.get('separator', 'New task: “Model the seals”');
    expect(
      line.compareDocumentPosition(
        panel.host.querySelectorAll('.jp-Cellwright-user')[1]
      ) & Node.DOCUMENT_POSITION_FOLLOWING
    ).toBeTruthy();
  });
});

describe('what a memory changed', () => {
  const APPLIED: EventBody = {
    type: 'memory-applied',
    plan,
    what: 'clarification',
    kind: 'clarification',
    id: 'm1',
    text: 'Answered as last time: species.'
  };

  it('is said, and left out this time: the task begins anew without it', async () => {
    await panel.run(STARTED, ROUTED, APPLIED);
    expect(panel.text).toContain('Answered as last time: species.');
    expect(panel.announced).toContain('Answered as last time');
    panel.agent.onSend = ({ type }) => {
      if (type === 'stop') {
        panel.agent.tell(panel.threadId, runEnded('stopped'));
      }
    };
    await panel.click(panel.get('button', 'Undo'));
    expect(panel.agent.commands('stop')).toHaveLength(1);
    expect(panel.agent.commands('start')).toMatchObject([
      { text: 'Explore penguins.csv', mode: 'plan', without: ['m1'] }
    ]);
    expect(panel.all('button', 'Undo')).toEqual([]);
    expect(panel.text).toContain('Left out this time.');
  });

  it('of a plan is left out this time in the same way', async () => {
    await panel.run(STARTED, ROUTED, {
      ...APPLIED,
      what: 'plan',
      kind: 'plan',
      text: 'This plan builds on what worked before: Explore the seals'
    });
    await panel.click(panel.get('button', 'Not this time'));
    expect(panel.agent.commands('stop')).toHaveLength(1);
  });

  it('is forgotten on a press', async () => {
    panel.agent.memoriesKept.entries = [
      { kind: 'clarification', key: 'm1' } as never
    ];
    await panel.run(STARTED, ROUTED, APPLIED);
    await panel.click(panel.get('button', 'Forget'));
    expect(panel.agent.memoriesKept.entries).toEqual([]);
    expect(panel.announced).toContain('Forgotten.');
  });

  it('cannot be left out any more once a step has begun', async () => {
    await begin(1, APPLIED, stepTold(1, 'running'));
    expect(panel.all('button', /^(Undo|Not this time)$/)).toEqual([]);
    expect(panel.all('button', 'Forget')).toHaveLength(1);
  });

  it('lets a step be asked about again', async () => {
    await begin(1, stepTold(1, 'running'), {
      ...APPLIED,
      what: 'step',
      kind: 'behaviour',
      text: 'You let this step run the last 6 times.'
    });
    panel.agent.memoriesKept.entries = [
      { kind: 'behaviour', key: 'm1' } as never
    ];
    await panel.click(panel.get('button', 'Ask me again'));
    expect(panel.agent.memoriesKept.entries).toEqual([]);
  });
});

describe('the mode', () => {
  it('is one of three, and goes along with the message', async () => {
    const select = panel.get('combobox', 'Mode');
    expect(Array.from(select.options).map(({ text }) => text)).toEqual([
      'Agent',
      'Ask',
      'Plan'
    ]);
    await panel.type(select, 'plan', 'change');
    expect(select.title).toContain('a plan first');
    await act(async () => panel.store.composing.setDraft('Model the seals'));
    await panel.click(panel.get('button', 'Send'));
    expect(panel.agent.commands('start')).toMatchObject([
      { text: 'Model the seals', mode: 'plan' }
    ]);
  });
});
