import type { EventBody } from '../../contract';
import { codeCard } from '../../testing/fake-agent';
import { isHeardEvent } from './is-heard-event';

type Told = Exclude<EventBody['type'], 'driver'>;

const ERROR = { code: 'c', title: 't', text: 'x', retryable: true };

/** One of each type, with all the fields it may have. */
const EVENTS: { [T in Told]: Extract<EventBody, { type: T }> } = {
  'run-started': {
    type: 'run-started',
    runId: 'r',
    notebook: { path: 'a.ipynb', name: 'a.ipynb', kernel: '' },
    model: { id: 'm', label: 'M', contextWindow: null }
  },
  'user-message': {
    type: 'user-message',
    messageId: 'm',
    text: 'x',
    attachments: [
      { kind: 'cell', cellId: 'c', notebook: 'a.ipynb', selection: undefined },
      { kind: 'variable', name: 'df' },
      { kind: 'file', path: 'a.csv' },
      {
        kind: 'image',
        name: 'a.png',
        mimeType: 'image/png',
        width: 1,
        height: 2,
        imageId: 'i'
      },
      {
        kind: 'document',
        name: 'a.pdf',
        mimeType: 'application/pdf',
        pages: 2,
        documentId: 'd',
        server: 's'
      },
      { kind: 'resource', server: 's', uri: 'a://b', name: 'b' }
    ]
  },
  queued: { type: 'queued', messageId: 'm', text: null },
  'model-started': { type: 'model-started', messageId: 'm' },
  'text-delta': { type: 'text-delta', messageId: 'm', delta: 'x' },
  'reasoning-delta': { type: 'reasoning-delta', messageId: 'm', delta: 'x' },
  'call-drafted': {
    type: 'call-drafted',
    messageId: 'm',
    tool: 't',
    characters: 1
  },
  'model-retry': {
    type: 'model-retry',
    messageId: 'm',
    attempt: 1,
    wait: 1,
    error: ERROR
  },
  'model-message': {
    type: 'model-message',
    messageId: 'm',
    text: '',
    reasoning: 'x'
  },
  'cells-named': {
    type: 'cells-named',
    names: [{ name: '3f2a', id: '3f2a9c11-0000-4000-8000-000000000000' }]
  },
  summary: { type: 'summary', text: 'x', messages: 3 },
  usage: { type: 'usage', input: 1, output: 1, estimated: true, cost: 0.1 },
  'call-proposed': {
    type: 'call-proposed',
    callId: 'c',
    messageId: 'm',
    tool: 't',
    args: { a: [1] },
    text: 'x'
  },
  'notebook-saved': { type: 'notebook-saved' },
  'call-started': { type: 'call-started', callId: 'c' },
  'call-progress': { type: 'call-progress', callId: 'c', output: 'x' },
  'call-finished': {
    type: 'call-finished',
    callId: 'c',
    state: 'done',
    text: 'x',
    result: '',
    ranArgs: { a: 1 },
    cellId: 'c',
    ms: 1,
    images: 0,
    things: [
      { kind: 'image', id: 'i' },
      { kind: 'sound', id: 's' },
      { kind: 'link', server: 's', uri: 'a://b', name: 'b' }
    ]
  },
  todos: { type: 'todos', todos: [{ content: 'x', status: 'in_progress' }] },
  'review-opened': {
    type: 'review-opened',
    interruptId: 'i',
    cards: [codeCard('c')]
  },
  'review-limited': {
    type: 'review-limited',
    interruptId: 'i',
    limit: { until: 1, then: 'reject' }
  },
  'review-voided': {
    type: 'review-voided',
    interruptId: 'i',
    card: codeCard('c')
  },
  'review-decided': {
    type: 'review-decided',
    interruptId: 'i',
    callId: 'c',
    decision: { type: 'edit', editedAction: { name: 't', args: {} } },
    by: 'person'
  },
  'review-closed': { type: 'review-closed', interruptId: 'i' },
  'interrupt-opened': {
    type: 'interrupt-opened',
    interrupt: {
      kind: 'confirm',
      interrupt_id: 'i',
      node_ref: 'n',
      step_id: 's',
      title: 't',
      text: ''
    }
  },
  'interrupt-refused': {
    type: 'interrupt-refused',
    interruptId: 'i',
    problem: 'x'
  },
  'interrupt-closed': {
    type: 'interrupt-closed',
    interruptId: 'i',
    answer: null,
    by: 'timeout'
  },
  'plan-started': {
    type: 'plan-started',
    plan: 'p',
    messageId: 'm',
    task: 'x'
  },
  'plan-routed': {
    type: 'plan-routed',
    plan: 'p',
    route: 'tool_required',
    reason: ''
  },
  'plan-clarified': {
    type: 'plan-clarified',
    plan: 'p',
    before: 0.3,
    after: 1,
    enhanced: 'x'
  },
  'plan-proposed': {
    type: 'plan-proposed',
    plan: 'p',
    steps: [
      {
        id: 's1',
        title: 't',
        does: '',
        tools: [],
        needs: [],
        worked: '',
        reads: false,
        beside: false,
        on: true
      }
    ]
  },
  'plan-level': { type: 'plan-level', plan: 'p', level: 'outside' },
  'plan-step': {
    type: 'plan-step',
    plan: 'p',
    step: 's1',
    state: 'failed',
    startedAt: 1,
    endedAt: 2,
    cells: ['c'],
    reason: 'x',
    result: 'y',
    unchecked: true
  },
  'plan-progress': {
    type: 'plan-progress',
    plan: 'p',
    total: 1,
    done: 1,
    succeeded: 0,
    failed: 1,
    skipped: 0,
    validated: 0,
    percent: 0
  },
  'plan-synthesis': {
    type: 'plan-synthesis',
    plan: 'p',
    messageId: 'm',
    report: '# x',
    plain: false
  },
  'plan-ended': { type: 'plan-ended', plan: 'p', outcome: 'done' },
  'memory-applied': {
    type: 'memory-applied',
    plan: 'p',
    what: 'plan',
    kind: 'plan',
    id: 'k',
    text: 'x'
  },
  branch: { type: 'branch', branch: '' },
  undone: { type: 'undone', runId: 'r', text: 'x' },
  'turn-rule': { type: 'turn-rule', on: true, effects: ['shell'] },
  'final-answer': {
    type: 'final-answer',
    callId: 'c',
    answer: 'x',
    summary: 'x',
    nextItems: ['x']
  },
  notice: { type: 'notice', code: 'other', text: 'x' },
  'report-started': {
    type: 'report-started',
    report: 'r',
    title: 't',
    notebook: 'a.ipynb'
  },
  'report-progress': {
    type: 'report-progress',
    report: 'r',
    steps: [
      { step: 'plan', status: 'completed', percent: 100, ms: 1, since: null },
      { step: 'gather', status: 'in_progress', percent: 5, ms: 1, since: 2 }
    ],
    percent: 20
  },
  'report-text': {
    type: 'report-text',
    report: 'r',
    section: 's1',
    attempt: 1,
    delta: 'x'
  },
  'report-draft': { type: 'report-draft', report: 'r', markdown: '# x' },
  'report-line': { type: 'report-line', report: 'r', text: 'x' },
  'report-finished': {
    type: 'report-finished',
    report: 'r',
    result: {
      outcome: 'saved',
      kind: 'general',
      title: 't',
      paths: ['report.md'],
      forms: ['md'],
      sections: ['Result'],
      approved: true,
      changes: [],
      untraced: ['17'],
      reason: ''
    }
  },
  debug: {
    type: 'debug',
    entry: {
      id: 'e',
      runId: 'r',
      kind: 'request',
      title: 't',
      characters: 1,
      body: null
    }
  },
  'run-finished': {
    type: 'run-finished',
    runId: 'r',
    outcome: 'failed',
    error: ERROR,
    changed: true
  }
};

describe('what another tab tells', () => {
  it.each(Object.entries(EVENTS))('is heard: %s', (_, body) => {
    expect(isHeardEvent({ ...body, threadId: 't', time: 1 })).toBe(true);
  });

  it.each(Object.entries(EVENTS))(
    'is not heard without what it needs: %s',
    (type, body) => {
      // One type has no fields at all.
      expect(isHeardEvent({ type, threadId: 't', time: 1 })).toBe(
        type === 'notebook-saved'
      );
      expect(isHeardEvent(body)).toBe(false);
    }
  );
});
