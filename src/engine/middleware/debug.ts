import { ToolMessage } from '@langchain/core/messages';
import { createMiddleware, type AIMessage } from 'langchain';

import type { ITranslator } from '../../contract';
import { answerTitle, plainMessage, plainTool } from './plain-message';
import { explainModelError } from '../errors/explain-run-error';
import type { IAnsweringModel } from '../run-context/answering-model';
import type { Note } from '../run-context/run-context';
import { tokenUsage } from '../model/token-usage';

export interface IDebugOptions {
  /** Whether the debug view is on. */
  isOn(): boolean;
  /** The model that will answer. */
  recipient(): IAnsweringModel;
  /** The reason why each tool is offered, by name. */
  offered(): Record<string, string>;
  trans: ITranslator;
  note: Note;
}

/**
 * Notes each request as it is sent, and the answer; each call, and the result
 * that the model reads. Only the gate comes after it, so that nothing changes a
 * request any more, and a repeated request is noted again.
 */
export function debugMiddleware(options: IDebugOptions) {
  const { isOn, recipient, offered, trans, note } = options;
  let requests = 0;
  return createMiddleware({
    name: 'debug',
    wrapModelCall: async (request, handler) => {
      if (!isOn()) {
        return handler(request);
      }
      const { provider, choice } = recipient();
      const number = ++requests;
      note(() => ({
        kind: 'request',
        title: trans.__(
          'Request %1 to %2',
          number,
          provider.label(choice, trans)
        ),
        body: {
          system: request.systemMessage.text,
          messages: request.messages.map(plainMessage),
          tools: (request.tools ?? []).map(plainTool),
          offered: offered()
        }
      }));
      const started = Date.now();
      try {
        const answer = (await handler(request)) as AIMessage;
        note(() => {
          const { input, output } = tokenUsage(request.messages, answer);
          return {
            kind: 'answer',
            title: trans.__('Answer %1: %2', number, answerTitle(answer)),
            ms: Date.now() - started,
            tokens: { input, output },
            body: {
              ...plainMessage(answer),
              metadata: answer.response_metadata
            }
          };
        });
        return answer;
      } catch (error) {
        note(() => {
          const { code, title, text } = explainModelError(error, trans);
          return {
            kind: 'error',
            title: trans.__('Answer %1: %2', number, title),
            ms: Date.now() - started,
            body: { code, title, text }
          };
        });
        throw error;
      }
    },
    wrapToolCall: async (request, handler) => {
      if (!isOn()) {
        return handler(request);
      }
      const started = Date.now();
      const answer = await handler(request);
      note(() => ({
        kind: 'tool',
        title: request.toolCall.name,
        ms: Date.now() - started,
        body: {
          call: request.toolCall.id,
          args: request.toolCall.args,
          result: ToolMessage.isInstance(answer)
            ? plainMessage(answer)
            : 'more than one message'
        }
      }));
      return answer;
    }
  });
}
