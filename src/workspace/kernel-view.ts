import type { ISessionContext } from '@jupyterlab/apputils';
import type { KernelMessage } from '@jupyterlab/services';
import type { IDisposable } from '@lumino/disposable';
import type { ISignal } from '@lumino/signaling';
import { Signal } from '@lumino/signaling';

import type { IKernelInfo, KernelStatus } from '../contract';
import { MainShell } from './main-shell';

/** What JupyterLab's session context says, in the words of the contract. */
export function kernelStatus(session: ISessionContext): KernelStatus {
  if (session.isDisposed) {
    return 'none';
  }
  const kernel = session.session?.kernel;
  switch (session.kernelDisplayStatus) {
    case 'idle':
      return 'idle';
    case 'busy':
      return 'busy';
    case 'starting':
    case 'initializing':
      return 'starting';
    case 'restarting':
    case 'autorestarting':
      return 'restarting';
    case 'dead':
      return 'dead';
    case 'terminating':
      return 'none';
    case 'connecting':
      // Also the state of a connection that was lost and is tried again; a
      // kernel that has told its info once was connected before.
      return kernel?.status === 'unknown' || !kernel
        ? 'starting'
        : 'disconnected';
    case 'disconnected':
      return 'disconnected';
    default:
      return kernel ? 'starting' : 'none';
  }
}

/** A kernel that did not answer is asked again after so many ms. */
const ASK_AGAIN = 2_000;

/**
 * Kernel of one notebook: what it is, and an epoch that changes whenever its
 * variables are gone. Made when the notebook opens, since restarts that were
 * not seen can't be counted.
 */
export class KernelView implements IDisposable {
  /**
   * @param mimeType of code in the notebook, as its editors have it.
   */
  constructor(
    readonly session: ISessionContext,
    private readonly mimeType: () => string
  ) {
    session.statusChanged.connect(this.onStatus, this);
    session.iopubMessage.connect(this.onMessage, this);
    session.connectionStatusChanged.connect(this.onConnection, this);
    session.kernelChanged.connect(this.onConnection, this);
    session.sessionChanged.connect(this.onChange, this);
    this.askWhileStarting();
  }

  /** Anything of `info` may have changed. */
  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /**
   * JupyterLab shows a kernel that was restarted as starting until somebody
   * runs something on it. One that has answered is idle. And it shows a kernel
   * as idle when a subshell of it is, whatever the cells do.
   */
  get status(): KernelStatus {
    const status = kernelStatus(this.session);
    if (status === 'idle' && this._mainShell.isBusy) {
      return 'busy';
    }
    return status === 'starting' && this._hasAnswered ? 'idle' : status;
  }

  get info(): IKernelInfo {
    const { status } = this;
    const kernel = this.session.isDisposed
      ? null
      : (this.session.session?.kernel ?? null);
    if (status === 'none') {
      return {
        status,
        displayName: '',
        language: '',
        mimeType: this.mimeType(),
        epoch: ''
      };
    }
    const spec = kernel
      ? this.session.specsManager?.specs?.kernelspecs[kernel.name]
      : undefined;
    return {
      status,
      displayName: this.session.kernelDisplayName,
      language: spec?.language ?? '',
      mimeType: this.mimeType(),
      epoch: kernel ? `${kernel.id}:${this._restarts}` : ''
    };
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    if (this._isDisposed) {
      return;
    }
    this._isDisposed = true;
    clearTimeout(this._askTimer);
    this.session.statusChanged.disconnect(this.onStatus, this);
    this.session.iopubMessage.disconnect(this.onMessage, this);
    this.session.connectionStatusChanged.disconnect(this.onConnection, this);
    this.session.kernelChanged.disconnect(this.onConnection, this);
    this.session.sessionChanged.disconnect(this.onChange, this);
    Signal.clearData(this);
  }

  private onStatus(_: ISessionContext, status: string): void {
    // One restart is told twice: by the session context, then by the kernel.
    if (status === 'restarting' || status === 'autorestarting') {
      if (!this._restarting) {
        this._restarts++;
      }
      this._restarting = true;
      this._mainShell.forget();
    } else if (status === 'idle' || status === 'busy') {
      this._restarting = false;
    }
    this.onChange();
  }

  private onMessage(_: ISessionContext, message: KernelMessage.IMessage): void {
    if (this._mainShell.note(message as KernelMessage.IIOPubMessage)) {
      this._changed.emit();
    }
  }

  private onConnection(): void {
    this._mainShell.forget();
    this.onChange();
  }

  private onChange(): void {
    this._hasAnswered = false;
    this._question++;
    this.askWhileStarting();
    this._changed.emit();
  }

  /** A kernel takes one question after the other, so an answer means idle. */
  private askWhileStarting(): void {
    clearTimeout(this._askTimer);
    const kernel = this.session.isDisposed
      ? null
      : this.session.session?.kernel;
    if (
      kernel?.connectionStatus !== 'connected' ||
      kernelStatus(this.session) !== 'starting'
    ) {
      return;
    }
    const question = ++this._question;
    kernel.requestKernelInfo().then(
      () => {
        if (question === this._question && !this._isDisposed) {
          clearTimeout(this._askTimer);
          this._hasAnswered = true;
          this._changed.emit();
        }
      },
      (error: unknown) => {
        console.debug('Cellwright: the kernel does not answer yet', error);
      }
    );
    this._askTimer = setTimeout(() => this.askWhileStarting(), ASK_AGAIN);
  }

  private readonly _mainShell = new MainShell();
  private _hasAnswered = false;
  private _question = 0;
  private _askTimer: ReturnType<typeof setTimeout> | undefined;
  private _restarts = 0;
  private _restarting = false;
  private _isDisposed = false;
  private readonly _changed = new Signal<this, void>(this);
}
