import type { ISessionContext } from '@jupyterlab/apputils';
import type { Kernel } from '@jupyterlab/services';

import { requestExecute, type ExecuteFuture } from './ask-kernel';

/**
 * The session that is handed to a cell executor: the same one, except that
 * every request it sends to the kernel has `stop_on_error: false`. Otherwise
 * our failing or interrupted cell would abort what the person has queued behind
 * it in the meantime; for a notebook cell, the only other way to prevent that
 * is a permanent tag.
 *
 * @param msgId id of the first request, so that it can be recorded before it is
 * sent.
 * @param onRequest receives the future of each request as it is sent.
 */
export function lenientSession(
  session: ISessionContext,
  msgId: string,
  onRequest: (future: ExecuteFuture) => void
): ISessionContext {
  let nextId: string | undefined = msgId;
  const request = (
    kernel: Kernel.IKernelConnection
  ): Kernel.IKernelConnection['requestExecute'] => {
    return (content, disposeOnDone, metadata) => {
      const future = requestExecute(
        kernel,
        { ...content, stop_on_error: false },
        { msgId: nextId, disposeOnDone, metadata }
      );
      nextId = undefined;
      onRequest(future);
      return future;
    };
  };
  return through(session, 'session', connection =>
    connection
      ? through(connection, 'kernel', kernel =>
          kernel
            ? through(kernel, 'requestExecute', () => request(kernel))
            : kernel
        )
      : connection
  );
}

/** `target` with one of its properties replaced. */
function through<T extends object, K extends keyof T>(
  target: T,
  name: K,
  view: (value: T[K]) => T[K]
): T {
  return new Proxy(target, {
    get: (_, property) => {
      const value: unknown = Reflect.get(target, property, target);
      if (property === name) {
        return view(value as T[K]);
      }
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: (_, property, value) => Reflect.set(target, property, value, target)
  });
}
