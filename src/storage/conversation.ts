import type { AgentEvent, IThreadMessage } from '../contract';

type ModelMessage = Extract<IThreadMessage, { role: 'model' }>;
type ToolMessage = Extract<IThreadMessage, { role: 'tool' }>;

/** One answer of the model, with the results of its calls as they come. */
interface IStep {
  message: ModelMessage;
  results: Map<string, ToolMessage>;
  /** What the person said before the last result was there. */
  behind: IThreadMessage[];
}

/**
 * The conversation behind a display log: each call has its result right behind
 * its message, in order. What the person can read is what a model reads, and
 * nothing else.
 */
export function conversationOf(
  events: readonly AgentEvent[]
): IThreadMessage[] {
  const messages: IThreadMessage[] = [];
  const steps = new Set<string>();
  let step: IStep | null = null;
  const finish = (isLast: boolean): void => {
    if (step) {
      messages.push(...closed(step, isLast));
      step = null;
    }
  };
  /** The step of a message: the one at hand, or a new one; null for one that is over. */
  const stepOf = (id: string): IStep | null => {
    if (step?.message.id !== id) {
      if (steps.has(id)) {
        return null;
      }
      finish(false);
      steps.add(id);
      step = {
        message: { role: 'model', id, text: '', calls: [] },
        results: new Map(),
        behind: []
      };
    }
    return step;
  };
  for (const event of events) {
    switch (event.type) {
      case 'user-message': {
        const said: IThreadMessage = {
          role: 'person',
          id: event.messageId,
          text: event.text,
          ...(event.attachments && { attachments: event.attachments })
        };
        if (step && openCalls(step).length > 0) {
          (step as IStep).behind.push(said);
        } else {
          finish(false);
          messages.push(said);
        }
        break;
      }
      case 'model-message': {
        const at = stepOf(event.messageId);
        if (at) {
          at.message.text = event.text;
        }
        break;
      }
      case 'call-proposed':
        stepOf(event.messageId)?.message.calls.push({
          id: event.callId,
          tool: event.tool,
          args: event.args
        });
        break;
      case 'call-finished': {
        const call = (step as IStep | null)?.message.calls.find(
          ({ id }) => id === event.callId
        );
        if (call) {
          (step as IStep | null)?.results.set(call.id, {
            role: 'tool',
            callId: call.id,
            tool: call.tool,
            text: event.result,
            state: event.state
          });
        }
        break;
      }
    }
  }
  finish(true);
  return messages;
}

/** Calls at the end of a conversation that wait for a decision. */
export function waitingCalls(messages: readonly IThreadMessage[]): number {
  const last = messages[messages.length - 1];
  return last?.role === 'model' ? last.calls.length : 0;
}

function openCalls({ message, results }: IStep): string[] {
  return message.calls.map(({ id }) => id).filter(id => !results.has(id));
}

function closed(step: IStep, isLast: boolean): IThreadMessage[] {
  const { message, results, behind } = step;
  // A review stands before all calls of a step: with one result, it is over.
  const waits = isLast && results.size === 0 && behind.length === 0;
  if (waits) {
    return [message];
  }
  const answers = message.calls.map(
    ({ id, tool }): IThreadMessage =>
      results.get(id) ?? {
        role: 'tool',
        callId: id,
        tool,
        text: 'Not run: the conversation went on without it.',
        state: 'stopped'
      }
  );
  return [message, ...answers, ...behind];
}
