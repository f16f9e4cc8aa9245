import { scanJson } from '../../contract/util/scan-json';
import { isRecord } from '../../contract/util/is-record';

/** A call as a model wrote it into its text. */
export interface IWrittenCall {
  name: string;
  args: Record<string, unknown>;
  /** Whether its format has only strings, whatever the tool takes. */
  untyped?: boolean;
}

/** An answer that consists of a call, written as text. */
interface ITextCalls {
  calls: IWrittenCall[];
  /** The text before the call; may be empty. */
  text: string;
  /** The call exactly as written. */
  written: string;
}

/**
 * Reads an answer that is a call and nothing else. The call makes up the whole
 * answer or its last part: as JSON, in one fenced block, or in the marks that
 * models were trained on; or it is a last part that is not text. A short lead-in
 * may come before it, and nothing after it. A call that is merely shown, in the
 * middle of an answer or in a block beside another one, stays text: the model
 * may have read it somewhere.
 *
 * @param parts of the content: text, or an object as the provider sent it.
 * @returns null for an answer that is text.
 */
export function textCalls(parts: readonly unknown[]): ITextCalls | null {
  const all = parts.filter(part => !isBlank(part));
  const found = inLastPart(all) ?? inText(all);
  if (!found || !isLeadIn(found.lead)) {
    return null;
  }
  const calls = callsOf(found.value);
  return calls && { calls, text: found.lead.trim(), written: found.written };
}

interface IFound {
  lead: string;
  value: unknown;
  written: string;
}

function inLastPart(parts: readonly unknown[]): IFound | null {
  const last = parts.at(-1);
  const lead = joined(parts.slice(0, -1));
  if (lead === null) {
    return null;
  }
  if (typeof last !== 'string') {
    return last === undefined
      ? null
      : { lead, value: last, written: JSON.stringify(last) };
  }
  return fromJson(lead, last);
}

function inText(parts: readonly unknown[]): IFound | null {
  const text = inOneForm(joined(parts) ?? '');
  const fence = text.indexOf('```');
  const mark = text.search(MARK);
  return fence >= 0 && (mark < 0 || fence < mark)
    ? inFence(text.slice(0, fence), text.slice(fence))
    : mark >= 0
      ? inMarks(text.slice(0, mark), text.slice(mark))
      : null;
}

/** What models put before a call, by their training; see `inOneForm`. */
const MARK =
  /<tool_calls?>|<function_calls?>|<function=|<invoke name=|<\|tool_calls?(_section)?(_begin|_start)?\|>|\[TOOL_CALLS\]/;

/** Marks around calls, the closing ones too; servers may stop at those. */
const AROUND =
  /^(<\/?tool_calls?>|<\/?function_calls?>|<\|\/?tool_calls?(_section)?(_begin|_start|_end)?\|>|\[\/?TOOL_CALLS\]|<\/function>)/;

/** Marks of single families of models, each with the common one for it. */
const FAMILIES: readonly (readonly [mark: RegExp, common: string])[] = [
  // DeepSeek: `<｜DSML｜invoke …>`, `<｜tool▁call▁begin｜>`.
  [/<(\/?)[|｜‖]+DSML[|｜‖]+\s*/g, '<$1'],
  [/<｜tool▁(calls?)▁(begin|end)｜>/g, '<|tool_$1_$2|>'],
  [/<｜tool▁sep｜>/g, '<|tool_sep|>'],
  [/<(\/?)minimax:/g, '<$1'],
  [/\]<\]minimax\[>\[/g, ''],
  // Kimi and DeepSeek: the name between marks.
  [
    /<\|tool_call_begin\|>\s*(?:function<\|tool_sep\|>)?(?:functions\.)?([\w-]+)(?::\d+)?\s*(?:<\|tool_(?:sep|call_argument_begin)\|>)?/g,
    '<function=$1>'
  ],
  // gpt-oss.
  [
    /<\|channel\|>\w+ to=(?:functions\.)?([\w-]+)(?:[^{\w-][^{]*)?<\|message\|>/g,
    '<function=$1>'
  ],
  [/<\|tool_call_end\|>|<\|call\|>/g, '</function>'],
  // Llama.
  [/<\|python_tag\|>/g, '<tool_call>'],
  [/<\|eo[mt]_id\|>/g, '</tool_call>']
];

/** A text with the marks of all families of models in one form. */
function inOneForm(text: string): string {
  return FAMILIES.reduce(
    (all, [mark, common]) => all.replace(mark, common),
    text
  );
}

/**
 * The name in a text that ends with calls, or begins with one, but cannot be
 * read as one call.
 */
export function nameOfCallIn(written: string): string | undefined {
  const text = inOneForm(written).trim();
  const mark = text.search(MARK);
  const isCall =
    /^([{[]|```)/.test(text) ||
    mark === 0 ||
    (mark > 0 && isLeadIn(text.slice(0, mark)) && /[>\]}]$/.test(text));
  const [, inJson, inTag] =
    /"(?:name|tool|tool_name)"\s*:\s*"([\w-]{1,64})"|(?:<function=|<invoke name=|\[TOOL_CALLS\]|<tool_call>\s*)"?([\w-]{1,64})/.exec(
      text
    ) ?? [];
  return isCall ? (inJson ?? inTag) : undefined;
}

/** `<function=name>…</function>`, with JSON or with tags for its parameters. */
const FUNCTION =
  /^<(?:function=|invoke name=)"?([\w.-]+)"?>([^]*?)(?:<\/(?:function|invoke)>|$)/;
const PARAMETER =
  /<parameter(?:=| name=)"?([\w.-]+)"?(?: \w+="\w*")*>\n?([^]*?)\n?<\/parameter>/g;

/** `<path>…</path>` */
const NAMED_TAG = /<(\w+)>\n?([^]*?)\n?<\/\1>/g;

/** `name<arg_key>…</arg_key><arg_value>…</arg_value>`, or a name alone. */
const KEYED =
  /^([\w.-]+)\s*((?:<arg_key>[^]*?<\/arg_value>\s*)+|(?=<\/tool_call>))/;
const KEY_VALUE =
  /<arg_key>([^]*?)<\/arg_key>\s*<arg_value>\n?([^]*?)\n?<\/arg_value>/g;

/** `name{…}` or `name[ARGS]{…}`. */
const NAMED = /^([\w-]+)\s*(?:\[ARGS\]\s*)?(?=\{)/;

function inMarks(lead: string, written: string): IFound | null {
  const value: unknown[] = [];
  for (let rest = written.trim(); rest !== ''; rest = rest.trimStart()) {
    const around = AROUND.exec(rest);
    const keyed = KEYED.exec(rest);
    const call = FUNCTION.exec(rest) ?? keyed;
    if (around) {
      rest = rest.slice(around[0].length);
    } else if (call) {
      const [whole, name, body] = call;
      const args = keyed
        ? tagged(body, KEY_VALUE)
        : (tagged(body, PARAMETER) ?? tagged(body, NAMED_TAG));
      if (!args) {
        return null;
      }
      value.push({ name, ...args });
      rest = rest.slice(whole.length);
    } else {
      const [whole = '', name] = NAMED.exec(rest) ?? [];
      const json = rest.slice(whole.length, jsonEnd(rest, whole.length));
      const read = fromJson('', json);
      if (!read) {
        return null;
      }
      value.push(name ? { name, arguments: read.value } : read.value);
      rest = rest.slice(whole.length + json.length);
    }
  }
  // Several beside each other may be examples.
  return value.length === 1 ? { lead, value: value[0], written } : null;
}

/** Arguments in tags, which are all strings, or as JSON. */
function tagged(
  body: string,
  pattern: RegExp
): { arguments: object; untyped?: true } | null {
  const json = fromJson('', body.trim().replace(/^```\w*\n|\n```$/g, ''));
  if (json) {
    return { arguments: json.value as object };
  }
  return body.replace(pattern, '').trim() === ''
    ? {
        arguments: Object.fromEntries(
          [...body.matchAll(pattern)].map(([, name, value]) => [name, value])
        ),
        untyped: true
      }
    : null;
}

/** The end of the JSON value that begins at a place. */
function jsonEnd(text: string, start: number): number {
  let depth = 0;
  let end = text.length;
  scanJson(text, start, (bracket, at) => {
    depth += '{['.includes(bracket) ? 1 : -1;
    end = at + 1;
    return depth === 0;
  });
  return depth === 0 ? end : text.length;
}

/**
 * From the first fence to the last; if that is not JSON as a whole, it is not a
 * single block.
 */
const FENCED = /^```(json|tool_call|tool_code|)[ \t]*\n([\s\S]*)```\s*$/;

function inFence(lead: string, block: string): IFound | null {
  const [, language, body] = FENCED.exec(block) ?? [];
  // Parts of an answer are joined without a separator, so a fence may directly
  // follow text; but one without a language might also close another block.
  const begins = language !== '' || /(^|\n)[ \t]*$/.test(lead);
  return body !== undefined && begins ? fromJson(lead, body) : null;
}

function fromJson(lead: string, written: string): IFound | null {
  if (!/^\s*[[{]/.test(written)) {
    return null;
  }
  try {
    return { lead, value: JSON.parse(written) as unknown, written };
  } catch {
    // Not JSON, so it is text.
    return null;
  }
}

/** The most characters that may come before a call. */
const LEAD_IN = 200;

/** A sentence or two; a longer passage may quote something. */
function isLeadIn(lead: string): boolean {
  const text = lead.trim();
  return text.length <= LEAD_IN && !/\n\s*\n|```/.test(text);
}

function isBlank(part: unknown): boolean {
  return typeof part === 'string' && part.trim() === '';
}

/** Null if one of them is not text. */
function joined(parts: readonly unknown[]): string | null {
  return parts.every(part => typeof part === 'string') ? parts.join('') : null;
}

/** A call, a list of calls, or `{tool_calls: […]}`; null for anything else. */
function callsOf(value: unknown): IWrittenCall[] | null {
  const list = Array.isArray(value)
    ? value
    : isRecord(value) && Array.isArray(value.tool_calls)
      ? value.tool_calls
      : [value];
  const calls = list.map(readCall).filter(call => call !== null);
  return calls.length === 0 || calls.length < list.length ? null : calls;
}

/**
 * One call in the forms that models write: `{name, arguments}` and its
 * variants, `{tool, …}`, OpenAI's `{function: {name, arguments}}` and Gemini's
 * `{functionCall: {name, args}}`.
 */
function readCall(value: unknown): IWrittenCall | null {
  if (!isRecord(value)) {
    return null;
  }
  const inner = value.function ?? value.functionCall ?? value.function_call;
  if (isRecord(inner)) {
    return readCall(inner);
  }
  const name = value.name ?? value.tool ?? value.tool_name;
  const args = objectOf(
    value.arguments ?? value.args ?? value.parameters ?? value.input
  );
  return typeof name === 'string' && args
    ? { name, args, ...(value.untyped === true && { untyped: true }) }
    : null;
}

/** The arguments; some models write them as JSON in a string. */
function objectOf(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'string') {
    return isRecord(value) ? value : null;
  }
  try {
    const parsed: unknown = JSON.parse(value);
    return isRecord(parsed) ? parsed : null;
  } catch {
    // A string that is not JSON cannot be the arguments of a call.
    return null;
  }
}
