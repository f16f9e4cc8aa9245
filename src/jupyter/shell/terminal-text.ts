/**
 * Reads a terminal's output as plain text: removes the control sequences of
 * ECMA-48, and the marks around our command's output.
 */
export class TerminalText {
  /** Whether the shell has started on the command. */
  isReady = false;

  /** Exit code of the command; null until it has ended. */
  exitCode: number | null = null;
  private _rest = '';

  /**
   * @param _ready printed before the output. @param _end printed after it,
   * followed by the exit code.
   */
  constructor(
    private readonly _ready: string,
    private readonly _end: string
  ) {}

  /** @returns the new output in it. */
  push(raw: string): string {
    this._rest += raw;
    if (!this.isReady) {
      const at = this._rest.indexOf(this._ready);
      if (at < 0) {
        return '';
      }
      this.isReady = true;
      this._rest = this._rest.slice(at + this._ready.length);
    }
    const ended = this._rest.indexOf(this._end);
    if (ended >= 0) {
      const code = /^:(\d+):/.exec(
        this._rest.slice(ended + this._end.length)
      )?.[1];
      if (code === undefined) {
        // The exit code has not arrived yet.
        return '';
      }
      this.exitCode = Number(code);
      const last = this._rest.slice(0, ended);
      this._rest = '';
      return plain(last);
    }
    return this._take();
  }

  /** What was held back, once nothing more will come. */
  flush(): string {
    const text = this.isReady ? this._rest : '';
    this._rest = '';
    return plain(text);
  }

  /**
   * All but what may be the beginning of the end mark, or of a control
   * sequence.
   */
  private _take(): string {
    let safe = this._rest.length - this._beginningOfEnd();
    const escape = this._rest.lastIndexOf('\u001b', safe);
    if (escape >= 0 && safe - escape < MAX_SEQUENCE) {
      safe = Math.min(safe, escape);
    }
    if (this._rest[safe - 1] === '\r') {
      safe--;
    }
    const text = this._rest.slice(0, safe);
    this._rest = this._rest.slice(safe);
    return plain(text);
  }

  private _beginningOfEnd(): number {
    for (let length = this._end.length - 1; length > 0; length--) {
      if (this._rest.endsWith(this._end.slice(0, length))) {
        return length;
      }
    }
    return 0;
  }
}

/** Longer sequences are titles and links, which are seldom split in two. */
const MAX_SEQUENCE = 64;

const SEQUENCES =
  // eslint-disable-next-line no-control-regex
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[PX^_][^\u001b]*\u001b\\|[ -/]*[0-~])/g;

function plain(text: string): string {
  return text.replace(SEQUENCES, '').replace(/\r\n/g, '\n');
}
