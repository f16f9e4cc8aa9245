import type { UsageMetadata } from '@langchain/core/messages';

import { ModelFault } from '../../contract';
import {
  type IRequestFacts,
  named,
  throwIfError,
  tidy
} from '../errors/model-fault';
import { endingOf } from '../chat/reasoning';
import type { IAnswerChunk } from '../chat/streaming-chat-model';

/**
 * A part of an answer in its protocol. Of what is said about the whole answer,
 * the last word counts.
 */
export interface IAnswerPart extends Pick<
  IAnswerChunk,
  'text' | 'thoughts' | 'call' | 'metadata'
> {
  /** Why the answer ended, in the server's words. */
  end?: string;
  /** Tokens, under the server's names. */
  counts?: object | null;
}

/** Reads the payloads of one answer: the half of a protocol that listens. */
export interface IAnswerReader {
  /**
   * @param payload one that has arrived, or a whole answer; no error.
   * @throws ModelFault if there is an error deep inside it.
   */
  read(payload: object): Iterable<IAnswerPart>;
  /** Whether nothing comes after the end, even if the connection stays open. */
  closesAtEnd?: boolean;
  /** What is still missing when the server has ended the answer. */
  rest?(): IAnswerPart[];
  /** Whether JSON sent instead of a stream is nevertheless an answer. */
  isWhole?(value: object): boolean;
}

/** The arguments of a call, as text, whatever a server makes of them. */
export function argumentsText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? {});
}

/** Token counts of any server in LangChain's form; undefined if it gave none. */
function usageOf(counts: object): UsageMetadata | undefined {
  // Details are in objects of their own.
  const all = new Map(
    [counts, ...Object.values(counts)].flatMap(each =>
      Object.entries((each ?? {}) as object)
    )
  );
  const count = (...names: string[]): number | undefined =>
    names
      .map(name => all.get(name) as unknown)
      .find((each): each is number => typeof each === 'number');
  const created = count('cache_creation_input_tokens');
  const aside = count('cache_read_input_tokens');
  const cached = count('cached_tokens', 'cachedContentTokenCount') ?? aside;
  const thought = count('reasoning_tokens', 'thoughtsTokenCount');
  const part = count('input_tokens');
  const input =
    count('prompt_tokens', 'promptTokenCount', 'prompt_eval_count') ??
    // Anthropic counts aside what is in its cache.
    (part === undefined ? part : part + (created ?? 0) + (aside ?? 0));
  if (input === undefined) {
    return undefined;
  }
  const output =
    count('completion_tokens', 'output_tokens', 'eval_count') ??
    // Gemini counts aside what was thinking.
    (count('candidatesTokenCount') ?? 0) + (thought ?? 0);
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: count('total_tokens', 'totalTokenCount') ?? input + output,
    input_token_details: { cache_read: cached, cache_creation: created },
    output_token_details: { reasoning: thought }
  };
}

/** The answer so far: how it is framed, and whether it is complete. */
export class Answer {
  done = false;

  private readonly _frames: EventReader;

  /** undefined before its first character. */
  private _isWhole: boolean | undefined;

  /** What has come of an answer before it is known, or of one that is whole. */
  private _text = '';

  private _sawPayload = false;

  private _end: string | undefined;
  private _counts: object = {};
  private _kept: unknown;

  constructor(
    private readonly _reader: IAnswerReader,
    private readonly _isLines: boolean,
    private readonly _facts: IRequestFacts
  ) {
    this._frames = new EventReader(_isLines);
  }

  push(text: string): IAnswerChunk[] {
    if (this._isWhole === false) {
      return this._read(this._frames.push(text));
    }
    this._text += text;
    const start = this._text.replace(/^[\s\uFEFF]+/, '');
    if (this._isWhole || start === '') {
      return [];
    }
    if (start[0] === '<') {
      throw notJson(start, this._facts);
    }
    // Judged by the first character, because servers get the content type wrong.
    this._isWhole = !this._isLines && /^[[{]/.test(start);
    this._text = start;
    return this._isWhole ? [] : this._read(this._frames.push(start));
  }

  end(text: string): IAnswerChunk[] {
    const pieces = this.push(text);
    if (this._isWhole) {
      return [...pieces, ...this._readWhole()];
    }
    if (!this.done) {
      pieces.push(...this._read(this._frames.end(), true));
    }
    if (this.done) {
      return pieces;
    }
    if (this._end === undefined) {
      throw this._noAnswer();
    }
    return [...pieces, ...this._finish()];
  }

  private _read(texts: string[], atEnd = false): IAnswerChunk[] {
    const pieces: IAnswerChunk[] = [];
    for (const text of texts) {
      const data = text.trim();
      // Anything but an object only shows that the server is alive.
      if (data.startsWith('{')) {
        this._sawPayload = true;
        pieces.push(...this._take(this._parse(data, atEnd)));
      }
      const isClosed = this._reader.closesAtEnd && this._end !== undefined;
      if (data.startsWith('[DONE]') || isClosed) {
        return [...pieces, ...this._finish()];
      }
    }
    return pieces;
  }

  private _readWhole(): IAnswerChunk[] {
    const parsed = this._parse(this._text, false);
    // Gemini's endpoint wraps its errors in a list.
    const value: object = Array.isArray(parsed) ? (parsed[0] ?? {}) : parsed;
    throwIfError(value, this._facts);
    if (!this._reader.isWhole?.(value)) {
      throw notJson(this._text, this._facts);
    }
    return [...this._take(value), ...this._finish()];
  }

  /** @throws ModelFault if the payload is an error. */
  private _take(payload: object): IAnswerChunk[] {
    throwIfError(payload, this._facts);
    return this._chunks(this._reader.read(payload));
  }

  /** The parts that go on at once; what is said of the whole is held back. */
  private _chunks(parts: Iterable<IAnswerPart>): IAnswerChunk[] {
    return [...parts].map(({ end, counts, metadata, ...piece }) => {
      this._end = end ?? this._end;
      this._counts = counts ?? this._counts;
      this._kept = metadata ?? this._kept;
      return piece;
    });
  }

  /** @throws ModelFault if the server could not read the model's call. */
  private _finish(): IAnswerChunk[] {
    this.done = true;
    const { _end: end = '', _facts: facts } = this;
    if (/malformed_function_call|unexpected_tool_call/i.test(end)) {
      throw new ModelFault('server-error', `The call was not read (${end}).`, {
        unreadable: true,
        ...named(facts)
      });
    }
    const rest = this._chunks(this._reader.rest?.() ?? []);
    const usage = usageOf(this._counts);
    return [...rest, { reason: endingOf(end), usage, metadata: this._kept }];
  }

  private _parse(data: string, atEnd: boolean): object {
    try {
      return JSON.parse(data);
    } catch {
      throw atEnd ? cut(this._facts) : notJson(data, this._facts);
    }
  }

  /** The fault for a stream that ended before there was an answer. */
  private _noAnswer(): ModelFault {
    const { stray } = this._frames;
    return this._sawPayload
      ? cut(this._facts)
      : stray.trim() !== ''
        ? notJson(stray, this._facts)
        : new ModelFault('nothing-came', '', {
            ...named(this._facts),
            sentTokens: this._facts.sentTokens?.()
          });
  }
}

/**
 * The fault for something that is not a model's answer; a web page is
 * identified by its title.
 */
export function notJson(text: string, facts: IRequestFacts): ModelFault {
  const page = webPage(text);
  return new ModelFault(
    'not-json',
    page === undefined ? tidy(text.slice(0, 200), facts.key) : '',
    {
      ...named(facts),
      ...(page !== undefined && { page: tidy(page, facts.key) })
    }
  );
}

export function cut(facts: IRequestFacts, cause?: unknown): ModelFault {
  return new ModelFault(
    'cut-stream',
    'The connection ended before the answer was complete.',
    named(facts),
    { cause }
  );
}

/** The title of an HTML page, which may be empty; undefined for other text. */
export function webPage(text: string): string | undefined {
  return /^\s*</.test(text)
    ? (/<title[^<>]*>([^<]*)/i.exec(text)?.[1].trim() ?? '')
    : undefined;
}

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
