import type { KernelMessage } from '@jupyterlab/services';

/**
 * Which process a kernel is: the session id in the header of what it sends.
 *
 * Heard of ipykernel 7.4 behind jupyter_client 8.10: one id a process, the same
 * on shell, control and iopub, on subshells, from a forked child, and for every
 * client that connects; another one after each restart, crash or not. While it
 * is restarted, the old process says a last “busy” and “idle” (of the
 * `shutdown_request`) with its own id. Behind Jupyter Server 2.21 the same: a
 * restart that another client asks for is told by nothing but the new id.
 *
 * Some kernels (IRkernel, IJulia, those of JupyterLite) answer with the session
 * id of who asked, or with none: these don't tell. And what the server says in
 * a kernel's place (“restarting”, dropped output) has the client's id.
 */
export class KernelProcess {
  private _id: string | null = null;

  private _busy: { request: string; session: string } | null = null;

  private _spokeWithout = false;

  private _isFickle = false;

  private _restarts = 0;

  /** Processes that are no more: what comes late is theirs. */
  private readonly _gone = new Set<string>();

  /** Null where it was not heard yet, or does not tell. */
  get id(): string | null {
    return this._isFickle ? null : this._id;
  }

  /** Whether the kernel spoke, and did not tell. */
  get isUntold(): boolean {
    return this._isFickle || (this._id === null && this._spokeWithout);
  }

  /**
   * Listens to the two words that belong together, of whatever request.
   *
   * @param clientId session id of our own connection.
   * @returns whether it is another than before.
   */
  note(message: KernelMessage.IIOPubMessage, clientId: string): boolean {
    if (message.header.msg_type !== 'status') {
      return false;
    }
    const { execution_state } = (message as KernelMessage.IStatusMsg).content;
    const parent = message.parent_header as {
      msg_id?: string;
      session?: string;
    };
    if (
      !parent.msg_id ||
      (execution_state !== 'busy' && execution_state !== 'idle')
    ) {
      return false;
    }
    const session = message.header.session ?? '';
    if (execution_state === 'busy') {
      this._busy = { request: parent.msg_id, session };
      return false;
    }
    const before = this.epoch;
    const isPair = this._busy?.request === parent.msg_id;
    if (session === '' || session === clientId || session === parent.session) {
      this._spokeWithout = true;
    } else if (isPair && this._busy?.session !== session) {
      // Within one request there is one process: the id is of something else.
      this._isFickle = true;
    } else if (
      (isPair || this._id === null) &&
      session !== this._id &&
      !this._gone.has(session)
    ) {
      this._leave();
      this._id = session;
    }
    return before !== this.epoch;
  }

  /** A restart was seen: the next one is another, and this is no more. */
  restarted(): void {
    this._leave();
    this._id = null;
    this._spokeWithout = false;
    this._restarts++;
  }

  /** Another kernel. */
  forget(): void {
    this._id = null;
    this._spokeWithout = false;
    this._isFickle = false;
    this._busy = null;
    this._gone.clear();
  }

  /**
   * What changes with each process; `''` where it was not heard yet. The
   * restarts we saw stand in for a kernel that does not tell.
   */
  get epoch(): string {
    return this.id ?? (this.isUntold ? String(this._restarts) : '');
  }

  private _leave(): void {
    if (this._id !== null) {
      this._gone.add(this._id);
    }
    this._busy = null;
  }
}
