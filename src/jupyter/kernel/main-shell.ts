import type { KernelMessage } from '@jupyterlab/services';

import { isQuestion } from './ask-kernel';

/**
 * Whether a message answers a request on a subshell. Subshells broadcast “busy”
 * and “idle” too, which say nothing about the shell that runs cells.
 */
export function isFromSubshell(message: KernelMessage.IMessage): boolean {
  // IRkernel sends `null` back as `{}`.
  const parent = message.parent_header as { subshell_id?: unknown };
  return typeof parent.subshell_id === 'string' && parent.subshell_id !== '';
}

/** Follows what the main shell is executing, by the kernel's own messages. */
export class MainShell {
  /** Whether the request that began last is a question; it may have ended. */
  isAsked = false;

  private _request: string | null = null;

  /** Whether a request has begun and not ended. */
  get isBusy(): boolean {
    return this._request !== null;
  }

  /** @returns whether `isBusy` has changed. */
  note(message: KernelMessage.IIOPubMessage): boolean {
    const parent = message.parent_header as {
      msg_id?: string;
      msg_type?: string;
    };
    if (message.header.msg_type !== 'status' || isFromSubshell(message)) {
      return false;
    }
    const { execution_state } = (message as KernelMessage.IStatusMsg).content;
    if (execution_state === 'busy') {
      this.isAsked = isQuestion(message);
    }
    if (parent.msg_type !== 'execute_request') {
      return false;
    }
    const before = this.isBusy;
    if (execution_state === 'busy') {
      this._request = parent.msg_id ?? null;
    } else if (execution_state === 'idle' && parent.msg_id === this._request) {
      this._request = null;
    }
    return before !== this.isBusy;
  }

  /** After a restart or a broken connection, the end may never be reported. */
  forget(): void {
    this._request = null;
    this.isAsked = false;
  }
}
