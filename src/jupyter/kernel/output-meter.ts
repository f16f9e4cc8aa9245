import type { IOutputAreaModel } from '@jupyterlab/outputarea';
import type { KernelMessage } from '@jupyterlab/services';

/**
 * Characters that a cell may keep in the notebook: 10,000 lines of 100
 * characters. That is far more than anybody reads, and less than the 3 MB in
 * three seconds at which Jupyter Server begins to drop output.
 */
export const MAX_TEXT = 1_000_000;
/** Outputs that a cell may have; each is a widget in the page. */
export const MAX_OUTPUTS = 1_000;
/**
 * Messages within `RATE_WINDOW` ms, for floods that keep nothing (a display
 * that is redrawn without pause). A progress bar redraws ten times a second.
 */
export const MAX_RATE = 20_000;
export const RATE_WINDOW = 20_000;

/** Characters let through between two checks of what the cell keeps. */
const LOOK_AFTER_TEXT = 200_000;
const LOOK_AFTER_MESSAGES = 250;

/**
 * Detects a cell that floods. Counts messages, and reads the outputs only now
 * and then. What counts is what the cell *keeps*, so a progress bar that
 * overwrites its line all night is not a flood.
 */
export class OutputMeter {
  private _flooded = false;

  /** Characters that have arrived and are not in the outputs yet. */
  private _backlog = 0;

  private _text = 0;

  private _messages = 0;

  private _inWindow = 0;

  private _windowStart = 0;
  /** @param _outputs the cell's current outputs; a moved cell gets new ones. */
  constructor(private readonly _outputs: () => IOutputAreaModel | undefined) {}
  /**
   * A message has arrived from the kernel. JupyterLab has not handled it yet,
   * and in a flood it won't for a while.
   *
   * @returns whether the limit has been passed.
   */
  receive(message: KernelMessage.IIOPubMessage): boolean {
    if (message.header.msg_type === 'status') {
      return this._flooded;
    }
    const text = streamText(message);
    this._backlog += text.length;
    this._text += text.length;
    this._messages++;
    this._flooded ||=
      this._isTooFast() || isDroppedOutput(text) || this._keepsTooMuch();
    return this._flooded;
  }

  /** JupyterLab is handling the message now. */
  handle(message: KernelMessage.IIOPubMessage): void {
    this._backlog -= streamText(message).length;
  }

  private _isTooFast(): boolean {
    const now = Date.now();
    if (now - this._windowStart > RATE_WINDOW) {
      this._windowStart = now;
      this._inWindow = 0;
    }
    return ++this._inWindow > MAX_RATE;
  }

  private _keepsTooMuch(): boolean {
    if (this._text < LOOK_AFTER_TEXT && this._messages < LOOK_AFTER_MESSAGES) {
      return false;
    }
    this._text = 0;
    this._messages = 0;
    let size = this._backlog;
    const outputs = this._outputs();
    if (!outputs || outputs.isDisposed) {
      return size > MAX_TEXT;
    }
    for (let i = 0; i < outputs.length; i++) {
      size += outputs.get(i).streamText?.text.length ?? 0;
    }
    return size > MAX_TEXT || outputs.length > MAX_OUTPUTS;
  }
}

function streamText(message: KernelMessage.IIOPubMessage): string {
  return message.header.msg_type === 'stream'
    ? (message as KernelMessage.IStreamMsg).content.text
    : '';
}

/** Jupyter Server's message on stderr when it has begun to drop output. */
function isDroppedOutput(text: string): boolean {
  return /^IOPub (data|message) rate exceeded/.test(text);
}
