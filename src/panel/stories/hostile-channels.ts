import type { EventBody, IReviewCard } from '../../contract';
import { codeCard } from '../../testing/fake-agent';
import {
  callFinished,
  callProposed,
  finalAnswer,
  reviewDecided,
  reviewOpened,
  runEnded,
  runStarted,
  userMessage
} from './events';

/**
 * Every way in which somebody else's text gets into the panel: events that
 * carry it, in the order in which they are emitted.
 */
export const CHANNELS: Record<string, (text: string) => EventBody[]> = {
  'a model’s text': text => [
    { type: 'text-delta', messageId: 'm1', delta: text },
    { type: 'model-message', messageId: 'm1', text }
  ],
  'text that still streams': text => [
    { type: 'text-delta', messageId: 'm1', delta: text }
  ],
  'a final answer': text => [finalAnswer(text, { nextItems: [text, text] })],
  thinking: text => [
    { type: 'model-message', messageId: 'm1', text: '', reasoning: text }
  ],
  'a summary': text => [{ type: 'summary', text, messages: 3 }],
  'a call and its result': text => [
    callProposed('a', {
      tool: text,
      args: { [text]: text, list: [text] },
      text
    }),
    { type: 'call-started', callId: 'a' },
    callFinished('a', {
      state: 'failed',
      text,
      result: text,
      cellId: text,
      images: 1
    })
  ],
  'a call that runs': text => [
    callProposed('a', { tool: 'execute_command', text }),
    { type: 'call-started', callId: 'a' },
    { type: 'call-progress', callId: 'a', text, output: text }
  ],
  'a card with code': text =>
    card(text, { kind: 'code', mimeType: text, text }),
  'a card with a change': text =>
    card(text, {
      kind: 'diff',
      mimeType: 'text/x-ipython',
      before: text,
      text: `${text} `
    }),
  'a card with a file': text =>
    card(text, {
      kind: 'file',
      path: text,
      mimeType: text,
      before: text,
      text: `${text} `
    }),
  'a card with a command': text =>
    card(text, {
      kind: 'command',
      text,
      cwd: text,
      stdin: text,
      environment: text
    }),
  'a card with cells': text =>
    card(text, {
      kind: 'cells',
      mimeType: 'text/x-ipython',
      cells: [{ id: text, source: text }]
    }),
  'a question': text =>
    card(
      text,
      {
        kind: 'question',
        question: text,
        options: [text, `${text} `],
        multiple: false
      },
      { allowedDecisions: ['respond', 'reject'] }
    ),
  'a card that was decided': text => [
    ...card(text, { kind: 'code', mimeType: 'text/plain', text }),
    reviewDecided('a', { type: 'reject', message: text })
  ],
  'the plan': text => [
    {
      type: 'todos',
      todos: [
        { content: text, status: 'in_progress' },
        { content: text, status: 'pending' }
      ]
    }
  ],
  'names of notebook, kernel and model': text => [
    runStarted({
      notebook: { path: text, name: text, kernel: text },
      model: { id: text, label: text, contextWindow: 1000 }
    })
  ],
  'an error': text => [runEnded('failed', { error: error(text) })],
  'a repeated call': text => [
    {
      type: 'model-retry',
      messageId: 'm1',
      attempt: 1,
      wait: 0,
      error: error(text)
    }
  ],
  'a limit': text => [runEnded('limit', { error: error(text) })],
  'a notice': text => [{ type: 'notice', code: 'other', text }],
  'a message with attachments': text => [
    userMessage('u2', text, [
      { kind: 'cell', cellId: text, notebook: text, selection: text },
      { kind: 'variable', name: text },
      { kind: 'file', path: text }
    ])
  ],
  'a queued message': text => [{ type: 'queued', messageId: 'q', text }],
  'the debug view': text => [
    {
      type: 'debug',
      entry: {
        id: 'd1',
        runId: text,
        kind: 'answer',
        title: text,
        characters: text.length,
        body: { [text]: text }
      }
    }
  ]
};

const error = (text: string) => ({
  code: text,
  title: text,
  text,
  retryable: true
});

/** A card in which every text is the payload. */
function card(
  text: string,
  body: IReviewCard['body'],
  change: Partial<IReviewCard> = {}
): EventBody[] {
  return [
    reviewOpened([
      codeCard('a', {
        tool: text,
        args: { [text]: text },
        title: text,
        sentence: text,
        place: text,
        reason: text,
        voided: text,
        elsewhere: true,
        body,
        ...change
      })
    ])
  ];
}
