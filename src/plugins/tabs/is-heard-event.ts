// A `title` or `label` here has the name of a type, not a text.
/* eslint-disable jupyter/no-untranslated-string */
import type { AgentEvent, EventBody } from '../../contract';

/**
 * The shape a value must have: a type, a pattern, a list of a shape, or an
 * object with such fields. A field with `?` after its name may be missing, and
 * one with `*` may be null.
 */
type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'object'
  | RegExp
  | readonly [Shape]
  | { readonly [field: string]: Shape };

const NUMBERS: Shape = [{ text: 'string', 'cellId*': 'string' }];
const TEXTS: Shape = ['string'];
const ERROR: Shape = {
  code: 'string',
  title: 'string',
  text: 'string',
  retryable: 'boolean'
};
const LIMIT: Shape = { until: 'number', then: /^(reject|cancel)$/ };
const DECISION: Shape = {
  type: /^(approve|edit|reject|respond)$/,
  'message?': 'string',
  'editedAction?': { name: 'string', args: 'object' }
};
const STEP: Shape = { id: 'string', title: 'string', on: 'boolean' };
const DELTA: Shape = { messageId: 'string', delta: 'string' };

/**
 * The shapes of events between tabs, by type. Of cards and questions only their
 * ids are used, to look them up in storage. Another tab cannot say by an event
 * who drives a thread.
 */
const SHAPES: Record<Exclude<EventBody['type'], 'driver'>, Shape> = {
  'run-started': {
    runId: 'string',
    notebook: { path: 'string', name: 'string', kernel: 'string' },
    model: { id: 'string', label: 'string', 'contextWindow*': 'number' }
  },
  'user-message': {
    messageId: 'string',
    text: 'string',
    'attachments?': [
      {
        kind: /^(cell|variable|file|image|document|resource)$/,
        'cellId?': 'string',
        'notebook?': 'string',
        'selection?': 'string',
        'name?': 'string',
        'path?': 'string',
        'mimeType?': 'string',
        'width?': 'number',
        'height?': 'number',
        'imageId?': 'string',
        'documentId?': 'string',
        'pages?': 'number',
        'server?': 'string',
        'uri?': 'string'
      }
    ]
  },
  queued: { messageId: 'string', 'text*': 'string' },
  'model-started': { messageId: 'string' },
  'text-delta': DELTA,
  'reasoning-delta': DELTA,
  'call-drafted': {
    messageId: 'string',
    tool: 'string',
    characters: 'number'
  },
  'model-retry': {
    messageId: 'string',
    attempt: 'number',
    wait: 'number',
    error: ERROR
  },
  'model-message': {
    messageId: 'string',
    text: 'string',
    'reasoning?': 'string',
    'numbers?': NUMBERS
  },
  'cells-named': { names: [{ name: 'string', id: 'string' }] },
  summary: { text: 'string', messages: 'number' },
  usage: {
    input: 'number',
    output: 'number',
    estimated: 'boolean',
    'cached?': 'number',
    'cost?': 'number'
  },
  'call-proposed': {
    callId: 'string',
    messageId: 'string',
    tool: 'string',
    args: 'object',
    text: 'string'
  },
  'call-started': { callId: 'string' },
  'notebook-saved': {},
  'call-progress': {
    callId: 'string',
    'text?': 'string',
    'done?': 'number',
    'cellId?': 'string',
    'output?': 'string'
  },
  'call-finished': {
    callId: 'string',
    state: /^(done|failed|rejected|stopped)$/,
    text: 'string',
    result: 'string',
    'ranArgs?': 'object',
    'cellId?': 'string',
    'ms?': 'number',
    images: 'number',
    'things?': [
      {
        kind: /^(image|sound|link)$/,
        'id?': 'string',
        'server?': 'string',
        'uri?': 'string',
        'name?': 'string'
      }
    ]
  },
  todos: {
    todos: [{ content: 'string', status: /^(pending|in_progress|completed)$/ }]
  },
  'review-opened': { interruptId: 'string', 'limit?': LIMIT },
  'review-limited': { interruptId: 'string', 'limit*': LIMIT },
  'review-voided': { interruptId: 'string', card: { callId: 'string' } },
  'review-decided': {
    interruptId: 'string',
    callId: 'string',
    decision: DECISION,
    by: 'string',
    'made?': 'number'
  },
  'review-closed': { interruptId: 'string' },
  'interrupt-opened': { interrupt: { interrupt_id: 'string' } },
  'interrupt-refused': { interruptId: 'string', problem: 'string' },
  'interrupt-closed': {
    interruptId: 'string',
    'answer*': {
      'confirmed?': 'boolean',
      'chosen?': TEXTS,
      'other?': 'string',
      'values?': 'object',
      'cancelled?': 'boolean',
      'action?': 'string',
      'steps?': [STEP],
      'why?': 'string'
    },
    by: /^(person|timeout|stop)$/
  },
  'plan-started': { plan: 'string', messageId: 'string', task: 'string' },
  'plan-routed': { plan: 'string', route: 'string', reason: 'string' },
  'plan-clarified': {
    plan: 'string',
    before: 'number',
    after: 'number',
    enhanced: 'string'
  },
  'plan-proposed': { plan: 'string', steps: [STEP] },
  'plan-level': { plan: 'string', level: /^(cell|step|outside)$/ },
  'plan-step': {
    plan: 'string',
    step: 'string',
    state: /^(pending|running|succeeded|failed|skipped)$/,
    'startedAt?': 'number',
    'endedAt?': 'number',
    cells: TEXTS,
    'reason?': 'string',
    'result?': 'string',
    'unchecked?': 'boolean'
  },
  'plan-progress': {
    plan: 'string',
    total: 'number',
    done: 'number',
    succeeded: 'number',
    failed: 'number',
    skipped: 'number',
    'validated?': 'number',
    percent: 'number'
  },
  'plan-synthesis': {
    plan: 'string',
    messageId: 'string',
    report: 'string',
    plain: 'boolean',
    'next?': TEXTS
  },
  'plan-ended': { plan: 'string', outcome: /^(done|chat|rejected|stopped)$/ },
  'memory-applied': {
    plan: 'string',
    what: 'string',
    kind: 'string',
    id: 'string',
    text: 'string'
  },
  branch: { branch: 'string' },
  undone: { runId: 'string', text: 'string' },
  'turn-rule': { on: 'boolean', effects: TEXTS, 'tools?': TEXTS },
  'final-answer': {
    callId: 'string',
    answer: 'string',
    'summary?': 'string',
    nextItems: TEXTS,
    'numbers?': NUMBERS
  },
  notice: { code: 'string', text: 'string' },
  'report-started': { report: 'string', title: 'string', notebook: 'string' },
  'report-progress': {
    report: 'string',
    steps: [
      {
        step: /^(plan|gather|evidence|check|write|review)$/,
        status: /^(pending|in_progress|completed|failed)$/,
        percent: 'number',
        ms: 'number',
        'since*': 'number'
      }
    ],
    percent: 'number'
  },
  'report-text': {
    report: 'string',
    section: 'string',
    attempt: 'number',
    delta: 'string'
  },
  'report-draft': { report: 'string', markdown: 'string' },
  'report-line': { report: 'string', text: 'string' },
  'report-finished': {
    report: 'string',
    result: {
      outcome: /^(saved|downloaded|rejected|discarded|failed)$/,
      kind: 'string',
      title: 'string',
      paths: TEXTS,
      forms: TEXTS,
      sections: TEXTS,
      approved: 'boolean',
      changes: TEXTS,
      untraced: TEXTS,
      reason: 'string'
    }
  },
  debug: {
    entry: {
      id: 'string',
      runId: 'string',
      kind: 'string',
      title: 'string',
      characters: 'number',
      'ms?': 'number',
      'tokens?': { input: 'number', output: 'number' }
    }
  },
  'run-finished': {
    runId: 'string',
    outcome: /^(answered|stopped|failed|limit|interrupted)$/,
    'error?': ERROR,
    'changed?': 'boolean'
  }
};

/**
 * Whether a value from another tab is an event that this version knows. Any
 * page of the origin can send one, and so can another version of this one.
 */
export function isHeardEvent(value: unknown): value is AgentEvent {
  if (!fits(value, { type: 'string', threadId: 'string', time: 'number' })) {
    return false;
  }
  const { type } = value as AgentEvent;
  return (
    Object.hasOwn(SHAPES, type) &&
    fits(value, SHAPES[type as keyof typeof SHAPES])
  );
}

function fits(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'string') {
    return (
      typeof value === shape &&
      value !== null &&
      (shape !== 'number' || Number.isFinite(value))
    );
  }
  if (shape instanceof RegExp) {
    return typeof value === 'string' && shape.test(value);
  }
  if (isList(shape)) {
    return Array.isArray(value) && value.every(each => fits(each, shape[0]));
  }
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(shape).every(([name, inner]) => {
      const found: unknown = Reflect.get(value, name.replace(/[?*]$/, ''));
      return (
        (found === undefined && name.endsWith('?')) ||
        (found === null && name.endsWith('*')) ||
        fits(found, inner)
      );
    })
  );
}

function isList(shape: object): shape is readonly [Shape] {
  return Array.isArray(shape);
}
