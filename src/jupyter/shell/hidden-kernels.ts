import { type Kernel, ServerConnection } from '@jupyterlab/services';
import { URLExt } from '@jupyterlab/coreutils';
import { Disposable } from '../../contract/util/disposable';
import { endsWithin } from '../../contract/util/ends-within';

/** ms: a kernel that nobody has used for this long is shut down. */
export const IDLE_MS = 5 * 60_000;
/** ms: a kernel that has not started after this long never will. */
const START_MS = 60_000;

/**
 * Kernels of our own that belong to no notebook and no session: one for each
 * concurrent command, kept for a while for the next.
 */
export class HiddenKernels extends Disposable {
  private readonly _all = new Set<Kernel.IKernelConnection>();

  private _idle: {
    kernel: Kernel.IKernelConnection;
    timer: ReturnType<typeof setTimeout>;
  }[] = [];

  /**
   * The page is closing: only a request that outlives it still gets through.
   */
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
    super();
    window.addEventListener('pagehide', this._leave);
  }

  /**
   * Gets an idle one, in the server's root folder.
   *
   * @param name of its kernelspec.
   * @throws Error if the server cannot start one.
   */
  async take(name: string): Promise<Kernel.IKernelConnection> {
    for (;;) {
      const at = this._idle.findLastIndex(({ kernel }) => kernel.name === name);
      if (at < 0) {
        return this._start(name);
      }
      const [idle] = this._idle.splice(at, 1);
      clearTimeout(idle.timer);
      if (isUsable(idle.kernel)) {
        return idle.kernel;
      }
      this.discard(idle.kernel);
    }
  }

  /** Returns one that has finished its work. */
  give(kernel: Kernel.IKernelConnection): void {
    if (this.isDisposed || !isUsable(kernel)) {
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

  /** Shuts one down whatever it is doing; Jupyter interrupts it first. */
  discard(kernel: Kernel.IKernelConnection): void {
    this._all.delete(kernel);
    if (!kernel.isDisposed) {
      kernel.shutdown().catch((error: unknown) => {
        console.warn('Cellwright: a hidden kernel may be left', error);
      });
    }
  }

  protected override release(): void {
    window.removeEventListener('pagehide', this._leave);
    this._idle.splice(0).forEach(({ timer }) => clearTimeout(timer));
    [...this._all].forEach(kernel => this.discard(kernel));
  }

  private async _start(name: string): Promise<Kernel.IKernelConnection> {
    // The path is missing in the type but is in the server's API. It sets the
    // root folder; the default would be the working directory of the server
    // process.
    const options = { name, path: '' } as Kernel.IKernelOptions;
    const kernel = await this._kernels.startNew(options, {
      handleComms: false
    });
    this._all.add(kernel);
    try {
      if (!(await endsWithin(kernel.info, START_MS))) {
        throw new Error('The kernel did not start in time');
      }
      return kernel;
    } catch (error) {
      this.discard(kernel);
      throw error;
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
