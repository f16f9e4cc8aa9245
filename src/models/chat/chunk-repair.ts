import { ModelFault } from '../../contract';
import { scanJson } from '../../contract/util/scan-json';
import { type IRequestFacts, faultOfBody, named } from '../errors/model-fault';

type Json = Record<string, unknown>;

/** A call as far as it has arrived. */
interface ICall {
  /** The server's id for it, if there is one. */
  serverId: string;
  name: string;
  args: string;
}

/**
 * Turns the chunks of one streamed answer into what LangChain expects, whatever
 * the server omits or adds. Without it, a first chunk without a role would lose
 * every tool call of the answer, without an error.
 */
export class ChunkRepair {
  private readonly _facts: IRequestFacts;

  private readonly _calls: ICall[] = [];

  private readonly _byServerIndex = new Map<number, number>();

  private _finishReason: string | null = null;

  private _usage: Json | undefined;

  private _model = '';

  private _saidAnything = false;

  constructor(facts: IRequestFacts = {}) {
    this._facts = facts;
  }

  /** Whether the server has said that the answer is complete. */
  get finished(): boolean {
    return this._finishReason !== null;
  }

  /**
   * @param value one parsed chunk, or a whole answer (with `message` instead of
   * `delta`).
   * @returns chunks to pass on; none if it had no content.
   * @throws ModelFault if the chunk is an error.
   */
  repair(value: unknown): Json[] {
    const chunk = asRecord(value);
    const choice = asRecord((asArray(chunk.choices) ?? [])[0]);
    this._throwError(chunk);
    this._throwError(choice);
    this._usage = usageOf(chunk) ?? this._usage;
    this._model ||= text(chunk.model);

    const said = {
      ...asRecord(choice.message),
      ...asRecord(choice.delta)
    };
    const delta: Json = {
      role: 'assistant',
      content: contentOf(said)
    };
    const calls = this._repairCalls(said);
    if (calls.length > 0) {
      delta.tool_calls = calls;
    }
    const thoughts = text(said.reasoning_content) || text(said.reasoning);
    if (thoughts !== '') {
      delta.reasoning_content = thoughts;
    }
    this._saidAnything ||= delta.content !== '' || calls.length > 0;

    const reason = text(choice.finish_reason);
    const chunks =
      delta.content !== '' || Object.keys(delta).length > 2
        ? [this._chunk(delta)]
        : [];
    if (reason !== '' && this._finishReason === null) {
      this._finishReason = reason;
    }
    return chunks;
  }

  /**
   * The chunks that are still missing when the server has ended the answer: the
   * end of calls that were cut off, the reason for ending, the tokens used.
   */
  finish(): Json[] {
    if (this._finishReason === 'content_filter' && !this._saidAnything) {
      throw new ModelFault(
        'refused',
        'The content filter of the model stopped the answer.',
        named(this._facts)
      );
    }
    const cut = this._calls.flatMap((call, index) => {
      const ending = cutMark(call.args);
      return ending === ''
        ? []
        : [{ index, type: 'function', function: { arguments: ending } }];
    });
    const delta: Json = { role: 'assistant', content: '' };
    const last = this._chunk(
      cut.length > 0 ? { ...delta, tool_calls: cut } : delta,
      this._finishReason ?? 'stop'
    );
    return this._usage
      ? [last, { ...this._frame(), choices: [], usage: this._usage }]
      : [last];
  }

  private _repairCalls(said: Json): Json[] {
    const legacy = asRecord(said.function_call);
    const raw =
      asArray(said.tool_calls) ??
      (said.tool_calls ? [said.tool_calls] : undefined) ??
      (legacy.name || legacy.arguments ? [{ index: 0, ...legacy }] : []);
    return raw.map(each => this._repairCall(asRecord(each)));
  }

  private _repairCall(raw: Json): Json {
    // Some servers put name and arguments next to `function`, or omit it.
    const { name: rawName, arguments: rawArgs } = {
      ...raw,
      ...asRecord(raw.function)
    };
    const serverId = text(raw.id);
    const name = text(rawName);
    const args =
      rawArgs === undefined || rawArgs === null
        ? ''
        : typeof rawArgs === 'string'
          ? rawArgs
          : JSON.stringify(rawArgs);

    let index = this._indexOf(raw.index, serverId, name);
    const isNew = index === undefined;
    if (index === undefined) {
      index = this._calls.push({ serverId, name: '', args: '' }) - 1;
      if (typeof raw.index === 'number') {
        this._byServerIndex.set(raw.index, index);
      }
    }
    const call = this._calls[index];
    const repeated = call.name !== '' && name === call.name;
    call.args += args;
    call.name += repeated ? '' : name;
    return {
      index,
      ...(isNew ? { id: serverId || `call_${index}` } : {}),
      type: 'function',
      function: {
        ...(name === '' || repeated ? {} : { name }),
        arguments: args
      }
    };
  }

  /** Which call a piece belongs to; undefined if it starts a new one. */
  private _indexOf(
    serverIndex: unknown,
    serverId: string,
    name: string
  ): number | undefined {
    const known = this._calls.findIndex(
      call => serverId !== '' && call.serverId === serverId
    );
    if (typeof serverIndex !== 'number') {
      if (serverId !== '') {
        return known >= 0 ? known : undefined;
      }
      // A name starts a call; a piece without one continues the last call.
      return name === '' && this._calls.length > 0
        ? this._calls.length - 1
        : undefined;
    }
    const index = this._byServerIndex.get(serverIndex);
    if (index === undefined) {
      return undefined;
    }
    // Gemini's endpoint gives every call of an answer the index 0. A new id
    // alone proves nothing: old versions of vLLM send a new one with each
    // piece.
    const other =
      serverId !== '' &&
      this._calls[index].serverId !== '' &&
      serverId !== this._calls[index].serverId &&
      name !== '';
    return other ? (known >= 0 ? known : undefined) : index;
  }

  private _throwError(value: Json): void {
    const isError =
      (value.error !== undefined && value.error !== null) ||
      value.object === 'error';
    if (isError) {
      throw faultOfBody(value, this._facts);
    }
  }

  private _chunk(delta: Json, finishReason: string | null = null): Json {
    return {
      ...this._frame(),
      choices: [{ index: 0, delta, finish_reason: finishReason }]
    };
  }

  /**
   * Omits the server's id: some servers use the same id for every answer, and
   * LangGraph treats a message with a known id as a new version of that
   * message.
   */
  private _frame(): Json {
    return { object: 'chat.completion.chunk', model: this._model };
  }
}

/**
 * Text to append to arguments that end too early. LangChain would complete
 * truncated JSON by guessing, and half a cell of code would pass as a valid
 * call. With this mark the call is invalid, and the model sees where it was cut
 * off.
 */
export function cutMark(args: string): string {
  let depth = 0;
  const inString = scanJson(args, 0, bracket => {
    depth += bracket === '{' || bracket === '[' ? 1 : -1;
  });
  if (!inString && depth <= 0) {
    return '';
  }
  const escaping = inString && /(^|[^\\])(\\\\)*\\$/.test(args);
  return `${escaping ? '\\' : ''}${inString ? '"' : ''} <cut off here>`;
}

/** Text of a message: a string, parts, or a refusal; `null` is no text. */
function contentOf(said: Json): string {
  const parts = asArray(said.content);
  const content = parts
    ? parts.map(part => text(asRecord(part).text)).join('')
    : text(said.content);
  return content + text(said.refusal);
}

/** Token counts, including the place where Groq puts them. */
function usageOf(chunk: Json): Json | undefined {
  const usage = asRecord(chunk.usage ?? asRecord(chunk.x_groq).usage);
  const input = Number(usage.prompt_tokens ?? NaN);
  const output = Number(usage.completion_tokens ?? 0);
  return Number.isFinite(input)
    ? {
        ...usage,
        prompt_tokens: input,
        completion_tokens: output,
        total_tokens: Number(usage.total_tokens ?? input + output)
      }
    : undefined;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function asArray(value: unknown): unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function asRecord(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : {};
}
