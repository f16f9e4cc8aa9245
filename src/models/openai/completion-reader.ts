import {
  type IRequestFacts,
  abortedCall,
  faultOfBody
} from '../errors/model-fault';
import { endingOf } from '../chat/reasoning';
import type { IAnswerChunk } from '../chat/streaming-chat-model';
import { isWhole, type ICompletionReplay } from './completion-replay';
import { type IAnswerReader, usageOf } from '../transport/ask-model';

type Json = Record<string, unknown>;

/** A call as far as it has arrived. */
interface ICall {
  /** The server's id for it, if there is one. */
  serverId: string;
  serverIndex: unknown;
  name: string;
  args: string;
  /** How much of the arguments was passed on; null before the name was. */
  sent: number | null;
  /** Fields of the call that are the server's own. */
  extra: Json;
}

/** Fields of an answer, of a call and of its function that are read here. */
const OURS = ['role', 'content', 'tool_calls', 'function_call', 'refusal'];
const OURS_IN_CALL = ['index', 'id', 'type', 'function', 'name', 'arguments'];

/** Fields that are too large to be sent again, and of no use to the model. */
const HEAVY = ['audio', 'images'];

/**
 * Reads the chunks of one answer of a chat-completions server, whatever the
 * server omits, repeats or adds. What it adds is kept, to be sent back.
 */
export class CompletionReader implements IAnswerReader {
  private readonly _facts: IRequestFacts;
  private readonly _names: ReadonlySet<string>;
  private readonly _calls: ICall[] = [];
  private _finishReason: string | null = null;
  private _usage: IAnswerChunk['usage'];
  private _hasContent = false;
  private _kept: Json = {};

  /** @param names of the tools that the model may call. */
  constructor(facts: IRequestFacts = {}, names: readonly string[] = []) {
    this._facts = facts;
    this._names = new Set(names);
  }

  /** Whether the server has said that the answer is complete. */
  get finished(): boolean {
    return this._finishReason !== null;
  }

  /**
   * @param value one parsed chunk, or a whole answer (with `message` instead of
   * `delta`).
   * @throws ModelFault if the chunk is an error.
   */
  read(value: object): IAnswerChunk[] {
    const chunk = unwrapped(value);
    const choice = asRecord((asArray(chunk.choices) ?? [])[0]);
    this._throwError(chunk);
    this._throwError(choice);
    this._usage = tokensOf(chunk) ?? this._usage;
    // Some servers end with the whole message once more.
    const isAgain = isRecord(choice.delta) && this._hasContent;
    const said = {
      ...(isAgain ? {} : asRecord(choice.message)),
      ...asRecord(choice.delta)
    };
    this._finishReason ||= text(choice.finish_reason) || null;
    this._keep(said);
    const piece = { text: textOf(said), thoughts: thoughtsOf(said) };
    this._hasContent ||= piece.text !== '';
    return [
      ...(piece.text !== '' || piece.thoughts !== '' ? [piece] : []),
      ...rawCalls(said).flatMap(raw => this._readCall(asRecord(raw)))
    ];
  }

  /** What is still missing when the server has ended the answer. */
  finish(): IAnswerChunk[] {
    const aborted = abortedCall(this._finishReason, this._facts);
    if (aborted) {
      throw aborted;
    }
    const reason = endingOf(this._finishReason ?? '');
    const calls = this._calls.filter(call => !this._isGhost(call));
    const kept: ICompletionReplay = {
      ...(hasAny(this._kept) && { message: this._kept }),
      ...(calls.some(each => hasAny(each.extra)) && {
        calls: Object.fromEntries(
          calls
            .filter(each => hasAny(each.extra))
            .map(each => [this._idOf(each), each.extra])
        )
      })
    };
    return [
      ...calls.flatMap(call => this._send(call, true)),
      { reason, usage: this._usage, ...(hasAny(kept) && { kept }) }
    ];
  }

  isWhole(value: object): boolean {
    return Array.isArray(unwrapped(value).choices);
  }

  private _readCall(raw: Json): IAnswerChunk[] {
    // Some servers put name and arguments next to `function`, or omit it.
    const inner = { ...raw, ...asRecord(raw.function) };
    const serverId = text(raw.id === 'null' ? '' : raw.id);
    const name = text(inner.name);
    const args = argumentsOf(inner.arguments);
    let call = this._callOf(raw.index, serverId, name);
    const before: IAnswerChunk[] = [];
    if (!call) {
      // In order: those before have their name by now.
      before.push(
        ...this._calls
          .filter(each => each.name !== '')
          .flatMap(each => this._send(each, true))
      );
      call = {
        serverId,
        serverIndex: raw.index,
        name: '',
        args: '',
        sent: null,
        extra: {}
      };
      this._calls.push(call);
    }
    call.serverId ||= serverId;
    call.name += name === call.name ? '' : name;
    if (call.args === '{}' && args.trimStart().startsWith('{')) {
      // An empty object that some servers send before the real arguments.
      call.args = '';
    }
    // Some servers end with the complete arguments once more.
    call.args += args === call.args && isWhole(args) ? '' : args;
    const { function: own, ...rest } = raw;
    call.extra = merged(call.extra, rest, OURS_IN_CALL);
    const ofFunction = merged(
      asRecord(call.extra.function),
      asRecord(own),
      OURS_IN_CALL
    );
    if (hasAny(ofFunction)) {
      call.extra.function = ofFunction;
    }
    return [...before, ...this._send(call, false)];
  }

  /** The call a piece belongs to; undefined if it starts a new one. */
  private _callOf(
    serverIndex: unknown,
    serverId: string,
    name: string
  ): ICall | undefined {
    const last = this._calls.at(-1);
    if (typeof serverIndex !== 'number') {
      if (serverId !== '') {
        const known = this._calls.find(call => call.serverId === serverId);
        return known ?? (name === '' ? last : undefined);
      }
      // A name starts a call, unless it comes with each piece.
      const isRepeated =
        name === last?.name && last.args !== '' && !isWhole(last.args);
      return name === '' || isRepeated ? last : undefined;
    }
    const same = this._calls.filter(call => call.serverIndex === serverIndex);
    const call = same.at(-1);
    if (!call || name === '') {
      // An id alone proves nothing: old versions of vLLM send a new one with
      // each piece.
      return same.find(each => each.serverId === serverId) ?? call;
    }
    if (serverId !== '' && call.serverId !== '') {
      return same.find(each => each.serverId === serverId);
    }
    // Gemini's endpoint gives every call of an answer the index 0, and some
    // gateways remove the ids.
    const isOther =
      isWhole(call.args) ||
      (this._names.has(call.name) &&
        this._names.has(name) &&
        name !== call.name &&
        !this._names.has(call.name + name));
    return isOther ? undefined : call;
  }

  /**
   * The part of a call that was not passed on yet. A name is complete when
   * arguments follow, and an empty object may be followed by the real one.
   */
  private _send(call: ICall, atEnd: boolean): IAnswerChunk[] {
    const isUnclear =
      call.name === '' || call.args === '' || call.args === '{}';
    if ((isUnclear && !atEnd) || call.sent === call.args.length) {
      return [];
    }
    const isFirst = call.sent === null;
    const args = call.args.slice(call.sent ?? 0);
    call.sent = call.args.length;
    return [
      {
        call: {
          index: this._calls.indexOf(call),
          ...(isFirst ? { id: this._idOf(call), name: call.name } : {}),
          args
        }
      }
    ];
  }

  /** A call of nothing, which some servers add to an answer. */
  private _isGhost({ name, args }: ICall): boolean {
    return (
      name === '' &&
      ['', '{}', 'null'].includes(args.trim()) &&
      (this._hasContent || this._calls.length > 1)
    );
  }

  /** The server's id, if it is the only one with that id. */
  private _idOf(call: ICall): string {
    const index = this._calls.indexOf(call);
    const isFirst =
      this._calls.findIndex(each => each.serverId === call.serverId) === index;
    return call.serverId !== '' && isFirst ? call.serverId : `call_${index}`;
  }

  private _keep(said: Json): void {
    const parts = (asArray(said.content) ?? []).filter(
      part => asRecord(part).type === 'thinking'
    );
    this._kept = merged(
      this._kept,
      { ...said, ...(parts.length > 0 && { thinking_parts: parts }) },
      [...OURS, ...HEAVY]
    );
  }

  private _throwError(value: Json): void {
    const isError =
      (value.error !== undefined && value.error !== null) ||
      value.object === 'error';
    if (isError) {
      throw faultOfBody(value, this._facts);
    }
  }
}

/** An answer without the envelope that some gateways put around it. */
function unwrapped(value: unknown): Json {
  const { data } = asRecord(value);
  return asArray(asRecord(data).choices) ? asRecord(data) : asRecord(value);
}

function rawCalls(said: Json): unknown[] {
  const legacy = asRecord(said.function_call);
  return (
    asArray(said.tool_calls) ??
    (said.tool_calls
      ? [said.tool_calls]
      : legacy.name || legacy.arguments
        ? [{ index: 0, ...legacy }]
        : [])
  );
}

function argumentsOf(value: unknown): string {
  return value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}

/** Text of a message: a string, parts, or a refusal; `null` is no text. */
function textOf({ content, refusal }: Json): string {
  const parts = asArray(content);
  const written = parts
    ? parts.map(part => text(asRecord(part).text)).join('')
    : text(content);
  return written + text(refusal);
}

/** The visible thinking, in the first of its fields that has any. */
function thoughtsOf(said: Json): string {
  return (
    text(said.reasoning_content) ||
    text(said.reasoning) ||
    text(said.thinking) ||
    (asArray(said.content) ?? [])
      .map(asRecord)
      .map(({ type, thinking }) =>
        type === 'thinking' ? textsIn(thinking) : ''
      )
      .join('') ||
    textsIn(said.reasoning_details)
  );
}

function textsIn(value: unknown): string {
  return (
    asArray(value)
      ?.map(asRecord)
      .map(part => text(part.text) || text(part.summary))
      .join('') ?? text(value)
  );
}

/** Token counts, including the place where Groq puts them. */
function tokensOf(chunk: Json): IAnswerChunk['usage'] {
  const usage = (chunk.usage ?? asRecord(chunk.x_groq).usage) as
    | (Partial<Record<string, number>> & {
        prompt_tokens_details?: { cached_tokens?: number } | null;
        completion_tokens_details?: { reasoning_tokens?: number } | null;
      })
    | null
    | undefined;
  return usageOf(usage?.prompt_tokens, usage?.completion_tokens, {
    total: usage?.total_tokens,
    cacheRead: usage?.prompt_tokens_details?.cached_tokens,
    reasoning: usage?.completion_tokens_details?.reasoning_tokens
  });
}

/**
 * Fields with those of the next chunk added: texts grow, pieces of one part of
 * a list are joined, and names, ids and the like stay as they are.
 */
function merged(before: Json, more: Json, omitted: readonly string[]): Json {
  const all = { ...before };
  for (const [name, value] of Object.entries(more)) {
    if (!omitted.includes(name) && !isNothing(value)) {
      all[name] = joined(name, all[name], value);
    }
  }
  return all;
}

function joined(name: string, before: unknown, value: unknown): unknown {
  if (isNothing(before)) {
    return asArray(value)
      ? asArray(value)!.reduce<unknown[]>(withPart, [])
      : value;
  }
  if (typeof before === 'string' && typeof value === 'string') {
    return LABEL.test(name) ? value : before + value;
  }
  if (asArray(before) && asArray(value)) {
    return asArray(value)!.reduce<unknown[]>(withPart, asArray(before)!);
  }
  return isRecord(before) && isRecord(value)
    ? merged(before, value, [])
    : value;
}

/** A string under such a name is not a piece of a longer one. */
const LABEL = /(^|_)(id|type|format|role|name|model|status)$/;

/** A list with one more part, or with more of its last one. */
function withPart(list: unknown[], part: unknown): unknown[] {
  const last = asRecord(list.at(-1));
  const next = asRecord(part);
  const isMore =
    typeof next.type === 'string' &&
    next.type === last.type &&
    next.index === last.index &&
    // Encrypted parts are complete.
    next.data === undefined &&
    (next.id ?? last.id ?? null) === (last.id ?? next.id ?? null);
  return isMore
    ? [...list.slice(0, -1), merged(last, next, [])]
    : [...list, part];
}

function isNothing(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

function hasAny(record: object): boolean {
  return Object.keys(record).length > 0;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function asArray(value: unknown): unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asRecord(value: unknown): Json {
  return isRecord(value) ? value : {};
}
