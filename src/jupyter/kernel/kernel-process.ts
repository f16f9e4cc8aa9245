import type { KernelMessage } from '@jupyterlab/services';

/**
 * Identifies a kernel's process: by the session id in the header of its
 * messages.
 *
 * Seen with ipykernel 7.4 behind jupyter_client 8.10: one id per process, the
 * same on shell, control and iopub, on subshells, from a forked child, and for
 * every client that connects; a new one after each restart, crash or not.
 * During a restart the old process sends a last “busy” and “idle” (of the
 * `shutdown_request`) with its own id. The same behind Jupyter Server 2.21:
 * when another client restarts the kernel, the new id is the only sign of it.
 *
 * Some kernels (IRkernel, IJulia, those of JupyterLite) answer with the session
 * id of the client, or with none: they cannot be identified. And messages that
 * the server sends on the kernel's behalf (“restarting”, dropped output) have
 * the client's id.
 */
export class KernelProcess {
  private _id: string | null = null;

  private _busy: { request: string; session: string } | null = null;

  private _spokeWithout = false;

  private _isFickle = false;

  private _restarts = 0;

  /** Processes that have ended; late messages may still carry their ids. */
  private readonly _gone = new Set<string>();

  /**
   * Null if the process is not known yet, or the kernel does not identify it.
   */
  get id(): string | null {
    return this._isFickle ? null : this._id;
  }

  /** Whether the kernel has spoken without identifying its process. */
  get isUntold(): boolean {
    return this._isFickle || (this._id === null && this._spokeWithout);
  }

  /**
   * Reads the “busy” and “idle” of the same request, whatever that is.
   *
   * @param clientId session id of our own connection.
   * @returns whether the process is another than before.
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
      // A request stays within one process: the id means something else here.
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

  /**
   * A restart was seen: the current process has ended, and the next is another.
   */
  restarted(): void {
    this._leave();
    this._id = null;
    this._spokeWithout = false;
    this._restarts++;
  }

  /** The kernel was replaced by another. */
  forget(): void {
    this._id = null;
    this._spokeWithout = false;
    this._isFickle = false;
    this._busy = null;
    this._gone.clear();
  }

  /**
   * Changes with each process; `''` if that is not known yet. For a kernel that
   * does not identify its process, the number of restarts we saw.
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
