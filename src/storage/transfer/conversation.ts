import {
  NOT_RUN_FROM_FILE,
  type AgentEvent,
  type IThreadMessage
} from '../../contract';

type ModelMessage = Extract<IThreadMessage, { role: 'model' }>;
type ToolMessage = Extract<IThreadMessage, { role: 'tool' }>;

/** One answer of the model, with the results of its calls as they arrive. */
interface IStep {
  message: ModelMessage;
  /** The tool of each call, by call id. */
  tools: Map<string, string>;
  results: Map<string, ToolMessage>;
  /** The person's messages that came before the last result. */
  behind: IThreadMessage[];
}

/**
 * The conversation in a display log, in order, with each call's result right
 * after its message. A model reads exactly what the person can read.
 */
export function conversationOf(
  events: readonly AgentEvent[]
): IThreadMessage[] {
  const messages: IThreadMessage[] = [];
  const steps = new Set<string>();
  let step: IStep | null = null;
  const finish = (): void => {
    if (step) {
      messages.push(...closed(step));
      step = null;
    }
  };
  /** The step of a message: the current one or a new one; null if it is over. */
  const stepOf = (id: string): IStep | null => {
    if (step?.message.id !== id) {
      if (steps.has(id)) {
        return null;
      }
      finish();
      steps.add(id);
      step = {
        message: { role: 'model', id, text: '', calls: [] },
        tools: new Map(),
        results: new Map(),
        behind: []
      };
    }
    return step;
  };
  for (const event of events) {
    switch (event.type) {
      case 'user-message': {
        const message: IThreadMessage = {
          role: 'person',
          id: event.messageId,
          text: event.text,
          ...(event.attachments && { attachments: event.attachments })
        };
        if (step && isOpen(step)) {
          (step as IStep).behind.push(message);
        } else {
          finish();
          messages.push(message);
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
      case 'call-proposed': {
        const { callId: id, tool, args } = event;
        const at = stepOf(event.messageId);
        at?.message.calls.push({ id, tool, args });
        if (at && !at.tools.has(id)) {
          at.tools.set(id, tool);
        }
        break;
      }
      case 'call-finished': {
        const at = step as IStep | null;
        const tool = at?.tools.get(event.callId);
        if (at && tool !== undefined) {
          at.results.set(event.callId, {
            role: 'tool',
            callId: event.callId,
            tool,
            text: event.result,
            state: event.state
          });
        }
        break;
      }
    }
  }
  finish();
  return messages;
}

/** Every result belongs to a call, so comparing the counts is enough. */
function isOpen({ tools, results }: IStep): boolean {
  return results.size < tools.size;
}

function closed({ message, results, behind }: IStep): IThreadMessage[] {
  const answers = message.calls.map(
    ({ id, tool }): IThreadMessage =>
      results.get(id) ?? {
        role: 'tool',
        callId: id,
        tool,
        text: NOT_RUN_FROM_FILE,
        state: 'stopped'
      }
  );
  return [message, ...answers, ...behind];
}
