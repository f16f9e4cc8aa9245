import {
  ENGLISH,
  planStep,
  type AgentEvent,
  type EventBody,
  type IAuditEntry,
  type ICallRecord,
  type IReviewCard
} from '../../contract';
import { startPage, THREAD } from '../stories/reopening';
import { auditOf } from './audit';

const at = (time: number, body: EventBody): AgentEvent => ({
  ...body,
  threadId: 't',
  time
});

const card = (callId: string, more: object = {}) =>
  ({ callId, tool: 'jupyter_cell', sentence: 'S', ...more }) as IReviewCard;
const opened = (time: number, ...callIds: string[]): AgentEvent =>
  at(time, {
    type: 'review-opened',
    interruptId: 'i',
    cards: callIds.map(id => card(id))
  });
const decided = (
  time: number,
  callId: string,
  decidedAt?: number
): AgentEvent =>
  at(time, {
    type: 'review-decided',
    interruptId: 'i',
    callId,
    decision: { type: 'approve' },
    by: 'person',
    decidedAt
  });

const asked = (time: number, id: string): AgentEvent =>
  at(time, {
    type: 'interrupt-opened',
    interrupt: {
      kind: 'confirm',
      interrupt_id: id,
      node_ref: 'n',
      step_id: 'call',
      title: `Go ${id}`,
      text: ''
    }
  });
const closed = (
  time: number,
  interruptId: string,
  by: 'person' | 'timeout' | 'stop',
  answer: { confirmed: boolean } | { cancelled: true } | null
): AgentEvent =>
  at(time, { type: 'interrupt-closed', interruptId, by, answer });

const shell = (time: number) => ({ kind: 'shell', hash: 'h', time }) as const;

const plan = 'p';
const steps = [planStep.parse({ id: 's1', title: 'Load' })];

describe('the audit', () => {
  it('tells a turn from the message to its end', async () => {
    const page = await startPage(
      {
        answers: [[{ name: 'jupyter_cell', args: { code: '1' } }], 'Done.']
      },
      'Count them'
    );
    const [waiting] = await page.waiting();
    const editedAction = { name: 'jupyter_cell', args: { code: '2' } };
    await page.decide(waiting.interruptId, waiting.card, {
      type: 'edit',
      editedAction
    });
    const entries = await page.engine.past.audit(THREAD);
    const effects = entries.filter(({ kind }) => kind === 'effect');
    const request = expect.stringMatching(
      /^A request to the model: \d+ tokens in, \d+ out$/
    );
    expect(
      entries
        .filter(each => !effects.includes(each))
        .map(({ kind, text }) => [kind, text])
    ).toEqual([
      ['message', 'Count them'],
      ['run', 'A run began on analysis.ipynb with “Scripted”'],
      ['proposal', 'Adding a cell and running it'],
      ['request', request],
      ['decision', 'Edited and approved: Adding a cell and running it'],
      ['outcome', 'Ran cell ⟦cell-1⟧'],
      ['request', request],
      ['run', 'The run ended with an answer']
    ]);
    expect(entries.find(({ kind }) => kind === 'decision')).toMatchObject({
      by: 'person',
      after: expect.any(Number),
      tool: 'jupyter_cell',
      decision: { editedAction }
    });
    expect(effects).toMatchObject([
      { text: 'Inserted ⟦cell-1⟧' },
      {
        text: 'Sent ⟦cell-1⟧ to the kernel',
        detail: { kind: 'run', cellId: 'cell-1', msgId: 'request-1' }
      }
    ]);
  });

  it.each<
    [string, AgentEvent[], Partial<ICallRecord>[], Partial<IAuditEntry>[]]
  >([
    [
      'counts from when a card was first shown; anew for one that came back',
      [
        opened(10, 'c', 'd'),
        // Shown again after a reload.
        opened(500, 'c', 'd'),
        at(600, {
          type: 'review-voided',
          interruptId: 'i',
          card: card('d', { voided: 'It has changed.' })
        }),
        decided(1_010, 'c'),
        decided(1_010, 'd')
      ],
      [],
      [
        { text: 'A card was shown again: It has changed.' },
        { text: 'Approved: a call', after: 1_000 },
        { text: 'Approved: a call', after: 410 }
      ]
    ],
    [
      'has a decision before what it led to, though it was reported later',
      [opened(10, 'c'), decided(9_000, 'c', 1_010)],
      [{ effects: [shell(1_020)] }],
      [
        { kind: 'decision', time: 1_010, after: 1_000 },
        { kind: 'effect', time: 1_020 }
      ]
    ],
    [
      'names the rule that let a call through, and an end that only the journal knows',
      [],
      [
        {
          attempt: 1,
          decision: {
            callId: 'c',
            decision: { type: 'approve' },
            hash: '',
            by: 'this turn',
            time: 2
          },
          effects: [shell(3)],
          outcome: { callId: 'c', state: 'stopped', text: 'cut short', time: 4 }
        }
      ],
      [
        { kind: 'decision', by: 'this turn' },
        {
          kind: 'effect',
          text: 'Sent a command to the server',
          detail: { kind: 'shell', hash: 'h', attempt: 1 }
        },
        { kind: 'outcome', text: 'cut short', detail: { state: 'stopped' } }
      ]
    ],
    [
      'tells questions: answered, not answered in time, stopped',
      [
        asked(1, 'a'),
        asked(2, 'b'),
        asked(3, 'c'),
        closed(11, 'a', 'person', { confirmed: false }),
        closed(12, 'b', 'timeout', { cancelled: true }),
        closed(13, 'c', 'stop', null)
      ],
      [],
      [
        ...['a', 'b', 'c'].map(id => ({ text: `A question: “Go ${id}.”` })),
        {
          kind: 'decision',
          text: 'Declined: “Go a”',
          by: 'person',
          after: 10,
          detail: { interruptId: 'a', answer: { confirmed: false } }
        },
        {
          kind: 'timeout',
          text: 'Nobody answered in time: “Go b”',
          by: 'timeout'
        },
        { text: 'Not answered: “Go c”', by: 'stop' }
      ]
    ],
    [
      'tells duplicates that were refused, and what was undone',
      [
        at(1, { type: 'notice', code: 'duplicate-decision', text: 'Before.' }),
        at(2, { type: 'notice', code: 'other', text: 'No matter.' }),
        at(3, { type: 'undone', runId: 'r', text: 'Undid 2 cells' })
      ],
      [],
      [{ kind: 'duplicate' }, { kind: 'undo' }]
    ],
    [
      'tells of a file that was written, and nothing of what it held',
      [],
      [
        {
          effects: [
            {
              kind: 'write',
              path: 'a.csv',
              before: 'secret',
              hash: 'h',
              time: 1
            }
          ]
        }
      ],
      [
        {
          text: 'Wrote a.csv',
          detail: expect.not.objectContaining({ before: expect.anything() })
        }
      ]
    ],
    [
      'has the steps of a plan, what was decided about it, and what memory changed',
      [
        at(1, { type: 'plan-proposed', plan, steps }),
        at(2, {
          type: 'memory-applied',
          plan,
          what: 'plan',
          kind: 'plan',
          id: 'k',
          text: 'It builds on what worked.'
        }),
        at(3, {
          type: 'interrupt-closed',
          interruptId: 'i',
          answer: { action: 'accept', steps, level: 'outside' },
          by: 'person'
        }),
        at(4, { type: 'plan-level', plan, level: 'outside' }),
        at(5, {
          type: 'plan-step',
          plan,
          step: 's1',
          state: 'failed',
          cells: [],
          reason: 'No file.'
        }),
        at(6, { type: 'plan-ended', plan, outcome: 'stopped' })
      ],
      [],
      [
        { kind: 'proposal', text: 'A plan of 1 step' },
        { kind: 'run', text: 'It builds on what worked.' },
        {
          kind: 'decision',
          text: 'Accepted, with fewer cards while it runs: “A question”'
        },
        {
          kind: 'decision',
          text: 'The plan asks only for shell commands, network tools and files outside the notebook’s folder'
        },
        { kind: 'outcome', text: 'Step failed: “Load”. “No file.”' },
        { kind: 'run', text: 'The plan was stopped' }
      ]
    ]
  ])('%s', (_, events, calls, entries) => {
    const records = calls.map(call => ({
      callId: 'c',
      attempt: 0,
      effects: [],
      ...call
    }));
    expect(
      auditOf({ events, calls: records, branches: [], trans: ENGLISH })
    ).toMatchObject(entries);
  });
});
