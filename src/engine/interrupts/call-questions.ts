import {
  interruptSchema,
  type EventBody,
  type IInterruptStatus,
  type IMcpQuestion,
  type InterruptPayload,
  type InterruptRequest,
  type ITranslator,
  type McpAnswer,
  type InterruptAnswer
} from '../../contract';
import { requestProblem } from '../graph-interrupts/ask-person';
import type {
  IAskingCall,
  ICallQuestions
} from '../run-context/call-questions';
import { PendingQuestion } from './pending-question';

export interface ICallQuestionsOptions {
  tell(body: EventBody): void;
  /** Called with the number of questions that are open. */
  note(count: number): void;
  /** Resolves once all events so far are durable. */
  settled(): Promise<void>;
  trans: ITranslator;
}

/** The most questions that one call may ask; further ones are declined. */
const MAX_QUESTIONS = 30;
/**
 * The most characters of a question, which is stored as long as its
 * conversation.
 */
const MAX_CHARACTERS = 100_000;

interface IOpen {
  callId: string;
  pending: PendingQuestion;
  /** Whether it was shown, by this page or an earlier one. */
  isShown: boolean;
  /** Whether its end was reported. */
  isTold: boolean;
  /** Called once it has an answer, or can no longer get one. */
  done?: () => void;
}

/**
 * Questions that running calls ask the person. The graph does not pause for
 * them, since a call that pauses would be sent again: the call waits, and gets
 * the answer.
 */
export class CallQuestions implements ICallQuestions {
  private readonly _options: ICallQuestionsOptions;
  private readonly _open = new Map<string, IOpen>();
  private readonly _counts = new Map<string, number>();

  constructor(options: ICallQuestionsOptions) {
    this._options = options;
  }

  get waiting(): IInterruptStatus['waiting'] {
    return [...this._open.values()]
      .filter(({ pending }) => pending.isOpen)
      .map(({ pending }) => pending.status);
  }

  takeOver(
    asked: InterruptPayload,
    { given, closed, openedAt }: Parameters<ICallQuestions['takeOver']>[1]
  ): void {
    const { trans } = this._options;
    const id = asked.interrupt_id;
    this._open.set(id, {
      callId: asked.step_id,
      pending: new PendingQuestion({
        value: asked,
        trans,
        given,
        openedAt
      }),
      isShown: true,
      isTold: closed
    });
    this._note();
  }

  async ask(question: IMcpQuestion, call: IAskingCall): Promise<McpAnswer> {
    const { trans, tell, settled } = this._options;
    const { callId, signal } = call;
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
    const asked = interruptSchema.parse(request);
    const open = this._open.get(id) ?? {
      callId,
      pending: new PendingQuestion({ value: asked, trans }),
      isShown: false,
      isTold: false
    };
    this._open.set(id, open);
    const { pending } = open;
    if (!open.isShown) {
      open.isShown = true;
      tell({ type: 'interrupt-opened', interrupt: pending.pending });
      this._note();
    }
    if (pending.isOpen && !signal.aborted) {
      await new Promise<void>(resolve => {
        open.done = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    this._close(id);
    // The answer is durable before the server gets it.
    await settled();
    return serverAnswer(pending.given);
  }

  answer(interruptId: string, answer: unknown): string | null | undefined {
    const open = this._open.get(interruptId);
    if (!open?.pending.isOpen) {
      return undefined;
    }
    const problem = open.pending.answer(answer);
    if (problem === null) {
      this._tellEnd(open);
      this._note();
      open.done?.();
    }
    return problem;
  }

  end(callId: string): void {
    for (const [id, open] of this._open) {
      if (open.callId === callId) {
        this._close(id);
        open.done?.();
      }
    }
  }

  private _close(id: string): void {
    const open = this._open.get(id);
    if (open) {
      this._open.delete(id);
      this._tellEnd(open);
      this._note();
    }
  }

  private _tellEnd(open: IOpen): void {
    if (!open.isTold) {
      open.isTold = true;
      const { interruptId, given, by } = open.pending;
      this._options.tell({
        type: 'interrupt-closed',
        interruptId,
        answer: given,
        by: given ? by : 'stop'
      });
    }
  }

  private _note(): void {
    this._options.note(this.waiting.length);
  }
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
