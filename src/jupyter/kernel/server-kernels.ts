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

export class ServerKernels implements IServerKernels {
  constructor(
    private readonly _manager: Pick<
      Kernel.IManager,
      'refreshRunning' | 'running'
    >,
    private readonly _sessions: Pick<Session.IManager, 'running'>
  ) {}

  users(id: string): Map<string, string> {
    return new Map(
      [...this._sessions.running()]
        .filter(({ kernel }) => kernel?.id === id)
        .map(({ path, name }) => [path, PathExt.basename(name || path)])
    );
  }

  async state(id: string): Promise<string | null> {
    await this._manager.refreshRunning();
    for (const model of this._manager.running()) {
      if (model.id === id) {
        return model.execution_state ?? 'unknown';
      }
    }
    return null;
  }
}
