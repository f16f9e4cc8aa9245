import type { ISessionContext } from '@jupyterlab/apputils';
import type { Kernel } from '@jupyterlab/services';

import { requestExecute, type ExecuteFuture } from './ask-kernel';

/**
 * The session as a cell executor gets it from us: the same one, but whatever
 * it sends to the kernel has `stop_on_error: false`. Otherwise our failing or
 * interrupted cell would abort what the person queued behind it in the
 * meantime; a notebook cell has no other way to say so but a permanent tag.
 *
 * @param msgId what the first request is called, so that it can be noted down
 * before it leaves.
 * @param onRequest is handed the future of each request, as it is sent.
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

/** `target` with one of its properties seen differently. */
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
