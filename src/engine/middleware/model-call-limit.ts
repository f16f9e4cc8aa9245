import {
  createMiddleware,
  modelCallLimitMiddleware as langchainsLimit
} from 'langchain';
import type { BaseMessage } from '@langchain/core/messages';

import { causeIn } from '../errors/errors';

export interface IModelCallLimitOptions {
  /** Requests a run may send, as it is set now. */
  limit(): number;
  /** Those that were sent before this page, or this card, by what was said. */
  before?(messages: readonly BaseMessage[]): number;
}

/**
 * LangChain's limit on model calls, counted in the run. As it comes it counts
 * in two hooks, each a node and a checkpoint a step, and takes its count back
 * only when a run ends well: after Stop or an error it would carry over. A run
 * of ours begins at none, and so does its continuation; a step of a workflow,
 * whose graph is made anew after each card, goes on with its count.
 *
 * @throws LangChain's `ModelCallLimitMiddlewareError` at the call too many.
 */
export function modelCallLimitMiddleware(options: IModelCallLimitOptions) {
  const langchains = langchainsLimit({
    get runLimit() {
      return options.limit();
    },
    exitBehavior: 'error'
  });
  const { hook } = langchains.beforeModel as { hook: LimitHook };
  let calls: number | null = null;
  return createMiddleware({
    name: 'modelCallLimit',
    contextSchema: langchains.contextSchema,
    wrapModelCall: (request, handler) => {
      calls ??= options.before?.(request.messages) ?? 0;
      hook(
        { runModelCallCount: calls, threadModelCallCount: calls },
        request.runtime
      );
      calls++;
      return handler(request);
    }
  });
}

type LimitHook = (
  state: { runModelCallCount: number; threadModelCallCount: number },
  runtime: unknown
) => unknown;

/** Whether an error, or what caused it, is the limit. */
export function isModelCallLimit(error: unknown): boolean {
  return (
    causeIn(error, each => each.name === 'ModelCallLimitMiddlewareError') !==
    undefined
  );
}
