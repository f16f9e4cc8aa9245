import { createMiddleware, type AIMessage } from 'langchain';

import { answerTitle, plainMessage, plainTool } from './plain-message';
import { explainModelError } from '../errors/explain-run-error';
import type { IRunContext } from '../run-context/run-context';
import { tokenUsage } from '../model/token-usage';

/**
 * Notes each request as it is sent, and the answer. It is innermost, so that
 * nothing changes a request any more, and a repeated request is noted again.
 */
export function debugMiddleware(run: IRunContext) {
  const { note } = run;
  const { settings, offer, trans } = run.options;
  let requests = 0;
  return createMiddleware({
    name: 'debug',
    wrapModelCall: async (request, handler) => {
      if (!settings().debug) {
        return handler(request);
      }
      const { provider, choice } = run.recipient;
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
          offered: offer.reasons(trans)
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
    }
  });
}
