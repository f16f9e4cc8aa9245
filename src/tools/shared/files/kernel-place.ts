import { z } from 'zod';

import {
  type ICellRun,
  type INotebook,
  type IToolContext,
  ifRefused,
  isWorkspaceError
} from '../../../contract';
import { spoken } from '../../../contract/text/spoken';
import { baseName } from './mime-type';
import { fromCall } from './paths';

/**
 * Python: `elsewhere(name)` gives the machine and the folder of a kernel that
 * does not see its notebook's file, as behind a kernel gateway; None otherwise.
 */
export const ELSEWHERE = `
def elsewhere(name):
    import os, platform, sys
    session = os.environ.get('JPY_SESSION_NAME') or ''
    if sys.platform == 'emscripten' or os.path.exists(name) or (os.path.isabs(session) and os.path.exists(session)):
        return None
    return [platform.node(), os.getcwd()]
`;

/** The machine and the folder of a kernel that does not see its notebook. */
export const elsewhereFacts = z.tuple([z.string(), z.string()]).nullable();

/**
 * The machine of a kernel that does not see JupyterLab's files; null if it
 * does, or cannot be asked now.
 */
export async function otherMachine(
  notebook: INotebook,
  signal: AbortSignal
): Promise<string | null> {
  const { status, language } = notebook.kernel;
  if (status !== 'idle' || language.toLowerCase() !== 'python') {
    return null;
  }
  const name = JSON.stringify(baseName(notebook.path));
  const code = `${ELSEWHERE}\nimport json\nprint(json.dumps(elsewhere(${name})))`;
  try {
    const printed = await notebook.inspect(
      `__import__("builtins").exec(${JSON.stringify(code)}, {})`,
      signal
    );
    return elsewhereFacts.parse(JSON.parse(printed))?.[0] ?? null;
  } catch (error) {
    if (signal.aborted || isWorkspaceError(error)) {
      return null;
    }
    console.debug('Cellwright: a kernel did not say where it is', error);
    return null;
  }
}

/** How Python, and pandas, say that a file is not there. */
const NO_FILE = /No such file or directory: '([^'\n]+)'/;

/**
 * What to say of a run that did not find a file which JupyterLab lists; empty
 * if it is not that.
 */
export async function unseenFile(
  { outputs }: ICellRun,
  context: Pick<IToolContext, 'files' | 'notebook' | 'values'>
): Promise<string> {
  const error = outputs.findLast(output => output.type === 'error');
  const path = error && NO_FILE.exec(error.message)?.[1];
  const place =
    path && context.values && !path.startsWith('/')
      ? fromCall(path, context)
      : null;
  if (!place) {
    return '';
  }
  const found = await context.files.stat(place).catch(ifRefused(null));
  if (!found) {
    return '';
  }
  return `JupyterLab lists ${spoken(place)}, but the kernel does not find it: its working folder is another one, or it runs on another machine, and the two see different disks.`;
}
