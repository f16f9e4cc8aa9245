import { PathExt } from '@jupyterlab/coreutils';
import type { Kernel, Session } from '@jupyterlab/services';

/**
 * What the server knows about its kernels, for when they cannot answer
 * themselves.
 */
export interface IServerKernels {
  /**
   * `busy`, `idle` …; null if the kernel no longer exists.
   * @throws the error of the request.
   */
  state(id: string): Promise<string | null>;
  /** Names of notebooks and consoles that use the kernel, by path. */
  users(id: string): Map<string, string>;
}

export function serverKernels(
  manager: Pick<Kernel.IManager, 'refreshRunning' | 'running'>,
  sessions: Pick<Session.IManager, 'running'>
): IServerKernels {
  return {
    users: id =>
      new Map(
        [...sessions.running()]
          .filter(({ kernel }) => kernel?.id === id)
          .map(({ path, name }) => [path, PathExt.basename(name || path)])
      ),
    async state(id) {
      await manager.refreshRunning();
      const model = [...manager.running()].find(each => each.id === id);
      return model ? (model.execution_state ?? 'unknown') : null;
    }
  };
}
