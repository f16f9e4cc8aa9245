import {
  interruptSchema,
  type IMcpQuestion,
  type InterruptAnswer,
  type InterruptRequest,
  type ITranslator,
  type McpAnswer,
  type OpenQuestion
} from '../../contract';
import { requestProblem } from './ask-person';
import type { IAskingCall, ICallQuestions } from '../run/run-context';
import type { EventLog } from '../thread/thread-context';

interface ICallQuestionsOptions {
  log: Pick<EventLog, 'open' | 'tell' | 'settled'>;
  trans: ITranslator;
}

/** The most questions that one call may ask; further ones are declined. */
const MAX_QUESTIONS = 30;
/**
 * The most characters of a question, which is stored as long as its
 * conversation.
 */
const MAX_CHARACTERS = 100_000;

/**
 * Questions that running calls ask the person. The graph does not pause for
 * them, since a call that pauses would be sent again: the call waits, and gets
 * the answer. Whatever page showed a question, it is answered once.
 */
export class CallQuestions implements ICallQuestions {
  private readonly _counts = new Map<string, number>();
  /** What each call waits with, by question. */
  private readonly _waiting = new Map<string, () => void>();

  constructor(private readonly _options: ICallQuestionsOptions) {}

  async ask(question: IMcpQuestion, call: IAskingCall): Promise<McpAnswer> {
    const { log, trans } = this._options;
    const { callId, signal } = call;
    const { answers, questions } = log.open;
    const count = this._counts.get(callId) ?? 0;
    this._counts.set(callId, count + 1);
    const id = `${callId}-${call.key ?? `asked-${count}`}`;
    const request = serverQuestion(question, call.tool, trans, {
      interrupt_id: id,
      step_id: callId
    });
    const problem = tooMuch(count, request) ?? requestProblem(request);
    if (problem !== null) {
      console.warn(
        'Cellwright: a server asks a question that cannot be shown',
        problem
      );
      return { action: 'decline' };
    }
    if (!answers.has(id) && !questions.has(id)) {
      const interrupt = interruptSchema.parse(request);
      log.tell({ type: 'interrupt-opened', interrupt });
    }
    if (questions.has(id) && !signal.aborted) {
      await new Promise<void>(resolve => {
        this._waiting.set(id, resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    this._close(id);
    // The answer is durable before the server gets it.
    await log.settled();
    return serverAnswer(answers.get(id) ?? null);
  }

  closed(interruptId: string): void {
    this._waiting.get(interruptId)?.();
    this._waiting.delete(interruptId);
  }

  end(callId: string): void {
    for (const asked of this._options.log.open.questions.values()) {
      if (isOfCall(asked) && asked.step_id === callId) {
        this._close(asked.interrupt_id);
      }
    }
  }

  private _close(interruptId: string): void {
    const { log } = this._options;
    if (log.open.questions.has(interruptId)) {
      log.tell({
        type: 'interrupt-closed',
        interruptId,
        answer: null,
        by: 'stop'
      });
    }
    this.closed(interruptId);
  }
}

/** Whether a running call asks, and not the graph. */
export function isOfCall(asked: OpenQuestion): boolean {
  return 'asker' in asked && asked.asker !== undefined;
}

/** A server can ask long questions without end, and withdraw them by itself. */
function tooMuch(count: number, request: InterruptRequest): string | null {
  return count >= MAX_QUESTIONS
    ? `a call has asked ${MAX_QUESTIONS} times`
    : JSON.stringify(request).length > MAX_CHARACTERS
      ? 'it is too long'
      : null;
}

/**
 * A server's question as a card: a form, a page that opens with a click, or
 * whether the person is done with such a page. It is not checked yet: a server
 * may send anything.
 *
 * @param tool the tool of ours whose call asks.
 */
function serverQuestion(
  question: IMcpQuestion,
  tool: string,
  trans: ITranslator,
  address: { interrupt_id: string; step_id: string }
): InterruptRequest {
  const { server, host, message } = question;
  const common = { ...address, node_ref: tool, text: message };
  if (question.mode === 'form') {
    return {
      ...common,
      kind: 'form',
      title: trans.__('“%1” asks you', server),
      schema: question.schema as { type: 'object' },
      asker: { server, host }
    };
  }
  const { url } = question;
  if (question.mode === 'done') {
    return {
      ...common,
      kind: 'confirm',
      title: trans.__('Are you done at %1?', new URL(url).host),
      text: trans.__(
        '“%1” accepts the call only once you are done. Nothing is sent until you answer.',
        server
      ),
      yes: trans.__('Send the call again'),
      no: trans.__('Decline'),
      asker: { server, host }
    };
  }
  return {
    ...common,
    kind: 'confirm',
    title: trans.__('“%1” asks you to open a page', server),
    yes: trans.__('Open %1', new URL(url).host),
    no: trans.__('Decline'),
    asker: { server, host, url }
  };
}

/** The person's answer in the form the server gets. */
function serverAnswer(answer: InterruptAnswer | null): McpAnswer {
  if (!answer || 'cancelled' in answer) {
    return { action: answer?.why === 'declined' ? 'decline' : 'cancel' };
  }
  if ('confirmed' in answer) {
    return { action: answer.confirmed ? 'accept' : 'decline' };
  }
  return 'values' in answer
    ? { action: 'accept', values: answer.values }
    : { action: 'cancel' };
}
