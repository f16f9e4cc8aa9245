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
  const { status } = notebook.kernel;
  if (status !== 'idle' && status !== 'busy') {
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
