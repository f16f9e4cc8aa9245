import { isWorkspaceError, type INotebook } from '../../contract';

/**
 * Evaluates our own fixed inspection code if the kernel answers at once. A late
 * answer is neither waited for nor interrupted: on a slow connection the
 * interrupt would hit what the person runs next.
 *
 * @param ms how long it may take.
 * @returns what it printed; null for a kernel that is missing, busy, or takes
 * longer. The run then begins without it.
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

/**
 * The last answer of each notebook's kernel, and at which point it was given.
 */
const ANSWERED = new WeakMap<INotebook, { moment: string; printed: string }>();

/**
 * The same for code that lists variables: an idle kernel that has run nothing
 * since is not asked again.
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
  // Something may have run before the kernel got to our question.
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

/** Null if the point cannot be determined. */
function momentOf({ kernel }: INotebook, code: string): string | null {
  const { epoch, activity } = kernel;
  return epoch === '' ? null : JSON.stringify([epoch, activity, code]);
}

function mayAnswer({ kernel: { status } }: INotebook): boolean {
  return status === 'idle' || status === 'busy';
}

/**
 * @returns null if the workspace refused with a reason, or the run was stopped.
 */
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

/** The last line of what was printed, as JSON; null if it is not JSON. */
export function printedJson(printed: string | null): unknown {
  try {
    return JSON.parse(printed?.trim().split('\n').pop() ?? 'null') as unknown;
  } catch {
    // The kernel printed something else; the caller continues without it.
    return null;
  }
}

/** Whether a kernel understands our Python. */
export function speaksPython({ kernel }: INotebook): boolean {
  return kernel.language.toLowerCase() === 'python';
}

/**
 * Python that runs in a namespace of its own: it leaves nothing behind, and
 * works even if a person's variable is called `list`.
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

/**
 * Python that our inspections of folders begin with: `root(folder)` is the
 * server's root as the kernel sees it, or None if it cannot tell; `inside(real,
 * top)` tells whether a real path is below another.
 *
 * The kernel's folder must end with the notebook's folder: only then is it
 * known how far up the server's root is.
 */
export const SERVER_ROOT = `
import json, os, pathlib
asked = json.loads(request)

def places():
    session = os.environ.get('JPY_SESSION_NAME') or ''
    if os.path.isabs(session):
        yield pathlib.Path(session).parent
    yield pathlib.Path(os.getcwd())

def root(folder):
    for place in places():
        if place.is_dir() and list(place.parts[len(place.parts) - len(folder):]) == folder:
            return pathlib.Path(*place.parts[:len(place.parts) - len(folder)])
    return None

def inside(real, top):
    try:
        return os.path.commonpath([real, top]) == top
    except ValueError:
        return False
`;
