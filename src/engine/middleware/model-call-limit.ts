import { createMiddleware, modelCallLimitMiddleware } from 'langchain';

import { causeIn } from '../errors/errors';
import type { Run } from '../run/run';

/**
 * LangChain's limit on model calls, counted in the run. As it comes it counts
 * in two hooks, each a node and a checkpoint a step, and takes its count back
 * only when a run ends well: after Stop or an error it would carry over. A run
 * of ours begins at none, and so does its continuation.
 *
 * @throws LangChain's `ModelCallLimitMiddlewareError` at the call too many.
 */
export function modelCallLimit(run: Run) {
  const langchains = modelCallLimitMiddleware({
    get runLimit() {
      return run.options.settings().limits.modelCalls;
    },
    exitBehavior: 'error'
  });
  const { hook } = langchains.beforeModel as { hook: LimitHook };
  let calls = 0;
  return createMiddleware({
    name: 'modelCallLimit',
    contextSchema: langchains.contextSchema,
    wrapModelCall: (request, handler) => {
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
