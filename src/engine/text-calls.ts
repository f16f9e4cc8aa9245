/** A call as a model wrote it into its text. */
export interface IWrittenCall {
  name: string;
  args: Record<string, unknown>;
}

/** What stands in the parts of an answer besides real calls. */
export interface ITextCalls {
  calls: IWrittenCall[];
  /** The text around them. */
  text: string;
  /**
   * Set when the answer is nothing but a call, and one that cannot be made:
   * what is wrong with it, in words for the model.
   */
  problem: string | null;
}

/** What is wrong with a call; null when the tool exists and the arguments fit. */
export type CallProblem = (call: IWrittenCall) => string | null;

/**
 * Finds calls that a model wrote as JSON instead of making them: as the whole
 * of a part, as a whole fenced block, in `<tool_call>` tags, or as a part of a
 * list of content that is no text. What merely shows JSON stays text: the block
 * has to be a call and nothing else, of a tool there is, with arguments that
 * fit.
 *
 * @param parts of the content: text, or an object as the provider sent it.
 */
export function textCalls(
  parts: readonly unknown[],
  problemOf: CallProblem
): ITextCalls {
  const calls: IWrittenCall[] = [];
  const texts: string[] = [];
  let problem: string | null = null;
  for (const part of parts) {
    const found =
      typeof part === 'string'
        ? inText(part, problemOf)
        : { ...inValue(part, problemOf), text: '' };
    calls.push(...found.calls);
    texts.push(found.text);
    problem ??= found.problem;
  }
  const text = texts.join('').trim();
  return {
    calls,
    text,
    problem: calls.length === 0 && text === '' ? problem : null
  };
}

interface IFound {
  calls: IWrittenCall[];
  problem: string | null;
}

const NOTHING: IFound = { calls: [], problem: null };

// A fence that names no language has to begin a line. One that does may follow
// text, and text may follow a fence that begins a line: pieces of an answer
// are joined as they come. Tags may stand anywhere, the last one open.
const BLOCK =
  /(?:^[ \t]*```|(?<!`)```(?=\w))(?:json|tool_call|tool_code|)[ \t]*\n([\s\S]*?)(?:\n[ \t]*```(?!`)|[ \t]*```[ \t]*$)|<tool_call>([\s\S]*?)(?:<\/tool_call>|$(?![\s\S]))/gm;

function inText(text: string, problemOf: CallProblem): ITextCalls {
  const whole = inJson(text, problemOf);
  if (whole.calls.length > 0 || whole.problem !== null) {
    return { ...whole, text: '' };
  }
  const calls: IWrittenCall[] = [];
  let problem: string | null = null;
  const rest = text.replace(
    BLOCK,
    (block, fenced?: string, tagged?: string) => {
      const found = inJson(fenced ?? tagged ?? '', problemOf);
      calls.push(...found.calls);
      problem ??= found.problem;
      return found.calls.length > 0 ? '' : block;
    }
  );
  const nothingElse = text.replace(BLOCK, '').trim() === '';
  return calls.length > 0
    ? { calls, text: rest, problem: null }
    : problem !== null && nothingElse
      ? { calls, text: '', problem }
      : { ...NOTHING, text };
}

function inJson(text: string, problemOf: CallProblem): IFound {
  if (!/^\s*[[{]/.test(text)) {
    return NOTHING;
  }
  try {
    return inValue(JSON.parse(text), problemOf);
  } catch {
    // Not JSON, so it is text.
    return NOTHING;
  }
}

/** A call, a list of calls, or `{tool_calls: […]}`; anything else is no call. */
function inValue(value: unknown, problemOf: CallProblem): IFound {
  const list = Array.isArray(value)
    ? value
    : isObject(value) && Array.isArray(value.tool_calls)
      ? value.tool_calls
      : [value];
  const calls = list.map(readCall).filter(call => call !== null);
  if (calls.length === 0 || calls.length < list.length) {
    return NOTHING;
  }
  const problem = calls.map(problemOf).find(each => each !== null) ?? null;
  return problem === null ? { calls, problem } : { calls: [], problem };
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
