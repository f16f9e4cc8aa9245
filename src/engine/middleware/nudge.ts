import { HumanMessage } from '@langchain/core/messages';
import type * as LangChain from 'langchain';

import type { IMiddlewareDeclaration } from '../../contract';
import { isNudged, nudge } from '../model/nudge';

/**
 * Nudges models that stall between steps; the text is only sent, never stored.
 * It has the name of its setting, `context.continuation`.
 */
export const nudgeMiddleware: IMiddlewareDeclaration<typeof LangChain> = {
  name: 'continuation',
  place: 'outermost',
  create: ({ createMiddleware }, run) =>
    createMiddleware({
      name: 'continuation',
      wrapModelCall: (request, handler) => {
        const text = isNudged(run.settings().context.continuation, run.stalls)
          ? nudge(request.messages, run.reviewed)
          : null;
        if (text === null) {
          return handler(request);
        }
        run.note(run.trans.__('Named the next step'), () => text);
        return handler({
          ...request,
          messages: [...request.messages, new HumanMessage(text)]
        });
      }
    })
};
