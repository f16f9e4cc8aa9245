import type { Kernel } from '@jupyterlab/services';

import type { KernelView } from './kernel-view';
import { Disposable } from '../../contract/util/disposable';

/** ms for a kernel to confirm that it has deleted a subshell. */
const DELETE_LIMIT = 2_000;

/**
 * A second shell of a notebook's kernel (JEP 91), which answers while a cell
 * runs on the first. It can only be created while the kernel is idle, so it is
 * created ahead of need, and again after each restart. Kernels without subshell
 * support never have one.
 */
export class KernelSubshell extends Disposable {
  private _connection: Kernel.IKernelConnection | null = null;

  private _isReady = false;

  /** Epoch of the kernel for which one is being created. */
  private _making = '';

  private _isWanted = false;

  private _epoch = '';

  /** The kernel that refused to create one. */
  private _without = '';

  constructor(private readonly _view: KernelView) {
    super();
  }

  /** A connection to the subshell, or null if there is none now. */
  get connection(): Kernel.IKernelConnection | null {
    const connection = this._connection;
    return this._isReady &&
      connection?.isDisposed === false &&
      connection.connectionStatus === 'connected'
      ? connection
      : null;
  }

  /** From now on, keeps one available whenever that is possible. */
  want(): void {
    if (this.isDisposed || this._isWanted) {
      return;
    }
    this._isWanted = true;
    this._view.changed.connect(this._look, this);
    this._look();
  }

  /** Abandons one that does not answer; a new one replaces it. */
  replace(): void {
    this._drop();
    this._look();
  }

  protected override release(): void {
    this._view.changed.disconnect(this._look, this);
    this._drop();
  }

  private _look(): void {
    const { status, epoch } = this._view.info;
    if (this._connection && (epoch !== this._epoch || this._isCut())) {
      this._drop(true);
    }
    const kernel = this._view.session.session?.kernel;
    if (
      !this._connection &&
      kernel &&
      status === 'idle' &&
      epoch !== this._making &&
      epoch !== this._without
    ) {
      void this._make(kernel, epoch);
    }
  }

  private _isCut(): boolean {
    return (
      this._isReady && this._connection?.connectionStatus === 'disconnected'
    );
  }

  private async _make(
    kernel: Kernel.IKernelConnection,
    epoch: string
  ): Promise<void> {
    this._making = epoch;
    let connection: Kernel.IKernelConnection | null = null;
    try {
      await kernel.info;
      if (this.isDisposed || this._making !== epoch) {
        return;
      }
      if (!kernel.supportsSubshells) {
        this._without = epoch;
        return;
      }
      this._epoch = epoch;
      connection = this._connection = kernel.clone();
      await connection.info;
      const { content } = await connection.requestCreateSubshell({}).done;
      if (!content.subshell_id) {
        throw new Error('The kernel did not make one');
      }
      if (this._connection === connection) {
        connection.subshellId = content.subshell_id;
        this._isReady = true;
        this._making = '';
      }
    } catch (error) {
      // Inspecting then reports “busy”, as with kernels without subshells.
      console.debug('Cellwright: the kernel has no subshell', error);
      if (this._connection === connection) {
        this._without = epoch;
        this._drop();
      }
    }
  }

  /** @param isGone whether there is nothing left to delete. */
  private _drop(isGone = false): void {
    const connection = this._connection;
    this._connection = null;
    this._isReady = false;
    this._making = '';
    if (connection && !connection.isDisposed) {
      release(connection, isGone);
    }
  }
}

/** Deletes the subshell, then closes the connection to it. */
function release(connection: Kernel.IKernelConnection, isGone: boolean): void {
  const id = connection.subshellId;
  // If the connection kept the subshell's id, closing it would wait for an answer
  // that may never come.
  connection.subshellId = null;
  if (
    isGone ||
    id === null ||
    connection.connectionStatus !== 'connected' ||
    connection.status === 'dead'
  ) {
    connection.dispose();
    return;
  }
  const close = (): void => {
    clearTimeout(timer);
    connection.dispose();
  };
  const timer = setTimeout(close, DELETE_LIMIT);
  connection
    .requestDeleteSubshell({ subshell_id: id })
    .done.then(close, (error: unknown) => {
      console.debug('Cellwright: a subshell may be left', error);
      close();
    });
}
