import type { Kernel } from '@jupyterlab/services';

/** What the server says of its kernels, where they can't speak for themselves. */
export interface IServerKernels {
  /**
   * `busy`, `idle` …; null where there is no such kernel any more.
   * @throws what the request was refused with.
   */
  state(id: string): Promise<string | null>;
  /**
   * How many pages, and connections of pages, talk to it; null where the server
   * does not say, or has no such kernel.
   * @throws what the request was refused with.
   */
  connections(id: string): Promise<number | null>;
}

export class ServerKernels implements IServerKernels {
  constructor(
    private readonly _manager: Pick<
      Kernel.IManager,
      'refreshRunning' | 'running'
    >
  ) {}

  async state(id: string): Promise<string | null> {
    const model = await this._model(id);
    return model ? (model.execution_state ?? 'unknown') : null;
  }

  async connections(id: string): Promise<number | null> {
    return (await this._model(id))?.connections ?? null;
  }

  private async _model(id: string): Promise<Kernel.IModel | null> {
    await this._manager.refreshRunning();
    for (const model of this._manager.running()) {
      if (model.id === id) {
        return model;
      }
    }
    return null;
  }
}
