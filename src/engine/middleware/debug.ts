import { ToolMessage } from '@langchain/core/messages';
import { createMiddleware } from 'langchain';
import type { AIMessage } from 'langchain';

import { answerTitle, noteDebug, plainMessage, plainTool } from '../run-context/note-debug';
import { explainModelError } from '../errors/errors';
import type { Run } from '../run/run';
import { tokenUsage } from '../model/token-usage';

/**
 * Notes each request as it is sent, and what came back. The last in the list,
 * so that nothing changes a request behind it, and a repeated one is noted again.
 */
export function debugMiddleware(run: Run) {
  let requests = 0;
  return createMiddleware({
    name: 'debug',
    wrapModelCall: async (request, handler) => {
      if (!run.options.settings().debug) {
        return handler(request);
      }
      const { trans } = run.options;
      const { provider, choice } = run.recipient;
      const number = ++requests;
      noteDebug(run, () => ({
        kind: 'request',
        title: trans.__(
          'Request %1 to %2',
          number,
          provider.label(choice, trans)
        ),
        body: {
          system: request.systemMessage.text,
          messages: request.messages.map(plainMessage),
          tools: (request.tools ?? []).map(plainTool)
        }
      }));
      const started = Date.now();
      try {
        const answer = (await handler(request)) as AIMessage;
        noteDebug(run, () => {
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
        noteDebug(run, () => {
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
    }
  });
}

/** Notes each tool call with what the model reads of it. Stands before the gate. */
export function debugCallsMiddleware(run: Run) {
  return createMiddleware({
    name: 'debugCalls',
    wrapToolCall: async (request, handler) => {
      if (!run.options.settings().debug) {
        return handler(request);
      }
      const started = Date.now();
      const answer = await handler(request);
      noteDebug(run, () => ({
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
