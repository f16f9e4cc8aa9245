/** Reads a JSON object a line from text that may be split anywhere. */
export class LineReader {
  /** Text of lines that are no objects: what another kind of server said. */
  stray = '';

  private _rest = '';

  /** Lines that are complete after this text, in order. */
  push(text: string): string[] {
    const lines = (this._rest + text).split('\n');
    this._rest = lines.pop() ?? '';
    return lines.filter(line => this._isObject(line));
  }

  /** What is left when the text has ended; its last line may lack its end. */
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

/** Characters of stray text that are kept for the error message. */
const MAX_STRAY = 2000;
