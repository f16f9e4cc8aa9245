import type { ISessionContext } from '@jupyterlab/apputils';
import type { ICodeCellModel } from '@jupyterlab/cells';
import { KernelError, type NotebookPanel } from '@jupyterlab/notebook';
import type { Kernel, KernelMessage } from '@jupyterlab/services';
import { PromiseDelegate } from '@lumino/coreutils';
import { Signal } from '@lumino/signaling';
import type {
  CellOutput,
  ICellRun,
  ICellRunOptions,
  ITranslator
} from '../../contract';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import { connectionError } from '../files/file-errors';
import { closedError } from '../cells/find-cell';
import { OutputCollector } from '../cells/output-collector';
import { lostError, unheardError } from './idle-kernel';
import type { KernelView } from './kernel-view';
import { type ExecuteFuture, requestExecute } from './ask-kernel';
import { isFromSubshell } from './main-shell';
import { OutputMeter } from './output-meter';
import { cellOutputs, errorName, statusOf } from '../cells/cell-outputs';
import type { IServerKernels } from './server-kernels';

/** ms: a kernel that is still busy this long after an interrupt is stuck. */
export const STOP_GRACE = 5_000;
/**
 * ms: if an idle kernel's answer has not come by then, it was lost on a broken
 * connection.
 */
export const ANSWER_GRACE = 10_000;
/** ms it takes to tell a crash from a restart that somebody asked for. */
export const RESTART_GRACE = 200;

/** Where the outputs of an execution go. */
export interface IRunTarget {
  /** The model that holds them; undefined once it is gone. */
  readonly model: ICodeCellModel | undefined;
  /** The error to throw when the result can no longer be obtained. */
  lost(): WorkspaceError;
}

export interface IExecutionOptions extends ICellRunOptions {
  panel: NotebookPanel;
  view: KernelView;
  target: IRunTarget;
  /** Name of the notebook, for messages. */
  name: string;
  trans: ITranslator;
  /** Message id of the request; null if only the page that sent it knew it. */
  msgId: string | null;
  /** Asked whether a kernel is really dead when JupyterLab has given it up. */
  server?: IServerKernels;
}

/** How the executor's own call ended. */
type Answer = { ran: boolean } | { error: unknown };
/** What ended an execution from outside, before or without an answer. */
type Cut =
  | { status: 'restarted' | 'died' | 'closed' }
  | { status: 'stopped' | 'flooded'; stuck: true }
  | { failure: unknown };

/**
 * A request to the kernel until its result: one that it sends, or one that an
 * earlier page sent. It settles whatever happens to the kernel and the notebook
 * in the meantime; a promise of JupyterLab's alone may never do so.
 */
export class Execution {
  private readonly _cut = new PromiseDelegate<Cut>();

  private readonly _meter: OutputMeter;

  private _kernel: Kernel.IKernelConnection | null = null;

  /** Null while it is not known: a server-side executor sends from elsewhere. */
  private _msgId: string | null = null;

  /** Whether an earlier page sent the request. */
  private _isAttached = false;

  /** Settles once an attached request ends; null if it was never ours. */
  private readonly _ended = new PromiseDelegate<Answer | null>();

  private _collector: OutputCollector | null = null;

  private _collected: ICodeCellModel | null = null;

  private _count: number | null = null;

  private _sentAt = 0;

  private _busyAt: number | null = null;

  private _idleAt: number | null = null;

  private _interrupting: 'stopped' | 'flooded' | null = null;

  private _interruptSent = false;

  private _wasCut = false;

  private _stopTimer: ReturnType<typeof setTimeout> | undefined;

  private _restartTimer: ReturnType<typeof setTimeout> | undefined;

  private _silenceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly _options: IExecutionOptions) {
    this._meter = new OutputMeter(() => _options.target.model?.outputs);
  }

  /**
   * @param send hands the code to its executor, with the session it is given.
   * @throws WorkspaceError if the result cannot be obtained.
   */
  async run(
    send: (session: ISessionContext) => Promise<boolean>
  ): Promise<ICellRun> {
    const { panel, onState } = this._options;
    const session = panel.sessionContext;
    const kernel = session.session?.kernel;
    if (!kernel) {
      throw lostError(this._options.name, this._options.trans);
    }
    this._kernel = kernel;
    const release = this._watch(session, kernel);
    try {
      this._sentAt = performance.now();
      const answer: Promise<Answer> = send(
        lenientSession(
          session,
          this._options.msgId ?? undefined,
          future => (this._msgId ??= future.msg.header.msg_id)
        )
      ).then(
        ran => ({ ran }),
        (error: unknown) => ({ error })
      );
      onState?.('running');
      return this._result(
        await Promise.race([this._unlessRestarting(answer), this._cut.promise])
      );
    } finally {
      release();
    }
  }

  /**
   * Follows a request that an earlier page sent. Its messages from now on go
   * into the target; those sent while nobody listened are lost.
   *
   * @param isAtIt whether the kernel may still be working on it.
   * @returns null if what the kernel was doing was something else.
   * @throws WorkspaceError if the notebook or kernel is lost, and the signal's
   * reason when it is stopped before it is known to be ours.
   */
  async attach(isAtIt: Promise<boolean>): Promise<ICellRun | null> {
    const { panel, msgId, name, trans, onState } = this._options;
    const session = panel.sessionContext;
    this._isAttached = true;
    this._wasCut = true;
    this._msgId = msgId;
    // Its end may be the very next thing that the kernel says.
    session.iopubMessage.connect(this._collect, this);
    let release = (): void => undefined;
    try {
      const kernel = (await isAtIt) && session.session?.kernel;
      if (!kernel && this._busyAt === null) {
        return null;
      }
      if (kernel) {
        this._kernel = kernel;
        release = this._watch(session, kernel);
      }
      if (this._busyAt === null) {
        onState?.('waiting-for-kernel');
        this._watchSilence();
      }
      const end = await Promise.race([this._ended.promise, this._cut.promise]);
      if (end && this._busyAt === null && !('failure' in end)) {
        if ('status' in end && end.status === 'closed') {
          throw closedError(name, trans);
        }
        return null;
      }
      return end && { ...this._result(end), partial: true };
    } finally {
      Signal.disconnectReceiver(this);
      release();
    }
  }

  /**
   * A restart first cancels the request; the result must say that it was a
   * restart.
   */
  private async _unlessRestarting(answer: Promise<Answer>): Promise<Answer> {
    const end = await answer;
    return this._restartTimer ? new Promise(() => undefined) : end;
  }

  private _watch(
    session: ISessionContext,
    kernel: Kernel.IKernelConnection
  ): () => void {
    const { panel, view, signal, onState, name, trans } = this._options;
    const { epoch } = view.info;
    const cut = (reason: Cut): void => this._cut.resolve(reason);
    const onStatus = (_: unknown, status: string): void => {
      if (status === 'restarting') {
        // For a crashed kernel, “autorestarting” follows right after.
        this._restartTimer ??= setTimeout(
          () => cut({ status: 'restarted' }),
          session.isRestarting ? 0 : RESTART_GRACE
        );
      } else if (status === 'dead') {
        void this._whyDead(kernel.id).then(cut);
      } else if (status === 'autorestarting' || status === 'terminating') {
        cut({ status: 'died' });
      }
    };
    const onKernel = (): void => {
      const now = session.session?.kernel;
      if (now?.id !== kernel.id) {
        cut({ status: now ? 'restarted' : 'died' });
      }
    };
    const onView = (): void => {
      const now = view.info.epoch;
      // Somebody else restarted it: we are not notified, and our answer never
      // comes.
      if (epoch !== '' && now !== '' && now !== epoch) {
        cut({ status: 'restarted' });
      }
      this._watchSilence();
    };
    const onConnection = (_: unknown, status: string): void => {
      this._wasCut ||= status !== 'connected';
      if (status === 'disconnected') {
        cut({ failure: lostError(name, trans) });
      }
    };
    const onClosed = (): void => cut({ status: 'closed' });
    const onInput = (_: unknown, pending: boolean): void =>
      onState?.(pending ? 'waiting-for-input' : 'running');
    const onReceived = (_: unknown, args: Kernel.IAnyMessageArgs): void => {
      if (args.direction === 'recv' && args.msg.channel === 'iopub') {
        this._noteReceived(args.msg as KernelMessage.IIOPubMessage);
      }
    };
    const onHandled = (_: unknown, message: KernelMessage.IMessage): void =>
      this._noteHandled(message as KernelMessage.IIOPubMessage);
    const onAbort = (): void =>
      this._isAttached && this._busyAt === null
        ? // It is somebody else's code, or may be: it is not interrupted.
          cut({ failure: signal.reason })
        : this._interrupt('stopped');

    view.changed.connect(onView, this);
    session.statusChanged.connect(onStatus, this);
    session.kernelChanged.connect(onKernel, this);
    session.connectionStatusChanged.connect(onConnection, this);
    if (!this._isAttached) {
      session.iopubMessage.connect(onHandled, this);
      kernel.anyMessage.connect(onReceived, this);
    }
    session.disposed.connect(onClosed, this);
    panel.disposed.connect(onClosed, this);
    kernel.pendingInput.connect(onInput, this);
    signal.addEventListener('abort', onAbort);
    return () => {
      Signal.disconnectReceiver(this);
      signal.removeEventListener('abort', onAbort);
      clearTimeout(this._stopTimer);
      clearTimeout(this._silenceTimer);
      clearTimeout(this._restartTimer);
    };
  }

  /**
   * JupyterLab calls a kernel dead whenever the server refuses to report on it,
   * for example to a person who is no longer logged in.
   */
  private async _whyDead(id: string): Promise<Cut> {
    const { server, name, trans } = this._options;
    try {
      const state = await server?.state(id);
      return state && state !== 'dead'
        ? { failure: lostError(name, trans) }
        : { status: 'died' };
    } catch (error) {
      return {
        failure: connectionError(error, trans) ?? lostError(name, trans)
      };
    }
  }

  private _noteReceived(message: KernelMessage.IIOPubMessage): void {
    if (this._meter.receive(message)) {
      this._interrupt('flooded');
    }
  }

  private _noteHandled(message: KernelMessage.IIOPubMessage): void {
    this._meter.handle(message);
    if (message.header.msg_type === 'status') {
      this._noteStatus(message as KernelMessage.IStatusMsg);
    }
  }

  /** Does what a page does with the messages about a request that it sent. */
  private _collect(_: unknown, answer: KernelMessage.IMessage): void {
    const parent = answer.parent_header as { msg_id?: string };
    if (this._msgId === null || parent.msg_id !== this._msgId) {
      return;
    }
    const message = answer as KernelMessage.IIOPubMessage;
    const { target, panel, onState } = this._options;
    if (this._busyAt === null) {
      this._busyAt = performance.now();
      this._kernel ??= panel.sessionContext.session?.kernel ?? null;
      onState?.('running');
    }
    if (message.header.msg_type === 'execute_input') {
      this._count = (
        message as KernelMessage.IExecuteInputMsg
      ).content.execution_count;
    }
    const { model } = target;
    if (model && this._collected !== model) {
      this._collected = model;
      this._collector = new OutputCollector(model.outputs);
    }
    this._noteReceived(message);
    this._collector?.add(message);
    this._meter.handle(message);
    if (
      message.header.msg_type === 'status' &&
      (message as KernelMessage.IStatusMsg).content.execution_state === 'idle'
    ) {
      this._idleAt = performance.now();
      this._ended.resolve({ ran: true });
    }
  }

  /** Notes when the kernel itself says that it began and ended our request. */
  private _noteStatus(message: KernelMessage.IStatusMsg): void {
    if (isFromSubshell(message)) {
      return;
    }
    const parent = message.parent_header as { msg_id?: string };
    if (this._msgId !== null && parent.msg_id !== this._msgId) {
      return;
    }
    if (message.content.execution_state === 'busy') {
      this._busyAt ??= performance.now();
      if (this._interrupting) {
        this._sendInterrupt();
      }
    } else if (
      message.content.execution_state === 'idle' &&
      this._busyAt !== null
    ) {
      this._idleAt = performance.now();
    }
  }

  /** Interrupts our cell and nothing but our cell: not before it has begun. */
  private _interrupt(status: 'stopped' | 'flooded'): void {
    if (this._interrupting) {
      return;
    }
    this._interrupting = status;
    this._stopTimer = setTimeout(
      () => this._cut.resolve({ status, stuck: true }),
      STOP_GRACE
    );
    if (this._busyAt !== null) {
      this._sendInterrupt();
    }
  }

  private _sendInterrupt(): void {
    if (this._interruptSent) {
      return;
    }
    this._interruptSent = true;
    this._kernel?.interrupt().catch((error: unknown) => {
      // `stuck` tells the person; the reason is only logged.
      console.warn('Cellwright: the kernel refused to be interrupted', error);
    });
  }

  /**
   * After a broken connection the answer itself may be lost. Only an answer to
   * a new question shows then that the kernel is idle: the server drops status
   * messages that are sent before the connection is ready.
   */
  private _watchSilence(): void {
    const { name, trans, target, view } = this._options;
    if (view.status !== 'idle' || !this._wasCut) {
      clearTimeout(this._silenceTimer);
      this._silenceTimer = undefined;
      return;
    }
    if (this._isAttached && this._busyAt === null) {
      // The status changes right before the message that caused it comes.
      queueMicrotask(() => {
        if (this._busyAt === null) {
          this._ended.resolve(null);
        }
      });
      return;
    }
    this._silenceTimer ??= setTimeout(() => {
      const { model } = target;
      if (model) {
        // Nobody else marks the cell as ended.
        model.executionState = 'idle';
      }
      this._cut.resolve({ failure: unheardError(name, trans) });
    }, ANSWER_GRACE);
  }

  private _result(end: Answer | Cut): ICellRun {
    if ('failure' in end) {
      throw end.failure;
    }
    const { model } = this._options.target;
    if (this._count !== null && model) {
      // Set only now, since a cell with a count counts as ended.
      model.executionCount = this._count;
    }
    if ('status' in end) {
      return this._report(end.status, 'stuck' in end);
    }
    if (this._options.panel.isDisposed) {
      return this._report('closed');
    }
    const outputs = this._outputs();
    const status = statusOf(outputs);
    if (this._interrupting) {
      return this._report(this._interrupting);
    }
    if (status !== 'ok') {
      return this._report(status);
    }
    if ('error' in end) {
      return this._refused(end.error, outputs);
    }
    if (!end.ran && this._idleAt === null) {
      throw this._options.target.lost();
    }
    return this._report('ok');
  }

  /** Whether the executor failed without an error among the outputs. */
  private _refused(error: unknown, outputs: CellOutput[]): ICellRun {
    const { name, trans } = this._options;
    if (!(error instanceof KernelError)) {
      throw new WorkspaceError(
        'failed',
        trans.__(
          'The cell could not be run on the kernel of “%1”: “%2”. Try again, or run it in the notebook to see more.',
          name,
          error instanceof Error ? error.message : String(error)
        ),
        { cause: error }
      );
    }
    if (!error.errorName) {
      // Aborted: somebody interrupted the kernel before it reached the cell.
      return this._report('interrupted');
    }
    return {
      ...this._report('error'),
      outputs: [
        ...outputs,
        {
          type: 'error',
          name: errorName(error.errorName),
          message: error.errorValue,
          traceback: error.traceback
        }
      ]
    };
  }

  private _report(status: ICellRun['status'], stuck = false): ICellRun {
    const now = performance.now();
    return {
      status,
      outputs: this._outputs(),
      executionCount: this._options.target.model?.executionCount ?? null,
      ms: Math.round(
        this._msgId !== null && this._busyAt === null
          ? 0
          : (this._idleAt ?? now) - (this._busyAt ?? this._sentAt)
      ),
      ...(stuck && { stuck })
    };
  }

  private _outputs(): CellOutput[] {
    return cellOutputs(this._options.target.model?.outputs.toJSON() ?? []);
  }
}

/**
 * The session that is handed to a cell executor: the same one, except that
 * every request it sends to the kernel has `stop_on_error: false`. Otherwise
 * our failing or interrupted cell would abort what the person has queued behind
 * it in the meantime; for a notebook cell, the only other way to prevent that
 * is a permanent tag.
 *
 * @param msgId id of the first request, so that it can be recorded before it is
 * sent.
 * @param onRequest receives the future of each request as it is sent.
 */
function lenientSession(
  session: ISessionContext,
  msgId: string | undefined,
  onRequest: (future: ExecuteFuture) => void
): ISessionContext {
  let nextId = msgId;
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

/** `target` with one of its properties replaced. */
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
