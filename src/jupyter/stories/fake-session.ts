import type { ISessionContext } from '@jupyterlab/apputils';
import type { ICodeCellModel } from '@jupyterlab/cells';
import { type INotebookCellExecutor, KernelError } from '@jupyterlab/notebook';
import type { Kernel, KernelMessage } from '@jupyterlab/services';
import { PromiseDelegate } from '@lumino/coreutils';
import { Signal } from '@lumino/signaling';

type Reply = {
  status: string;
  ename?: string;
  evalue?: string;
  execution_count?: number;
};

/** A request as the kernel received it; the test answers it. */
export class FakeFuture {
  readonly msg: { header: { msg_id: string } };
  readonly answer = new PromiseDelegate<{ content: Reply }>();
  isDisposed = false;
  onIOPub: (message: unknown) => void = () => undefined;

  constructor(
    readonly content: KernelMessage.IExecuteRequestMsg['content'],
    id: string
  ) {
    this.msg = { header: { msg_id: id } };
  }

  /** What the kernel prints while it works on it. */
  print(text: string, name = 'stdout'): void {
    this.publish('stream', { name, text });
  }

  publish(type: string, content: unknown): void {
    this.onIOPub({ header: { msg_type: type }, content });
  }

  get done(): Promise<{ content: Reply }> {
    return this.answer.promise;
  }

  dispose(): void {
    this.isDisposed = true;
  }
}

/** A kernel whose every message is sent by the test. */
export class FakeKernel {
  name = 'python3';
  readonly clientId = 'page';
  readonly username = '';
  /**
   * Its own session id; a new one after each restart, `''` if it sends none.
   */
  process = 'process-1';
  status = 'idle';
  connectionStatus = 'connected';
  isDisposed = false;
  interrupts = 0;
  readonly requests: FakeFuture[] = [];
  readonly pendingInput = new Signal<this, boolean>(this);
  readonly anyMessage = new Signal<this, unknown>(this);
  readonly statusChanged = new Signal<this, string>(this);
  readonly connectionStatusChanged = new Signal<this, string>(this);
  serverSettings: unknown = { baseUrl: 'http://server/' };
  infoAsked = 0;
  /** What `requestKernelInfo` waits for. */
  readonly infoAnswer = new PromiseDelegate<void>();
  /** Its kernel info when it was connected. */
  info: Promise<void | { language_info: { name: string } }> = Promise.resolve();
  supportsSubshells = false;
  subshellId: string | null = null;
  /** Connections that were cloned from this one. */
  readonly clones: FakeKernel[] = [];
  readonly subshells: string[] = [];
  shutdowns = 0;
  constructor(readonly id = 'kernel-1') {}

  requestExecute(
    content: KernelMessage.IExecuteRequestMsg['content']
  ): FakeFuture {
    return this._take(content, `message-${this.requests.length}`);
  }

  sendShellMessage(message: KernelMessage.IExecuteRequestMsg): FakeFuture {
    const { content, header } = message;
    return content.silent
      ? new FakeFuture(content, header.msg_id)
      : this._take(content, header.msg_id);
  }

  async interrupt(): Promise<void> {
    this.interrupts++;
  }

  requestKernelInfo(): Promise<void> {
    this.infoAsked++;
    return this.infoAnswer.promise;
  }

  clone(): FakeKernel {
    const clone = new FakeKernel(this.id);
    clone.supportsSubshells = this.supportsSubshells;
    this.clones.push(clone);
    return clone;
  }

  requestCreateSubshell(): { done: Promise<unknown> } {
    const subshell_id = `subshell-${this.id}`;
    this.subshells.push(subshell_id);
    return { done: Promise.resolve({ content: { subshell_id } }) };
  }

  requestDeleteSubshell(content: { subshell_id: string }): {
    done: Promise<unknown>;
  } {
    this.subshells.splice(this.subshells.indexOf(content.subshell_id), 1);
    return { done: Promise.resolve({ content: {} }) };
  }

  async shutdown(): Promise<void> {
    this.shutdowns++;
    this.status = 'dead';
    this.statusChanged.emit('dead');
    this.dispose();
  }

  dispose(): void {
    this.isDisposed = true;
  }

  get last(): FakeFuture {
    return this.requests[this.requests.length - 1];
  }

  private _take(
    content: KernelMessage.IExecuteRequestMsg['content'],
    id: string
  ): FakeFuture {
    const future = new FakeFuture(content, id);
    this.requests.push(future);
    return future;
  }
}

/** A session context with one fake kernel. */
export class FakeSession {
  kernel: FakeKernel | null = new FakeKernel();
  isDisposed = false;
  /** Resolves only once its kernel is connected, after a reload. */
  isReady = true;
  isRestarting = false;
  pendingInput = false;
  kernelDisplayName = 'Python 3';
  displayStatus: string | null = null;
  /** What its kernel sends back of the header of a request. */
  echo: object = {};
  /** Never resolves, as while a person chooses a kernel. */
  ready: Promise<void> = new Promise(() => undefined);
  /** Null until the page has asked the server for them. */
  readonly specsManager: {
    specs: { kernelspecs: Record<string, { language: string }> } | null;
  } = { specs: { kernelspecs: { python3: { language: 'python' } } } };

  readonly statusChanged = new Signal<this, string>(this);
  readonly kernelChanged = new Signal<this, unknown>(this);
  readonly sessionChanged = new Signal<this, unknown>(this);
  readonly connectionStatusChanged = new Signal<this, string>(this);
  readonly iopubMessage = new Signal<this, unknown>(this);
  readonly disposed = new Signal<this, void>(this);

  get session(): { kernel: FakeKernel } | null {
    return this.kernel && { kernel: this.kernel };
  }

  get kernelDisplayStatus(): string {
    return this.displayStatus ?? this.kernel?.status ?? 'unknown';
  }

  /** A status message as the kernel sends it. */
  say(status: string, parent = this.kernel?.last?.msg.header.msg_id): void {
    if (this.kernel) {
      this.kernel.status = status;
    }
    this.statusChanged.emit(status);
    this.publish('status', { execution_state: status }, parent);
  }

  publish(
    type: string,
    content: unknown,
    parent?: string,
    request = 'execute_request'
  ): void {
    const msg = {
      channel: 'iopub',
      header: { msg_type: type, session: this.kernel?.process ?? '' },
      parent_header: {
        msg_id: parent ?? this.kernel?.last?.msg.header.msg_id,
        msg_type: request,
        session: 'page',
        ...this.echo
      },
      content
    };
    this._tell(msg);
  }

  /** Makes it busy since before anybody listened. */
  beBusy(): void {
    this.kernel!.status = 'busy';
    this.statusChanged.emit('busy');
  }

  /** Begins and ends a request of somebody else. */
  answer(parent = 'of somebody else'): void {
    this.publish('status', { execution_state: 'busy' }, parent);
    this.publish('status', { execution_state: 'idle' }, parent);
  }

  /** A status message of a subshell, which every client receives. */
  sayBeside(status: string): void {
    if (this.kernel) {
      this.kernel.status = status;
    }
    this.statusChanged.emit(status);
    this._tell({
      channel: 'iopub',
      header: { msg_type: 'status', session: this.kernel?.process ?? '' },
      parent_header: {
        msg_id: 'beside',
        msg_type: 'execute_request',
        session: 'page',
        subshell_id: 'subshell'
      },
      content: { execution_state: status }
    });
  }

  /** Begins and ends the current request. */
  finish(reply: Reply = { status: 'ok' }): void {
    const future = this.kernel!.last;
    this.say('busy');
    this.say('idle');
    future.answer.resolve({ content: reply });
  }

  asContext(): ISessionContext {
    return this as unknown as ISessionContext;
  }

  private _tell(msg: object): void {
    this.kernel?.anyMessage.emit({ msg, direction: 'recv' });
    this.iopubMessage.emit(msg);
  }
}

/** Sends a cell as JupyterLab's executor does, and applies the answer. */
export class FakeExecutor implements INotebookCellExecutor {
  async runCell(
    options: INotebookCellExecutor.IRunCellOptions
  ): Promise<boolean> {
    const { cell, sessionContext } = options;
    const kernel = sessionContext!.session!
      .kernel! as unknown as Kernel.IKernelConnection;
    options.onCellExecutionScheduled({ cell });
    const future = kernel.requestExecute({
      code: cell.model.sharedModel.getSource(),
      stop_on_error: true
    });
    const reply = (await future.done) as unknown as { content: Reply };
    if (cell.isDisposed) {
      return false;
    }
    (cell.model as ICodeCellModel).executionCount =
      reply.content.execution_count ?? null;
    if (reply.content.status !== 'ok') {
      const error = new KernelError({
        ...reply.content,
        traceback: []
      } as unknown as KernelMessage.IExecuteReply);
      options.onCellExecuted({ cell, success: false, error });
      throw error;
    }
    options.onCellExecuted({ cell, success: true });
    return true;
  }
}
