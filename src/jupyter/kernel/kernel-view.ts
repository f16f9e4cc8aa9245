import type { ISessionContext } from '@jupyterlab/apputils';
import type { Kernel, KernelMessage } from '@jupyterlab/services';
import { type ISignal, Signal } from '@lumino/signaling';

import type { IKernelInfo, KernelStatus } from '../../contract';
import { Disposable } from '../../contract/util/disposable';
import { spoken } from '../../contract/text/spoken';
import { NO_KERNEL } from '../../contract/ports/kernel-info';
import { isQuestion } from './ask-kernel';
import { KernelProcess } from './kernel-process';
import { MainShell } from './main-shell';
import type { IServerKernels } from './server-kernels';

/** States of JupyterLab's session context, as the contract names them. */
const STATUSES: Partial<Record<string, KernelStatus>> = {
  idle: 'idle',
  busy: 'busy',
  starting: 'starting',
  initializing: 'starting',
  // Also the state of a lost connection that is being restored.
  connecting: 'starting',
  restarting: 'restarting',
  autorestarting: 'restarting',
  dead: 'dead',
  terminating: 'none',
  disconnected: 'disconnected'
};

function kernelStatus(session: ISessionContext): KernelStatus {
  return session.isDisposed
    ? 'none'
    : (STATUSES[session.kernelDisplayStatus] ??
        (session.session?.kernel ? 'starting' : 'none'));
}

/** ms before a kernel that did not answer is asked again. */
const ASK_AGAIN = 2_000;

/** ms a kernel needs at most to identify its process when asked. */
const TELL_LIMIT = 1_000;

/**
 * Kernel of one notebook: its state, and an epoch that changes whenever its
 * variables are gone. Created when the notebook opens, since for some kernels
 * restarts are known only if they were seen.
 */
export class KernelView extends Disposable {
  /** Language of the kernel that was connected last; empty if not known. */
  lastLanguage = '';

  private readonly _mainShell = new MainShell();

  private _hasAnswered = false;

  private _question = 0;

  private _askTimer: ReturnType<typeof setTimeout> | undefined;

  private readonly _process = new KernelProcess();

  private _kernelId: string | undefined;

  /** Id of the kernel that was connected last. */
  private _connectedId: string | undefined;

  /** Whether the kernel was asked to identify its process. */
  private _wasAsked = false;

  private _isBusyByServer = false;

  private _restarting = false;

  private _activity = 0;

  private readonly _changed = new Signal<this, void>(this);

  /** @param _mimeType of code in the notebook, as its editors report it. */
  constructor(
    readonly session: ISessionContext,
    private readonly _mimeType: () => string,
    private readonly _server?: IServerKernels
  ) {
    super();
    session.statusChanged.connect(this._onStatus, this);
    session.iopubMessage.connect(this._onMessage, this);
    session.connectionStatusChanged.connect(this._onConnection, this);
    session.kernelChanged.connect(this._onKernel, this);
    session.sessionChanged.connect(this._onChange, this);
    this._kernelId = this._kernel()?.id;
    this._noteConnection();
    this._askWhileStarting();
    this._askWhichProcess();
  }

  /** Emitted when anything in `info` may have changed. */
  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /**
   * JupyterLab shows a restarted kernel as starting until something runs on it;
   * one that has answered is idle. JupyterLab also shows a kernel as idle when
   * its subshell is, even if a cell is running. If a kernel has been busy since
   * before the page was loaded, only the server knows.
   */
  get status(): KernelStatus {
    const status = kernelStatus(this.session);
    if (status === 'idle' && this._mainShell.isBusy) {
      return 'busy';
    }
    if (status !== 'starting') {
      return status;
    }
    if (this._isCut()) {
      return 'disconnected';
    }
    return this._hasAnswered ? 'idle' : this._isBusyByServer ? 'busy' : status;
  }

  /** Whether what makes it busy is a question, which is over at once. */
  get isAsked(): boolean {
    return this._mainShell.isAsked;
  }

  /** The id with which the kernel identifies its process; null if not known. */
  get process(): string | null {
    return this._process.id;
  }

  /**
   * Gives an idle kernel a moment to identify its process, if it has not yet.
   */
  processKnown(): Promise<void> {
    if (this._process.epoch !== '' || this.status !== 'idle') {
      return Promise.resolve();
    }
    this._askWhichProcess();
    return new Promise(resolve => {
      const look = (): void => {
        if (this._process.epoch !== '' || this.isDisposed) {
          done();
        }
      };
      const done = (): void => {
        clearTimeout(timer);
        this.changed.disconnect(look);
        resolve();
      };
      const timer = setTimeout(done, TELL_LIMIT);
      this.changed.connect(look);
    });
  }

  get info(): IKernelInfo {
    const { status } = this;
    const kernel = this._kernel();
    if (status === 'none') {
      return {
        ...NO_KERNEL,
        mimeType: this._mimeType(),
        activity: this._activity
      };
    }
    const process = this._process.epoch;
    const others = kernel
      ? [...(this._server?.users(kernel.id) ?? [])]
          .filter(([path]) => path !== this.session.session?.path)
          .map(([, name]) => name)
      : [];
    const specs = this.session.specsManager?.specs?.kernelspecs ?? {};
    const spec = kernel ? specs[kernel.name] : undefined;
    // The name of a kernel that is not installed comes from the notebook.
    const named = this.session.kernelDisplayName;
    const isInstalled = Object.values(specs).some(
      each => each?.display_name === named
    );
    return {
      status,
      ...(kernel && { id: kernel.id, spec: kernel.name }),
      displayName: !(kernel || this._isChosen())
        ? ''
        : isInstalled
          ? named
          : spoken(named),
      language: spec?.language ?? '',
      mimeType: this._mimeType(),
      epoch: kernel && process ? `${kernel.id}:${process}` : '',
      activity: this._activity,
      ...(others.length > 0 && { others })
    };
  }

  protected override release(): void {
    clearTimeout(this._askTimer);
    Signal.clearData(this);
  }

  private _onStatus(_: ISessionContext, status: string): void {
    // One restart is reported twice: by the session context, then by the
    // kernel.
    if (status === 'restarting' || status === 'autorestarting') {
      if (!this._restarting) {
        this._process.restarted();
        this._wasAsked = false;
      }
      this._restarting = true;
      this._mainShell.forget();
    } else if (status === 'idle' || status === 'busy') {
      this._restarting = false;
    }
    this._onChange();
  }

  private _onMessage(
    _: ISessionContext,
    message: KernelMessage.IMessage
  ): void {
    const answer = message as KernelMessage.IIOPubMessage;
    if (mayChange(answer)) {
      this._activity++;
    }
    const before = this._process.id;
    const isOther = this._process.note(answer, this._kernel()?.clientId ?? '');
    if (isOther && before !== null) {
      // Restarted from elsewhere: the end of what it was doing is never
      // reported.
      this._mainShell.forget();
    }
    if (this._mainShell.note(answer) || isOther) {
      this._changed.emit();
    }
  }

  private _onKernel(): void {
    const id = this._kernel()?.id;
    if (id !== this._kernelId) {
      this._kernelId = id;
      this._process.forget();
    }
    this._wasAsked = false;
    this._onConnection();
  }

  private _onConnection(): void {
    // Messages sent in the meantime are not known.
    this._activity++;
    this._mainShell.forget();
    this._noteConnection();
    this._onChange();
  }

  private _noteConnection(): void {
    const kernel = this._kernel();
    if (kernel?.connectionStatus === 'connected') {
      this._connectedId = kernel.id;
      this.lastLanguage = this.info.language || this.lastLanguage;
    }
  }

  /** Was connected before and is reconnecting, unless because of a restart. */
  private _isCut(): boolean {
    const kernel = this._kernel();
    return (
      kernel?.connectionStatus === 'connecting' &&
      kernel.id === this._connectedId &&
      !this._restarting
    );
  }

  private _onChange(): void {
    this._hasAnswered = false;
    this._isBusyByServer = false;
    this._question++;
    this._askWhileStarting();
    this._askWhichProcess();
    this._changed.emit();
  }

  /** Whether the name shown without a kernel is that of one to be started. */
  private _isChosen(): boolean {
    const { kernelDisplayName, specsManager } = this.session;
    return Object.entries(specsManager?.specs?.kernelspecs ?? {}).some(
      ([name, spec]) =>
        name === kernelDisplayName || spec?.display_name === kernelDisplayName
    );
  }

  private _kernel(): Kernel.IKernelConnection | null {
    return this.session.isDisposed
      ? null
      : (this.session.session?.kernel ?? null);
  }

  /**
   * Any answer identifies the process. Asked once per process, and only while
   * it is idle, so that nobody waits for it.
   */
  private _askWhichProcess(): void {
    const kernel = this._kernel();
    if (
      this._wasAsked ||
      this._process.epoch !== '' ||
      kernel?.connectionStatus !== 'connected' ||
      this.status !== 'idle'
    ) {
      return;
    }
    this._wasAsked = true;
    kernel.requestKernelInfo().catch((error: unknown) => {
      console.debug('Cellwright: the kernel does not identify itself', error);
    });
  }

  /** A kernel answers one request after the other, so an answer means idle. */
  private _askWhileStarting(): void {
    clearTimeout(this._askTimer);
    const kernel = this._kernel();
    if (
      kernel?.connectionStatus !== 'connected' ||
      kernelStatus(this.session) !== 'starting'
    ) {
      return;
    }
    const question = ++this._question;
    kernel.requestKernelInfo().then(
      () => {
        if (question === this._question && !this.isDisposed) {
          clearTimeout(this._askTimer);
          this._hasAnswered = true;
          this._askWhichProcess();
          this._changed.emit();
        }
      },
      (error: unknown) => {
        console.debug('Cellwright: the kernel does not answer yet', error);
      }
    );
    void this._askServer(kernel.id, question);
    this._askTimer = setTimeout(() => this._askWhileStarting(), ASK_AGAIN);
  }

  /** A busy kernel answers nobody, so the server is asked. */
  private async _askServer(id: string, question: number): Promise<void> {
    let isBusy = false;
    try {
      isBusy = (await this._server?.state(id)) === 'busy';
    } catch (error) {
      console.debug('Cellwright: the server does not list its kernels', error);
    }
    if (question === this._question && isBusy !== this._isBusyByServer) {
      this._isBusyByServer = isBusy;
      this._changed.emit();
    }
  }
}

/** Whether something began or ended that may have changed variables. */
function mayChange(message: KernelMessage.IIOPubMessage): boolean {
  return message.header.msg_type === 'status' && !isQuestion(message);
}
