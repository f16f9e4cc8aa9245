/**
 * Reads server-sent events, or lines with one JSON object each, from text that
 * may be split anywhere. Of events only `data` matters here: names, ids and
 * comments (keep-alive lines) are skipped.
 *
 * More lenient than the standard in one respect: it understands servers that
 * omit the blank line between events, because a complete payload ends where the
 * next `data:` begins.
 */
export class EventReader {
  /**
   * Text outside of events and comments: the message of a server that sends no
   * events.
   */
  stray = '';

  private _rest = '';

  private _data: string[] = [];

  constructor(private readonly _isLines = false) {}

  /** The payloads completed by this text, in order. */
  push(text: string): string[] {
    this._rest += text;
    const payloads: string[] = [];
    for (;;) {
      const end = this._rest.search(/[\r\n]/);
      // A CR at the very end may be the first half of a CRLF.
      if (
        end < 0 ||
        (this._rest[end] === '\r' && end === this._rest.length - 1)
      ) {
        return payloads;
      }
      const line = this._rest.slice(0, end);
      const width = this._rest.startsWith('\r\n', end) ? 2 : 1;
      this._rest = this._rest.slice(end + width);
      this._readLine(line, payloads);
    }
  }

  /**
   * The remaining payloads when the text has ended; the last event may be
   * unterminated.
   */
  end(): string[] {
    return this.push('\n\n');
  }

  private _readLine(line: string, payloads: string[]): void {
    if (line === '') {
      this._dispatch(payloads);
      return;
    }
    const text = line.startsWith('\uFEFF') ? line.slice(1) : line;
    if (this._isLines && text.trimStart().startsWith('{')) {
      payloads.push(text);
      return;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?([\s\S]*))?$/.exec(text) ?? [];
    if (field === 'data') {
      if (this._data.length > 0 && isWhole(this._data.join('\n'))) {
        this._dispatch(payloads);
      }
      this._data.push(value);
    } else if (field !== '' && !KNOWN_FIELDS.has(field)) {
      this.stray = (this.stray + text + '\n').slice(0, MAX_STRAY);
    }
  }

  private _dispatch(payloads: string[]): void {
    if (this._data.length > 0) {
      payloads.push(this._data.join('\n'));
      this._data = [];
    }
  }
}

const KNOWN_FIELDS = new Set(['event', 'id', 'retry']);

/** Maximum number of characters of stray text kept for the error message. */
const MAX_STRAY = 2000;

function isWhole(payload: string): boolean {
  if (payload === '[DONE]') {
    return true;
  }
  try {
    JSON.parse(payload);
    return true;
  } catch {
    // Incomplete: the payload continues on the next line.
    return false;
  }
}
