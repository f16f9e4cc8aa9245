/** Reads one JSON object per line from text that may be split anywhere. */
export class LineReader {
  /** Text of lines that are not objects: the message of another kind of server. */
  stray = '';

  private _rest = '';

  /** The lines completed by this text, in order. */
  push(text: string): string[] {
    const lines = (this._rest + text).split('\n');
    this._rest = lines.pop() ?? '';
    return lines.filter(line => this._isObject(line));
  }

  /** The rest when the text has ended; the last line may be unterminated. */
  end(): string[] {
    return this.push('\n');
  }

  private _isObject(line: string): boolean {
    const isObject = line.trimStart().startsWith('{');
    if (!isObject && this.stray.length < MAX_STRAY) {
      this.stray += `${line}\n`;
    }
    return isObject;
  }
}

/** Maximum number of characters of stray text kept for the error message. */
const MAX_STRAY = 2000;
