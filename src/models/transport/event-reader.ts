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
    // A CR at the very end may be the first half of a CRLF.
    const lines = (this._rest + text).split(/\r\n|\n|\r(?!$)/);
    this._rest = lines.pop() as string;
    return lines.flatMap(line => this._readLine(line));
  }

  /**
   * The remaining payloads when the text has ended; the last event may be
   * unterminated.
   */
  end(): string[] {
    return this.push('\n\n');
  }

  private _readLine(line: string): string[] {
    if (line === '') {
      return this._dispatch();
    }
    const text = line.startsWith('\uFEFF') ? line.slice(1) : line;
    if (this._isLines && text.trimStart().startsWith('{')) {
      return [text];
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?([\s\S]*))?$/.exec(text) ?? [];
    if (field === 'data') {
      const data = this._data.join('\n');
      const isWhole = data === '[DONE]' || isJson(data);
      const before = isWhole ? this._dispatch() : [];
      this._data.push(value);
      return before;
    }
    if (field !== '' && !KNOWN_FIELDS.has(field)) {
      this.stray = (this.stray + text + '\n').slice(0, MAX_STRAY);
    }
    return [];
  }

  private _dispatch(): string[] {
    const data = this._data;
    this._data = [];
    return data.length > 0 ? [data.join('\n')] : [];
  }
}

const KNOWN_FIELDS = new Set(['event', 'id', 'retry']);

/** Maximum number of characters of stray text kept for the error message. */
const MAX_STRAY = 2000;

/** Whether a text is complete. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Only a part of it, for example.
    return false;
  }
}
