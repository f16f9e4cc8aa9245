import { type BaseMessage, AIMessage } from '@langchain/core/messages';
import {
  ChatOpenAICompletions,
  convertMessagesToCompletionsMessageParams
} from '@langchain/openai';

import type { IModelChoice } from '../../contract';
import { keptData } from '../chat/provider-metadata';
import { type IRequestFacts, throwIfError } from '../errors/model-fault';
import { type ITarget, NO_KEY } from '../provider/model-provider';
import { temperatureOf } from '../chat/temperature';
import type { IProtocol } from '../transport/ask-model';
import {
  argumentsText,
  type IAnswerPart,
  type IAnswerReader,
  isJson
} from '../transport/read-answer';
import { isRecord } from '../../contract/util/is-record';

type Json = Record<string, unknown>;

/**
 * Fields of an answer that a chat-completions server gets back as they were:
 * those of the message, and those of its calls, by id.
 */
interface ICompletionReplay {
  message?: Json & { thinking_parts?: object[] };
  calls?: Record<string, Json & { function?: Json }>;
}

interface ICompletionMessage {
  role?: string;
  content?: unknown;
  tool_calls?: { id?: string; function?: object }[];
}

/**
 * Any server with the chat-completions protocol. LangChain writes the request;
 * the answer is read here, because its reader drops what servers add.
 */
export function chatCompletions(
  { model, facts }: ITarget,
  choice: IModelChoice
): IProtocol {
  const client = new ChatOpenAICompletions({
    model,
    apiKey: NO_KEY,
    temperature: temperatureOf(choice) ?? undefined,
    streamUsage: true
  });
  return {
    path: '/chat/completions',
    question: (messages, options) => ({
      body: {
        ...client.invocationParams(
          options as ChatOpenAICompletions['ParsedCallOptions'],
          { streaming: true }
        ),
        messages: withReplay(
          convertMessagesToCompletionsMessageParams({ messages }).map(
            plainMessage
          ),
          messages,
          facts
        ),
        stream: true
      },
      reader: new CompletionReader(
        facts,
        options.tools?.map(tool => tool.function.name)
      )
    })
  };
}

/**
 * A message as many local servers need it: of texts only, it is one string; and
 * `developer`, OpenAI's newer name for the system prompt, is not known to all.
 */
function plainMessage<M extends { content?: unknown; role: string }>(
  message: M
): M {
  const { content, role } = message;
  const texts = Array.isArray(content)
    ? content.map(part => asRecord(part).text)
    : [null];
  return {
    ...message,
    ...(role === 'developer' && { role: 'system' }),
    ...(texts.every(each => typeof each === 'string') && {
      content: texts.join('\n')
    })
  };
}

/**
 * A request's messages with what their answers came with, where this model
 * wrote them.
 *
 * @param written the messages in the form of the protocol, made of `messages`.
 */
function withReplay(
  written: readonly ICompletionMessage[],
  messages: readonly BaseMessage[],
  facts: IRequestFacts
): ICompletionMessage[] {
  const answers = messages.filter(each => AIMessage.isInstance(each));
  return written.map(each => {
    const answer = each.role === 'assistant' ? answers.shift() : undefined;
    const replay = answer && keptData<ICompletionReplay>(answer, facts);
    const { thinking_parts: parts, ...fields } = replay?.message ?? {};
    const { content, tool_calls: calls } = each;
    return {
      ...fields,
      ...each,
      ...(parts && {
        content: [
          ...parts,
          ...(content ? [{ type: 'text', text: String(content) }] : [])
        ]
      }),
      ...(calls && {
        tool_calls: calls.map(call => {
          const { function: own, ...extra } =
            replay?.calls?.[call.id ?? ''] ?? {};
          return { ...extra, ...call, function: { ...own, ...call.function } };
        })
      })
    };
  });
}

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

/**
 * Fields of an answer that are read here, or too large to be sent again and of
 * no use to the model.
 */
const OURS = /^(role|content|tool_calls|function_call|refusal|audio|images)$/;

/** Fields of a call and of its function that are read here. */
const OURS_IN_CALL = /^(index|id|type|function|name|arguments|parameters)$/;

/** Under which names servers send the thinking that may be shown. */
const THOUGHTS = /^(reasoning|thinking|thoughts?)(_content|_text)?$/;

/**
 * Reads the chunks of one answer of a chat-completions server, whatever the
 * server omits, repeats or adds. What it adds is kept, to be sent back.
 */
class CompletionReader implements IAnswerReader {
  private readonly _calls: ICall[] = [];
  private _hasContent = false;
  private _kept: Json = {};

  /** @param names of the tools that the model may call. */
  constructor(
    private readonly _facts: IRequestFacts,
    private readonly _names: readonly string[] = []
  ) {}

  /**
   * @param value one parsed chunk, or a whole answer (with `message` instead of
   * `delta`).
   */
  read(value: object): IAnswerPart[] {
    const chunk = unwrapped(value);
    const choice = asRecord(([chunk.choices].flat() as unknown[])[0]);
    throwIfError(chunk, this._facts);
    throwIfError(choice, this._facts);
    // Some servers end with the whole message once more.
    const isAgain = isRecord(choice.delta) && this._hasContent;
    const message = {
      ...(isAgain ? {} : asRecord(choice.message)),
      ...asRecord(choice.delta)
    };
    const piece: IAnswerPart = {
      end: text(choice.finish_reason) || undefined,
      // The second is Groq's.
      counts: (chunk.usage ?? asRecord(chunk.x_groq).usage) as object | null,
      text: textsIn(message.content) + text(message.refusal),
      thoughts: thoughtsOf(message)
    };
    const parts = [message.content].flat() as unknown[];
    this._kept = merged(this._kept, {
      ...without(message, OURS),
      thinking_parts: parts.filter(part => asRecord(part).type === 'thinking')
    });
    this._hasContent ||= piece.text !== '';
    return [
      piece,
      ...rawCalls(message).flatMap(raw => this._readCall(asRecord(raw)))
    ];
  }

  rest(): IAnswerPart[] {
    const calls = this._calls.filter(call => !this._isGhost(call));
    const extras = calls
      .filter(each => hasAny(each.extra))
      .map(each => [this._idOf(each), each.extra]);
    const isAny = hasAny(this._kept) || hasAny(extras);
    const replayed: ICompletionReplay = {
      message: this._kept,
      calls: Object.fromEntries(extras)
    };
    return [
      ...calls.flatMap(call => this._send(call, true)),
      { metadata: isAny ? replayed : undefined }
    ];
  }

  isWhole(value: object): boolean {
    return Array.isArray(unwrapped(value).choices);
  }

  private _readCall(raw: Json): IAnswerPart[] {
    // Some servers put name and arguments next to `function`, or omit it.
    const own = asRecord(raw.function);
    const inner = { ...raw, ...own };
    const serverId = raw.id === 'null' ? '' : text(raw.id);
    const name = text(inner.name);
    const args = argumentsText(inner.arguments ?? inner.parameters ?? '');
    const known = this._callOf(raw.index, serverId, name);
    // In order: those before have their name by now.
    const before = known ? [] : this._calls.filter(each => each.name !== '');
    const call: ICall = known ?? {
      serverId,
      serverIndex: raw.index,
      name: '',
      args: '',
      sent: null,
      extra: {}
    };
    const ended = before.flatMap(each => this._send(each, true));
    this._calls.push(...(known ? [] : [call]));
    call.serverId ||= serverId;
    call.name += name === call.name ? '' : name;
    if (call.args === '{}' && args.trimStart().startsWith('{')) {
      // An empty object that some servers send before the real arguments.
      call.args = '';
    }
    // Some servers end with the complete arguments once more.
    call.args += args === call.args && isWhole(args) ? '' : args;
    const ofFunction = without(own, OURS_IN_CALL);
    call.extra = merged(call.extra, {
      ...without(raw, OURS_IN_CALL),
      ...(hasAny(ofFunction) && { function: ofFunction })
    });
    return [...ended, ...this._send(call, false)];
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
      (this._names.includes(call.name) &&
        this._names.includes(name) &&
        name !== call.name &&
        !this._names.includes(call.name + name));
    return isOther ? undefined : call;
  }

  /**
   * The part of a call that was not passed on yet. A name is complete when
   * arguments follow, and an empty object may be followed by the real one.
   */
  private _send(call: ICall, atEnd: boolean): IAnswerPart[] {
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
}

/** An answer without the envelope that some gateways put around it. */
function unwrapped(value: unknown): Json {
  const { data } = asRecord(value);
  return asRecord(Array.isArray(asRecord(data).choices) ? data : value);
}

function rawCalls(message: Json): unknown[] {
  const legacy = asRecord(message.function_call);
  const calls = message.tool_calls ?? [];
  return message.tool_calls === undefined && (legacy.name || legacy.arguments)
    ? [{ index: 0, ...legacy }]
    : [calls].flat();
}

/** The visible thinking, in the first of its fields that has any. */
function thoughtsOf(message: Json): string {
  const parts = ([message.content].flat() as unknown[]).map(asRecord);
  return (
    [
      ...Object.keys(message)
        .filter(name => THOUGHTS.test(name))
        .map(name => message[name]),
      parts.map(({ thinking }) => thinking),
      message.reasoning_details
    ]
      .map(textsIn)
      .find(each => each !== '') ?? ''
  );
}

/** The text of a string, or of parts. */
function textsIn(value: unknown): string {
  return ([value].flat(2) as unknown[])
    .map(part => {
      const { text: thought, summary } = asRecord(part);
      return text(part) || text(thought) || text(summary);
    })
    .join('');
}

/**
 * Fields with those of the next chunk added: texts grow, pieces of one part of
 * a list are joined, and names, ids and the like stay as they are.
 */
function merged(before: Json, more: Json): Json {
  const all = { ...before };
  for (const [name, value] of Object.entries(more)) {
    const isEmpty = Array.isArray(value) && value.length === 0;
    if (!isEmpty && (value ?? '') !== '') {
      all[name] = joined(name, all[name], value);
    }
  }
  return all;
}

function joined(name: string, before: unknown, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.reduce<unknown[]>(
      withPart,
      Array.isArray(before) ? before : []
    );
  }
  if (typeof before === 'string' && typeof value === 'string') {
    return LABEL.test(name) ? value : before + value;
  }
  return isRecord(before) && isRecord(value) ? merged(before, value) : value;
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
  return isMore ? [...list.slice(0, -1), merged(last, next)] : [...list, part];
}

function without(record: Json, names: RegExp): Json {
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => !names.test(name))
  );
}

/** Whether a text is one complete JSON object. */
function isWhole(text: string): boolean {
  return text.trimEnd().endsWith('}') && isJson(text);
}

function hasAny(record: object): boolean {
  return Object.keys(record).length > 0;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function asRecord(value: unknown): Json {
  return isRecord(value) ? value : {};
}
