import {
  ENGLISH,
  planStep,
  type AgentEvent,
  type EventBody,
  type ICallRecord,
  type IReviewCard
} from '../../contract';
import { auditOf } from './audit';

const at = (time: number, body: EventBody): AgentEvent => ({
  ...body,
  threadId: 't',
  time
});

const card = {
  callId: 'c',
  tool: 'jupyter_cell',
  sentence: 'S'
} as IReviewCard;

const proposed = (time: number, callId = 'c'): AgentEvent =>
  at(time, {
    type: 'call-proposed',
    callId,
    messageId: 'm',
    tool: 'jupyter_cell',
    args: { code: '1' },
    text: 'Adding a cell'
  });

function audit(
  events: AgentEvent[],
  calls: ICallRecord[] = [],
  branches: Parameters<typeof auditOf>[0]['branches'] = []
) {
  return auditOf({ events, calls, branches, trans: ENGLISH });
}

describe('the audit', () => {
  it('tells a turn from the message to its end', () => {
    const entries = audit(
      [
        at(1, { type: 'user-message', messageId: 'p', text: 'Count them' }),
        at(2, {
          type: 'run-started',
          runId: 'r',
          notebook: { path: 'a.ipynb', name: 'a.ipynb', kernel: 'Python 3' },
          model: { id: 'demo', label: 'Demo', contextWindow: null }
        }),
        proposed(3),
        at(4, { type: 'usage', input: 900, output: 20, estimated: false }),
        at(5, { type: 'review-opened', interruptId: 'i', cards: [card] }),
        at(2_505, {
          type: 'review-decided',
          interruptId: 'i',
          callId: 'c',
          by: 'person',
          decision: {
            type: 'edit',
            editedAction: { name: 'jupyter_cell', args: { code: '2' } }
          }
        }),
        at(2_600, {
          type: 'call-finished',
          callId: 'c',
          state: 'done',
          text: 'Added ⟦one⟧',
          result: '2',
          images: 0,
          ms: 12
        }),
        at(2_700, { type: 'run-finished', runId: 'r', outcome: 'answered' })
      ],
      [
        {
          callId: 'c',
          attempt: 0,
          decision: {
            callId: 'c',
            decision: { type: 'approve' },
            hash: 'h',
            by: 'person',
            time: 2_505
          },
          intent: {
            callId: 'c',
            runId: 'r',
            tool: 'jupyter_cell',
            notebook: 'a.ipynb',
            hash: 'h',
            time: 2_510
          },
          effects: [
            {
              kind: 'insert',
              cellId: 'one',
              after: null,
              hash: 'h',
              time: 2_520
            },
            {
              kind: 'run',
              cellId: 'one',
              before: {
                id: 'one',
                type: 'code',
                source: 'long',
                metadata: {}
              },
              hash: 'h',
              msgId: 'msg',
              kernelId: 'k',
              process: 'p',
              time: 2_530
            }
          ],
          outcome: { callId: 'c', state: 'done', text: '2', time: 2_590 }
        }
      ]
    );
    expect(entries.map(({ time, kind, text }) => [time, kind, text])).toEqual([
      [1, 'message', 'Count them'],
      [2, 'run', 'A run began on a.ipynb with “Demo”'],
      [3, 'proposal', 'Adding a cell'],
      [4, 'request', 'A request to the model: 900 tokens in, 20 out'],
      [2_505, 'decision', 'Edited and approved: Adding a cell'],
      [2_520, 'effect', 'Inserted ⟦one⟧'],
      [2_530, 'effect', 'Sent ⟦one⟧ to the kernel'],
      [2_600, 'outcome', 'Added ⟦one⟧'],
      [2_700, 'run', 'The run ended with an answer']
    ]);
    expect(entries[4]).toMatchObject({
      by: 'person',
      after: 2_500,
      tool: 'jupyter_cell',
      decision: { editedAction: { args: { code: '2' } } }
    });
    expect(entries[6].detail).toEqual({
      kind: 'run',
      cellId: 'one',
      hash: 'h',
      msgId: 'msg',
      kernelId: 'k',
      process: 'p'
    });
  });

  it('counts from when a card was first shown; anew for one that came back', () => {
    const opened = at(10, {
      type: 'review-opened',
      interruptId: 'i',
      cards: [card, { ...card, callId: 'd' }]
    });
    const decided = (time: number, callId: string) =>
      at(time, {
        type: 'review-decided',
        interruptId: 'i',
        callId,
        decision: { type: 'approve' },
        by: 'person'
      });
    const entries = audit([
      opened,
      // Shown again after a reload.
      { ...opened, time: 500 },
      at(600, {
        type: 'review-voided',
        interruptId: 'i',
        card: { ...card, callId: 'd', voided: 'It has changed.' }
      }),
      decided(1_010, 'c'),
      decided(1_010, 'd')
    ]);
    expect(entries.map(({ text, after }) => [text, after])).toEqual([
      ['A card was shown again: It has changed.', undefined],
      ['Approved: a call', 1_000],
      ['Approved: a call', 410]
    ]);
  });

  it('has a decision before what it led to, though it was reported later', () => {
    const effect = { kind: 'shell', hash: '', time: 1_020 } as const;
    const entries = audit(
      [
        at(10, { type: 'review-opened', interruptId: 'i', cards: [card] }),
        at(9_000, {
          type: 'review-decided',
          interruptId: 'i',
          callId: 'c',
          decision: { type: 'approve' },
          by: 'person',
          decidedAt: 1_010
        })
      ],
      [{ callId: 'c', attempt: 0, effects: [effect] }]
    );
    expect(entries.map(({ kind, time, after }) => [kind, time, after])).toEqual(
      [
        ['decision', 1_010, 1_000],
        ['effect', 1_020, undefined]
      ]
    );
  });

  it('names the rule that let a call through, and an end that only the journal knows', () => {
    const entries = audit(
      [proposed(1)],
      [
        {
          callId: 'c',
          attempt: 1,
          decision: {
            callId: 'c',
            decision: { type: 'approve' },
            hash: '',
            by: 'this turn',
            time: 2
          },
          effects: [{ kind: 'shell', hash: 'h', time: 3 }],
          outcome: {
            callId: 'c',
            state: 'stopped',
            text: 'cut short',
            time: 4
          }
        }
      ]
    );
    expect(entries.slice(1)).toEqual([
      expect.objectContaining({ kind: 'decision', by: 'this turn' }),
      expect.objectContaining({
        kind: 'effect',
        text: 'Sent a command to the server',
        detail: { kind: 'shell', hash: 'h', attempt: 1 }
      }),
      expect.objectContaining({
        kind: 'outcome',
        text: 'cut short',
        detail: { state: 'stopped' }
      })
    ]);
  });

  it('tells questions: answered, not answered in time, stopped', () => {
    const asked = (time: number, id: string) =>
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
    ) => at(time, { type: 'interrupt-closed', interruptId, by, answer });
    const entries = audit([
      asked(1, 'a'),
      asked(2, 'b'),
      asked(3, 'c'),
      closed(11, 'a', 'person', { confirmed: false }),
      closed(12, 'b', 'timeout', { cancelled: true }),
      closed(13, 'c', 'stop', null)
    ]).slice(3);
    expect(entries).toEqual([
      expect.objectContaining({
        kind: 'decision',
        text: 'Declined: “Go a”',
        by: 'person',
        after: 10,
        detail: { interruptId: 'a', answer: { confirmed: false } }
      }),
      expect.objectContaining({
        kind: 'timeout',
        text: 'Nobody answered in time: “Go b”',
        by: 'timeout'
      }),
      expect.objectContaining({ text: 'Not answered: “Go c”', by: 'stop' })
    ]);
  });

  it('tells duplicates that were refused, what was undone, and branches', () => {
    const entries = audit(
      [
        at(1, { type: 'notice', code: 'duplicate-decision', text: 'Before.' }),
        at(2, { type: 'notice', code: 'other', text: 'No matter.' }),
        at(3, { type: 'undone', runId: 'r', text: 'Undid 2 cells' })
      ],
      [],
      [
        { id: '', parent: null, events: 0, checkpointId: null, created: 0 },
        { id: 'b', parent: '', events: 1, checkpointId: 'k', created: 2 }
      ]
    );
    expect(entries.map(({ kind }) => kind)).toEqual([
      'duplicate',
      'branch',
      'undo'
    ]);
  });

  it('a file’s content before is not in it', () => {
    const [entry] = audit(
      [],
      [
        {
          callId: 'c',
          attempt: 0,
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
      ]
    );
    expect(entry.text).toBe('Wrote a.csv');
    expect(JSON.stringify(entry)).not.toContain('secret');
  });
});

describe('the audit of a plan', () => {
  it('has its steps, what was decided about it, and what memory changed', () => {
    const plan = 'p';
    const entries = audit([
      at(1, {
        type: 'plan-proposed',
        plan,
        steps: [planStep.parse({ id: 's1', title: 'Load' })]
      }),
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
        answer: {
          action: 'accept',
          steps: [planStep.parse({ id: 's1', title: 'Load' })],
          level: 'outside'
        },
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
    ]);
    expect(entries.map(({ kind, text }) => [kind, text])).toEqual([
      ['proposal', 'A plan of 1 step'],
      ['run', 'It builds on what worked.'],
      ['decision', 'Accepted, with fewer cards while it runs: “A question”'],
      [
        'decision',
        'The plan asks only for shell commands, network tools and files outside the notebook’s folder'
      ],
      ['outcome', 'Step failed: “Load”. “No file.”'],
      ['run', 'The plan was stopped']
    ]);
  });
});
