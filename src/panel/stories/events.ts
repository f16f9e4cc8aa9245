import type {
  Decision,
  EventBody,
  IAttachment,
  InterruptAnswer,
  IReviewCard,
  OpenQuestion
} from '../../contract';

type Body<T extends EventBody['type']> = Extract<EventBody, { type: T }>;

export const runStarted = (
  more: Partial<Body<'run-started'>> = {}
): Body<'run-started'> => ({
  type: 'run-started',
  runId: 'r1',
  notebook: {
    path: 'work/penguins.ipynb',
    name: 'penguins.ipynb',
    kernel: 'Python 3 (ipykernel)'
  },
  model: { id: 'demo', label: 'Demo', contextWindow: 100_000 },
  ...more
});

export const userMessage = (
  messageId: string,
  text: string,
  attachments?: IAttachment[]
): Body<'user-message'> => ({
  type: 'user-message',
  messageId,
  text,
  attachments
});

export const questionOpened = (
  interrupt: OpenQuestion
): Body<'interrupt-opened'> => ({ type: 'interrupt-opened', interrupt });

export const callProposed = (
  callId: string,
  more: Partial<Body<'call-proposed'>> = {}
): Body<'call-proposed'> => ({
  type: 'call-proposed',
  callId,
  messageId: 'm1',
  tool: 'jupyter_cell',
  args: {},
  text: 'Adding a cell',
  ...more
});

export const callFinished = (
  callId: string,
  more: Partial<Body<'call-finished'>> & { text: string }
): Body<'call-finished'> => ({
  type: 'call-finished',
  callId,
  state: 'done',
  result: '',
  images: 0,
  ...more
});

export const reviewOpened = (
  cards: IReviewCard[],
  more: Partial<Body<'review-opened'>> = {}
): Body<'review-opened'> => ({
  type: 'review-opened',
  interruptId: 'i1',
  cards,
  ...more
});

export const reviewDecided = (
  callId: string,
  decision: Decision = { type: 'approve' },
  by = 'person'
): Body<'review-decided'> => ({
  type: 'review-decided',
  interruptId: 'i1',
  callId,
  decision,
  by
});

export const questionClosed = (
  answer: InterruptAnswer | null,
  interruptId = 'i1',
  by: Body<'interrupt-closed'>['by'] = 'person'
): Body<'interrupt-closed'> => ({
  type: 'interrupt-closed',
  interruptId,
  answer,
  by
});

export const finalAnswer = (
  answer: string,
  more: Partial<Body<'final-answer'>> = {}
): Body<'final-answer'> => ({
  type: 'final-answer',
  callId: 'f',
  answer,
  nextItems: [],
  ...more
});

export const runEnded = (
  outcome: Body<'run-finished'>['outcome'] = 'answered',
  more: Partial<Body<'run-finished'>> = {}
): Body<'run-finished'> => ({
  type: 'run-finished',
  runId: 'r1',
  outcome,
  ...more
});
