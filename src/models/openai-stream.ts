import { isModelFault, ModelFault } from '../contract';
import type { IRequestFacts } from './faults';
import { isAbort, named, tidy } from './faults';
import { ChunkRepair } from './openai-chunk';
import { EventReader } from './sse';

/**
 * A chat-completions answer as a stream of events in the exact form LangChain
 * expects, piece by piece as it comes. A whole JSON answer (from a server that
 * does not stream) becomes a stream too.
 *
 * The stream fails with a `ModelFault`: `not-json` for what is no answer of a
 * model server, `cut-stream` when it ends before the answer does, or what an
 * error inside the stream says. Stops by the person pass unchanged.
 */
export function repairedStream(
  body: ReadableStream<Uint8Array>,
  facts: IRequestFacts
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const answer = new Answer(facts);
  const bytes = new TextEncoder();
  const decoder = new TextDecoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          // Called again only once something was enqueued.
          for (let sent = false; !sent && !answer.done;) {
            const { done, value } = await reader.read();
            const chunks = done
              ? answer.end(decoder.decode())
              : answer.push(decoder.decode(value, { stream: true }));
            for (const chunk of chunks) {
              const event = `data: ${JSON.stringify(chunk)}\n\n`;
              controller.enqueue(bytes.encode(event));
              sent = true;
            }
          }
        } catch (error) {
          const fault = faultOfRead(error, facts);
          controller.error(fault);
          await release(reader, fault);
          return;
        }
        if (answer.done) {
          controller.enqueue(bytes.encode('data: [DONE]\n\n'));
          controller.close();
          await release(reader, 'The answer is complete.');
        }
      },
      cancel: reason => reader.cancel(reason)
    },
    // Nothing is read ahead of what LangChain asks for.
    { highWaterMark: 0 }
  );
}

/** The answer so far: which form it has, and whether it is complete. */
class Answer {
  constructor(facts: IRequestFacts) {
    this._facts = facts;
    this._repair = new ChunkRepair(facts);
  }

  done = false;

  push(text: string): unknown[] {
    if (this._form === undefined) {
      this._start += text;
      const start = this._start.replace(/^[\s\uFEFF]+/, '');
      if (start === '') {
        return [];
      }
      // By its first character and not by its type, which servers get wrong.
      this._form = start[0] === '{' || start[0] === '[' ? 'whole' : 'events';
      if (start[0] === '<') {
        throw this._notJson(start);
      }
      text = start;
    }
    if (this._form === 'whole') {
      this._whole += text;
      return [];
    }
    return this._read(this._events.push(text));
  }

  end(text: string): unknown[] {
    const chunks = this.push(text);
    if (this._form === 'whole') {
      return [...chunks, ...this._readWhole()];
    }
    const last = this.done ? [] : this._read(this._events.end(), true);
    if (!this.done) {
      if (!this._repair.finished) {
        throw this._isStray()
          ? this._notJson(this._events.stray)
          : cut(this._facts);
      }
      last.push(...this._finish());
    }
    return [...chunks, ...last];
  }

  private _read(payloads: string[], atEnd = false): unknown[] {
    const chunks: unknown[] = [];
    for (const payload of payloads) {
      const data = payload.trim();
      if (data.startsWith('[DONE]')) {
        return [...chunks, ...this._finish()];
      }
      // Anything but an object is a sign of life.
      if (data.startsWith('{')) {
        this._sawEvent = true;
        chunks.push(...this._repair.repair(this._parse(data, atEnd)));
      }
    }
    return chunks;
  }

  private _readWhole(): unknown[] {
    const parsed = this._parse(this._whole, false);
    // Gemini's endpoint wraps its errors in a list.
    const value = Array.isArray(parsed) ? (parsed[0] ?? {}) : parsed;
    const choices = (value as { choices?: unknown }).choices;
    const hasError = (value as { error?: unknown }).error;
    if (!Array.isArray(choices) && !hasError) {
      throw this._notJson(this._whole);
    }
    return [...this._repair.repair(value), ...this._finish()];
  }

  private _finish(): unknown[] {
    this.done = true;
    return this._repair.finish();
  }

  private _parse(data: string, atEnd: boolean): object {
    try {
      return JSON.parse(data);
    } catch {
      throw atEnd ? cut(this._facts) : this._notJson(data);
    }
  }

  private _isStray(): boolean {
    return !this._sawEvent && this._events.stray.trim() !== '';
  }

  private _notJson(text: string): ModelFault {
    return new ModelFault(
      'not-json',
      tidy(pageTitle(text) ?? text.slice(0, 200), this._facts.key),
      named(this._facts)
    );
  }

  private readonly _facts: IRequestFacts;
  private readonly _repair: ChunkRepair;
  private readonly _events = new EventReader();
  private _form: 'events' | 'whole' | undefined;
  private _start = '';
  private _whole = '';
  private _sawEvent = false;
}

/** The title of an HTML page, which tells a log-in page from an error page. */
export function pageTitle(text: string): string | undefined {
  const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1].trim();
  return /^\s*</.test(text) ? title || 'a web page' : undefined;
}

function faultOfRead(error: unknown, facts: IRequestFacts): unknown {
  // What is left is the connection: it broke in the middle of the answer.
  return isModelFault(error) || isAbort(error) ? error : cut(facts, error);
}

function cut(facts: IRequestFacts, cause?: unknown): ModelFault {
  return new ModelFault(
    'cut-stream',
    'The connection ended before the answer was complete.',
    named(facts),
    { cause }
  );
}

/** Lets go of the connection, also when the server keeps it open. */
async function release(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  reason: unknown
): Promise<void> {
  await reader.cancel(reason).catch(() => {
    // It is broken or closed already, which is what was wanted.
  });
}
