import type { UsageMetadata } from '@langchain/core/messages';

import { isModelFault, ModelFault } from '../../contract';
import { nextTask } from '../../contract/util/next-task';
import {
  type IRequestFacts,
  isAbort,
  named,
  tidy
} from '../errors/model-fault';
import type { IAnswerChunk } from '../chat/streaming-chat-model';
import { askServer, type IModelRequest, webPage } from './ask-server';
import { estimatedTokens } from './estimated-tokens';
import { EventReader } from './event-reader';

/** ms of work on payloads after which the page may draw. */
const LONGEST_TASK = 12;

/** Reads the payloads of one answer: the half of a protocol that listens. */
export interface IAnswerReader {
  /**
   * @param payload one that has arrived, or a whole answer.
   * @throws ModelFault if the payload is an error.
   */
  read(payload: object): Iterable<IAnswerChunk>;
  /** Whether the server has said that the answer is complete. */
  readonly finished: boolean;
  /** Whether nothing more will come, even if the connection is still open. */
  readonly closed?: boolean;
  /** What is still missing when the server has ended the answer. */
  finish(): IAnswerChunk[];
  /** Whether JSON sent instead of a stream is nevertheless an answer. */
  isWhole?(value: object): boolean;
}

/** A request to a model, in the form of its protocol, and who reads its answer. */
export interface IModelQuestion extends Omit<IModelRequest, 'method' | 'body'> {
  body: object;
  reader: IAnswerReader;
  /** Server-sent events by default, or one JSON object per line. */
  framing?: 'events' | 'lines';
}

/**
 * The answer to one request, piece by piece. A complete JSON answer (from a
 * server that does not stream) is read too, if the protocol allows it.
 *
 * Of what has arrived at once, as after a moment in which the page was busy, it
 * lets the page draw in between.
 *
 * It fails with a `ModelFault`: `not-json` if this is not a model server's
 * answer, `cut-stream` if it ends before the answer does, or whatever an error
 * inside the stream says. Stops by the person are passed on unchanged.
 */
export async function* askModel(
  { body, reader, framing, ...request }: IModelQuestion,
  facts: IRequestFacts
): AsyncGenerator<IAnswerChunk> {
  const response = await askServer(
    { ...request, method: 'POST', body: JSON.stringify(body) },
    facts
  );
  const stream = (response.body ?? new Blob([]).stream()).getReader();
  const answer = new Answer(reader, framing === 'lines', {
    ...facts,
    sentTokens: () => tokensOfBody(body)
  });
  const decoder = new TextDecoder();
  let lastBreath = performance.now();
  try {
    while (!answer.done) {
      const { done, value } = await stream.read();
      const pieces = done
        ? answer.end(decoder.decode())
        : answer.push(decoder.decode(value, { stream: true }));
      for (const piece of pieces) {
        yield piece;
        // Whoever asks for the next piece has dealt with this one.
        if (performance.now() - lastBreath > LONGEST_TASK) {
          await nextTask();
          lastBreath = performance.now();
        }
      }
    }
  } catch (error) {
    // Any other error is the connection breaking in the middle of the answer.
    throw isModelFault(error) || isAbort(error) ? error : cut(facts, error);
  } finally {
    // Releases the connection, even if the server keeps it open.
    await stream.cancel('The answer is read.').catch(() => {
      // It is already broken or closed, which is fine.
    });
  }
}

/** Token counts in LangChain's form; undefined if the server gave none. */
export function usageOf(
  input: number | null | undefined,
  output: number | null | undefined,
  details: {
    total?: number;
    cacheRead?: number;
    cacheCreation?: number;
    reasoning?: number;
  } = {}
): UsageMetadata | undefined {
  if (typeof input !== 'number') {
    return undefined;
  }
  const { total, cacheRead, cacheCreation, reasoning } = details;
  return {
    input_tokens: input,
    output_tokens: output ?? 0,
    total_tokens: total ?? input + (output ?? 0),
    input_token_details: {
      ...(cacheRead !== undefined && { cache_read: cacheRead }),
      ...(cacheCreation !== undefined && { cache_creation: cacheCreation })
    },
    output_token_details: { ...(reasoning !== undefined && { reasoning }) }
  };
}

/** Estimated tokens of a request, not counting its images, which are long texts. */
function tokensOfBody(body: object): number {
  return estimatedTokens(
    JSON.stringify(body, (_, value: unknown) =>
      typeof value === 'string' && IMAGE.test(value) ? '' : value
    )
  );
}

const IMAGE = /^(data:|[A-Za-z0-9+/=]{1000,}$)/;

/** The answer so far: how it is framed, and whether it is complete. */
class Answer {
  done = false;

  private readonly _frames: EventReader;

  /** undefined before its first character. */
  private _isWhole: boolean | undefined;

  /** What has come of an answer before it is known, or of one that is whole. */
  private _text = '';

  private _sawPayload = false;

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
    const last = this.done ? [] : this._read(this._frames.end(), true);
    if (!this.done) {
      if (!this._reader.finished) {
        throw this._noAnswer();
      }
      last.push(...this._finish());
    }
    return [...pieces, ...last];
  }

  private _read(texts: string[], atEnd = false): IAnswerChunk[] {
    const pieces: IAnswerChunk[] = [];
    for (const text of texts) {
      const data = text.trim();
      // Anything but an object only shows that the server is alive.
      if (data.startsWith('{')) {
        this._sawPayload = true;
        pieces.push(...this._reader.read(this._parse(data, atEnd)));
      }
      if (data.startsWith('[DONE]') || this._reader.closed) {
        return [...pieces, ...this._finish()];
      }
    }
    return pieces;
  }

  private _readWhole(): IAnswerChunk[] {
    const parsed = this._parse(this._text, false);
    // Gemini's endpoint wraps its errors in a list.
    const value: object = Array.isArray(parsed) ? (parsed[0] ?? {}) : parsed;
    if (!this._reader.isWhole?.(value) && !('error' in value && value.error)) {
      throw notJson(this._text, this._facts);
    }
    return [...this._reader.read(value), ...this._finish()];
  }

  private _finish(): IAnswerChunk[] {
    this.done = true;
    return this._reader.finish();
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

function cut(facts: IRequestFacts, cause?: unknown): ModelFault {
  return new ModelFault(
    'cut-stream',
    'The connection ended before the answer was complete.',
    named(facts),
    { cause }
  );
}
