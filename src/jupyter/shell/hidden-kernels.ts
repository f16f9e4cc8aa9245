import { type Kernel, ServerConnection } from '@jupyterlab/services';
import { URLExt } from '@jupyterlab/coreutils';
import type { IDisposable } from '@lumino/disposable';

/** A kernel nobody has used for this long is shut down. */
export const IDLE_MS = 5 * 60_000;
/** A kernel that has not started after this long won't. */
const START_MS = 60_000;

/**
 * Kernels of our own that belong to no notebook and no session: one for each
 * command that runs at the same time, kept a while for the next.
 */
export class HiddenKernels implements IDisposable {
  private _isDisposed = false;

  private readonly _all = new Set<Kernel.IKernelConnection>();

  private _idle: {
    kernel: Kernel.IKernelConnection;
    timer: ReturnType<typeof setTimeout>;
  }[] = [];

  /** The page goes away: only a request that outlives it still gets through. */
  private readonly _leave = (): void => {
    for (const { id, serverSettings } of this._all) {
      const url = URLExt.join(serverSettings.baseUrl, 'api/kernels', id);
      ServerConnection.makeRequest(
        url,
        { method: 'DELETE', keepalive: true },
        serverSettings
      ).catch((error: unknown) => {
        console.debug('Cellwright: a hidden kernel may be left', error);
      });
    }
  };

  constructor(private readonly _kernels: Kernel.IManager) {
    window.addEventListener('pagehide', this._leave);
  }

  /**
   * One that is idle, in the server's root folder.
   *
   * @param name of its kernelspec.
   * @throws Error where the server starts none.
   */
  async take(name: string): Promise<Kernel.IKernelConnection> {
    for (;;) {
      const idle = this._idle.pop();
      if (!idle) {
        return this._start(name);
      }
      clearTimeout(idle.timer);
      if (isUsable(idle.kernel)) {
        return idle.kernel;
      }
      this.discard(idle.kernel);
    }
  }

  /** Gives one back that has nothing to do any more. */
  give(kernel: Kernel.IKernelConnection): void {
    if (this._isDisposed || !isUsable(kernel)) {
      this.discard(kernel);
      return;
    }
    const idle = {
      kernel,
      timer: setTimeout(() => {
        this._idle = this._idle.filter(one => one !== idle);
        this.discard(kernel);
      }, IDLE_MS)
    };
    this._idle.push(idle);
  }

  /** Shuts one down, whatever it does; Jupyter interrupts it first. */
  discard(kernel: Kernel.IKernelConnection): void {
    this._all.delete(kernel);
    if (!kernel.isDisposed) {
      kernel.shutdown().catch((error: unknown) => {
        console.warn('Cellwright: a hidden kernel may be left', error);
      });
    }
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    if (this._isDisposed) {
      return;
    }
    this._isDisposed = true;
    window.removeEventListener('pagehide', this._leave);
    this._idle.splice(0).forEach(({ timer }) => clearTimeout(timer));
    [...this._all].forEach(kernel => this.discard(kernel));
  }

  private async _start(name: string): Promise<Kernel.IKernelConnection> {
    // The path is not in the type, but in the server's API: the root folder,
    // where it would otherwise be the server process's own.
    const options = { name, path: '' } as Kernel.IKernelOptions;
    const kernel = await this._kernels.startNew(options, {
      handleComms: false
    });
    this._all.add(kernel);
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      await Promise.race([
        kernel.info,
        new Promise<never>((_, reject) => {
          timer = setTimeout(
            () => reject(new Error('The kernel did not start in time')),
            START_MS
          );
        })
      ]);
      return kernel;
    } catch (error) {
      this.discard(kernel);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

function isUsable(kernel: Kernel.IKernelConnection): boolean {
  return (
    !kernel.isDisposed &&
    kernel.status !== 'dead' &&
    kernel.connectionStatus === 'connected'
  );
}
