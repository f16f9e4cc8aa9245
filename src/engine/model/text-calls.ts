/** A call as a model wrote it into its text. */
export interface IWrittenCall {
  name: string;
  args: Record<string, unknown>;
}

/** An answer that consists of a call, written as text. */
export interface ITextCalls {
  calls: IWrittenCall[];
  /** The text before the call; may be empty. */
  text: string;
  /** The call exactly as written. */
  written: string;
}

/**
 * Reads an answer that is a call and nothing else. The call is JSON and makes
 * up the whole answer or its last part, in one fenced block or in one
 * `<tool_call>` tag; or it is a last part that is not text. A short lead-in may
 * come before it, and nothing after it. A call that is merely shown, in the
 * middle of an answer or beside another one, stays text: the model may have
 * read it somewhere.
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
  const text = joined(parts) ?? '';
  const fence = text.indexOf('```');
  const tag = text.indexOf(TAG);
  return fence >= 0 && (tag < 0 || fence < tag)
    ? inFence(text.slice(0, fence), text.slice(fence))
    : tag >= 0
      ? inTag(text.slice(0, tag), text.slice(tag + TAG.length))
      : null;
}

const TAG = '<tool_call>';
const END_TAG = '</tool_call>';

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

/** The closing tag may be missing: some servers stop at it. */
function inTag(lead: string, rest: string): IFound | null {
  const body = rest.trimEnd();
  return fromJson(
    lead,
    body.endsWith(END_TAG) ? body.slice(0, -END_TAG.length) : body
  );
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
  return text.length <= LEAD_IN && !/\n\s*\n|```|<tool_call/.test(text);
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
    : isObject(value) && Array.isArray(value.tool_calls)
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
  if (!isObject(value)) {
    return null;
  }
  const inner = value.function ?? value.functionCall ?? value.function_call;
  if (isObject(inner)) {
    return readCall(inner);
  }
  const name = value.name ?? value.tool ?? value.tool_name;
  const args = objectOf(
    value.arguments ?? value.args ?? value.parameters ?? value.input
  );
  return typeof name === 'string' && args ? { name, args } : null;
}

/** The arguments; some models write them as JSON in a string. */
function objectOf(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'string') {
    return isObject(value) ? value : null;
  }
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : null;
  } catch {
    // A string that is not JSON cannot be the arguments of a call.
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
