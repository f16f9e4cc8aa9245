import { isModelFault, ModelFault } from '../../contract';
import { nextTask } from '../../contract/util/next-task';
import {
  type IRequestFacts,
  isAbort,
  named,
  tidy
} from '../errors/model-fault';
import { LineReader } from './line-reader';
import { EventReader } from './event-reader';

/** ms of work on payloads after which the page may draw. */
const LONGEST_TASK = 12;

/** Reads the payloads of one answer and turns them into what is passed on. */
export interface IAnswerReader<P extends object = object> {
  /**
   * @param value one parsed payload, or a whole answer.
   * @returns payloads to pass on; none if it had no content.
   * @throws ModelFault if the payload is an error.
   */
  repair(value: unknown): P[];
  /** Whether the server has said that the answer is complete. */
  readonly finished: boolean;
  /** Whether nothing more will come, even if the connection is still open. */
  readonly closed?: boolean;
  /** The payloads still missing when the server has ended the answer. */
  finish(): P[];
}

/** The format of a provider's answers. */
export interface IAnswerForm<P extends object = object> {
  reader: IAnswerReader<P>;
  /** Server-sent events, or one JSON object per line. */
  framing: 'events' | 'lines';
  /** Whether JSON sent instead of a stream is nevertheless an answer. */
  isWhole?(value: object): boolean;
}

/**
 * The payloads of a streamed answer, piece by piece. A complete JSON answer
 * (from a server that does not stream) is read too, if the format allows it.
 *
 * Of what has arrived at once, as after a moment in which the page was busy, it
 * gives one payload each time, and lets the page draw in between.
 *
 * It fails with a `ModelFault`: `not-json` if this is not a model server's
 * answer, `cut-stream` if it ends before the answer does, or whatever an error
 * inside the stream says. Stops by the person are passed on unchanged.
 */
export async function* answerPayloads<P extends object>(
  body: ReadableStream<Uint8Array>,
  form: IAnswerForm<P>,
  facts: IRequestFacts
): AsyncGenerator<P> {
  const reader = body.getReader();
  const answer = new Answer(form, facts);
  const decoder = new TextDecoder();
  let lastBreath = performance.now();
  try {
    while (!answer.done) {
      const { done, value } = await reader.read();
      const payloads = done
        ? answer.end(decoder.decode())
        : answer.push(decoder.decode(value, { stream: true }));
      for (const payload of payloads) {
        yield payload;
        // Whoever asks for the next payload has dealt with this one.
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
    await reader.cancel('The answer is read.').catch(() => {
      // It is already broken or closed, which is fine.
    });
  }
}

/** The same as a stream, for a provider's SDK. */
export function answerStream(
  body: ReadableStream<Uint8Array>,
  form: IAnswerForm,
  facts: IRequestFacts
): ReadableStream<Uint8Array> {
  const payloads = answerPayloads(body, form, facts);
  const bytes = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await payloads.next();
          if (done) {
            controller.close();
          } else {
            controller.enqueue(bytes.encode(written(value, form)));
          }
        } catch (error) {
          controller.error(error);
        }
      },
      async cancel() {
        await payloads.return(undefined);
      }
    },
    // Reads nothing before LangChain asks for it.
    { highWaterMark: 0 }
  );
}

/** The answer so far: its format, and whether it is complete. */
class Answer<P extends object> {
  done = false;

  private readonly _reader: IAnswerReader<P>;

  private readonly _frames: EventReader | LineReader;

  private _form: 'frames' | 'whole' | undefined;

  private _start = '';

  private _whole = '';

  private _sawPayload = false;

  constructor(
    private readonly _expected: IAnswerForm<P>,
    private readonly _facts: IRequestFacts
  ) {
    this._reader = _expected.reader;
    this._frames =
      _expected.framing === 'lines' ? new LineReader() : new EventReader();
  }

  push(text: string): P[] {
    if (this._form === undefined) {
      this._start += text;
      const start = this._start.replace(/^[\s\uFEFF]+/, '');
      if (start === '') {
        return [];
      }
      if (start[0] === '<') {
        throw this._notJson(start);
      }
      this._form = this._formOf(start[0]);
      text = start;
    }
    if (this._form === 'whole') {
      this._whole += text;
      return [];
    }
    return this._read(this._frames.push(text));
  }

  end(text: string): P[] {
    const payloads = this.push(text);
    if (this._form === 'whole') {
      return [...payloads, ...this._readWhole()];
    }
    const last = this.done ? [] : this._read(this._frames.end(), true);
    if (!this.done) {
      if (!this._reader.finished) {
        throw this._noAnswer();
      }
      last.push(...this._finish());
    }
    return [...payloads, ...last];
  }

  /** Judged by the first character, because servers get the content type wrong. */
  private _formOf(first: string): 'frames' | 'whole' {
    const isJson = first === '{' || first === '[';
    return isJson && this._expected.framing === 'events' ? 'whole' : 'frames';
  }

  private _read(texts: string[], atEnd = false): P[] {
    const payloads: P[] = [];
    for (const text of texts) {
      const data = text.trim();
      if (data.startsWith('[DONE]')) {
        return [...payloads, ...this._finish()];
      }
      // Anything but an object only shows that the server is alive.
      if (data.startsWith('{')) {
        this._sawPayload = true;
        payloads.push(...this._reader.repair(this._parse(data, atEnd)));
        if (this._reader.closed) {
          return [...payloads, ...this._finish()];
        }
      }
    }
    return payloads;
  }

  private _readWhole(): P[] {
    const parsed = this._parse(this._whole, false);
    // Gemini's endpoint wraps its errors in a list.
    const value: object = Array.isArray(parsed) ? (parsed[0] ?? {}) : parsed;
    const hasError = (value as { error?: unknown }).error;
    if (!this._expected.isWhole?.(value) && !hasError) {
      throw this._notJson(this._whole);
    }
    return [...this._reader.repair(value), ...this._finish()];
  }

  private _finish(): P[] {
    this.done = true;
    return this._reader.finish();
  }

  private _parse(data: string, atEnd: boolean): object {
    try {
      return JSON.parse(data);
    } catch {
      throw atEnd ? cut(this._facts) : this._notJson(data);
    }
  }

  /** The fault for a stream that ended before there was an answer. */
  private _noAnswer(): ModelFault {
    if (this._sawPayload) {
      return cut(this._facts);
    }
    const { stray } = this._frames;
    return stray.trim() === ''
      ? new ModelFault('nothing-came', '', {
          ...named(this._facts),
          sentTokens: this._facts.sentTokens?.()
        })
      : this._notJson(stray);
  }

  private _notJson(text: string): ModelFault {
    return notJson(text, this._facts);
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

/** The title of an HTML page, which may be empty; undefined for other text. */
export function webPage(text: string): string | undefined {
  return /^\s*</.test(text)
    ? (/<title[^<>]*>([^<]*)/i.exec(text)?.[1].trim() ?? '')
    : undefined;
}

/** Writes a payload as it is sent over the wire; some SDKs go by the event's name. */
function written(payload: object, { framing }: IAnswerForm): string {
  const json = JSON.stringify(payload);
  if (framing === 'lines') {
    return `${json}\n`;
  }
  const { type } = payload as { type?: unknown };
  const name = typeof type === 'string' ? `event: ${type}\n` : '';
  return `${name}data: ${json}\n\n`;
}

function cut(facts: IRequestFacts, cause?: unknown): ModelFault {
  return new ModelFault(
    'cut-stream',
    'The connection ended before the answer was complete.',
    named(facts),
    { cause }
  );
}
