import type { Kernel } from '@jupyterlab/services';

/** What the server says of its kernels, where they can't speak for themselves. */
export interface IServerKernels {
  /**
   * `busy`, `idle` …; null where there is no such kernel any more.
   * @throws what the request was refused with.
   */
  state(id: string): Promise<string | null>;
}

export class ServerKernels implements IServerKernels {
  constructor(
    private readonly manager: Pick<
      Kernel.IManager,
      'refreshRunning' | 'running'
    >
  ) {}

  async state(id: string): Promise<string | null> {
    await this.manager.refreshRunning();
    for (const model of this.manager.running()) {
      if (model.id === id) {
        return model.execution_state ?? 'unknown';
      }
    }
    return null;
  }
}
