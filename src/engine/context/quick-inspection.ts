import { isWorkspaceError, type INotebook } from '../../contract';

/**
 * Evaluates our own fixed inspection code, where the kernel answers at once. A
 * late answer is not waited for, and not interrupted either: on a slow line the
 * interrupt would hit what the person runs next.
 *
 * @param ms how long it may take.
 * @returns what it printed; null for a kernel that is not there, is busy, or
 * takes longer: the run begins without.
 */
export async function quickInspection(
  notebook: INotebook,
  signal: AbortSignal,
  code: string,
  ms: number
): Promise<string | null> {
  if (!mayAnswer(notebook)) {
    return null;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([answered(notebook, signal, code), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a notebook's kernel answered last, and of which moment that is. */
const ANSWERED = new WeakMap<INotebook, { moment: string; printed: string }>();

/**
 * The same for code that tells of variables: an idle kernel on which nothing has
 * run since is not asked again.
 */
export async function lastingInspection(
  notebook: INotebook,
  signal: AbortSignal,
  code: string,
  ms: number
): Promise<string | null> {
  const isIdle = notebook.kernel.status === 'idle';
  const moment = momentOf(notebook, code);
  const known = ANSWERED.get(notebook);
  if (known?.moment === moment && mayAnswer(notebook)) {
    return known.printed;
  }
  const printed = await quickInspection(notebook, signal, code, ms);
  // Something may have begun before the kernel came to our question.
  if (
    printed !== null &&
    isIdle &&
    moment !== null &&
    moment === momentOf(notebook, code)
  ) {
    ANSWERED.set(notebook, { moment, printed });
  }
  return printed;
}

/** Null where it cannot be told. */
function momentOf({ kernel }: INotebook, code: string): string | null {
  const { epoch, activity } = kernel;
  return epoch === '' ? null : JSON.stringify([epoch, activity, code]);
}

function mayAnswer({ kernel: { status } }: INotebook): boolean {
  return status === 'idle' || status === 'busy';
}

/** @returns null where the workspace says why not, or the run was stopped. */
async function answered(
  notebook: INotebook,
  signal: AbortSignal,
  code: string
): Promise<string | null> {
  try {
    return await notebook.inspect(code, signal);
  } catch (error) {
    if (signal.aborted || isWorkspaceError(error)) {
      return null;
    }
    throw error;
  }
}

/** The last line of what was printed, as JSON; null where it is none. */
export function printedJson(printed: string | null): unknown {
  try {
    return JSON.parse(printed?.trim().split('\n').pop() ?? 'null') as unknown;
  } catch {
    // The kernel printed something else; the caller goes on without.
    return null;
  }
}

/** Whether a kernel understands our Python. */
export function speaksPython({ kernel }: INotebook): boolean {
  return kernel.language.toLowerCase() === 'python';
}

/**
 * Python that runs in a namespace of its own: it leaves nothing behind, and a
 * person's variable called `list` does not matter.
 *
 * @param request goes in as a JSON literal, under the name `request`.
 */
export function inOwnNamespace(code: string, request: unknown): string {
  return [
    `__import__("builtins").exec(${JSON.stringify(code)}, {`,
    '"namespace": __import__("builtins").globals(), ',
    `"request": ${JSON.stringify(JSON.stringify(request))}})`
  ].join('');
}
