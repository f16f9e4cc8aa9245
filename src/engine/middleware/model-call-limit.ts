import {
  createMiddleware,
  modelCallLimitMiddleware as langchainsLimit
} from 'langchain';
import type { BaseMessage } from '@langchain/core/messages';

import { causeIn } from '../errors/errors';

export interface IModelCallLimitOptions {
  /** How many requests a run may send, as set at the moment. */
  limit(): number;
  /**
   * How many requests were sent before this page or this card, counted from the
   * messages.
   */
  before?(messages: readonly BaseMessage[]): number;
}

/**
 * LangChain's limit on model calls, counted per run. LangChain's own version
 * counts in two hooks, each of which costs a node and a checkpoint per step,
 * and resets its count only when a run ends well: after Stop or an error it
 * would carry over. Here every run begins at zero, and so does its
 * continuation; only a step of a workflow, whose graph is made again after each
 * card, continues its count.
 *
 * @throws LangChain's `ModelCallLimitMiddlewareError` at the first call beyond
 * the limit.
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

/** Whether an error, or one of its causes, is this limit. */
export function isModelCallLimit(error: unknown): boolean {
  return (
    causeIn(error, each => each.name === 'ModelCallLimitMiddlewareError') !==
    undefined
  );
}
