/** A call as a model wrote it into its text. */
export interface IWrittenCall {
  name: string;
  args: Record<string, unknown>;
}

/** An answer that is a call, written as text. */
export interface ITextCalls {
  calls: IWrittenCall[];
  /** What it begins with, before the call; may be empty. */
  text: string;
  /** The call as it stands there. */
  written: string;
}

/**
 * Reads an answer that is a call and nothing else: JSON as the whole of it or of
 * its last part, in one fenced block or in one `<tool_call>` tag, or a last part
 * that is no text. A short lead-in may stand before it and nothing behind it.
 * Whatever merely shows a call, in the middle of an answer or beside another
 * one, is text: it may be what the model has read somewhere.
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

/** From the first fence to the last: what is no JSON as a whole is not one block. */
const FENCED = /^```(json|tool_call|tool_code|)[ \t]*\n([\s\S]*)```\s*$/;

function inFence(lead: string, block: string): IFound | null {
  const [, language, body] = FENCED.exec(block) ?? [];
  // Pieces of an answer are joined as they come, so a fence may follow text;
  // one that names no language may as well be the end of something.
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

/** The longest that may stand before a call. */
const LEAD_IN = 200;

/** A sentence or two; not a passage in which something may be quoted. */
function isLeadIn(lead: string): boolean {
  const text = lead.trim();
  return text.length <= LEAD_IN && !/\n\s*\n|```|<tool_call/.test(text);
}

function isBlank(part: unknown): boolean {
  return typeof part === 'string' && part.trim() === '';
}

/** Null where one of them is no text. */
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

/** Arguments; some write them as JSON in a string. */
function objectOf(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'string') {
    return isObject(value) ? value : null;
  }
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : null;
  } catch {
    // A string that is no JSON is not the arguments of a call.
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
