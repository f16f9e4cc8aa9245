import { isWorkspaceError, type IFiles } from '../../../contract';
import {
  instructionsCode,
  instructionsFiles
} from '../../../engine/context/instructions-files';
import {
  printedJson,
  quickInspection,
  speaksPython
} from '../../../engine/context/quick-inspection';
import { denyList } from '../../../engine/privacy/deny-list';
import type { IRunContext } from '../../../engine/run-context/run-context';

/** The second is for servers that hide dotfiles from the contents API. */
const NAMES = ['.cellwright-report.md', 'cellwright-report.md'];
const MAX_TEXT = 100_000;
/** The most items; each becomes a finding on a card. */
const MAX_ITEMS = 200;
/** How long a kernel may take to read it, in ms. */
const PATIENCE = 3_000;

/**
 * Items of the person's own checklist beside the notebook. Servers hide
 * dotfiles from the contents API, but a Python kernel can read them.
 */
export async function ownChecklist(
  run: Pick<IRunContext, 'options' | 'signal'>
): Promise<string[]> {
  const { files, notebook, settings } = run.options;
  const folder = notebook.path.split('/').slice(0, -1);
  const isDenied = denyList(settings().privacy.deny);
  const names = NAMES.filter(name => !isDenied([...folder, name].join('/')));
  const text =
    (await throughKernel(run, folder, names)) ??
    (await throughContents(files, folder, names));
  return text
    .split('\n')
    .flatMap(
      line => /^[-*+]\s+(?:\[[ x]\]\s+)?(\S.*)$/.exec(line.trim())?.[1] ?? []
    )
    .slice(0, MAX_ITEMS);
}

/** @returns null if the kernel cannot tell, or there is no such file. */
async function throughKernel(
  { options: { notebook }, signal }: Pick<IRunContext, 'options' | 'signal'>,
  folder: readonly string[],
  names: readonly string[]
): Promise<string | null> {
  if (!speaksPython(notebook)) {
    return null;
  }
  const code = instructionsCode([...folder], names, MAX_TEXT);
  const { data = [] } = instructionsFiles.safeParse(
    printedJson(await quickInspection(notebook, signal, code, PATIENCE))
  );
  const own = names.map(name => [...folder, name].join('/'));
  return data.find(({ path }) => own.includes(path))?.text ?? null;
}

/**
 * Lists the folder before it reads; empty if there is no file that may be read.
 */
async function throughContents(
  files: IFiles,
  folder: readonly string[],
  names: readonly string[]
): Promise<string> {
  try {
    const found = (await files.list(folder.join('/'))).map(({ name }) => name);
    const name = names.find(each => found.includes(each));
    return name === undefined
      ? ''
      : ((await files.readText([...folder, name].join('/'), MAX_TEXT)) ?? '');
  } catch (error) {
    if (isWorkspaceError(error)) {
      return '';
    }
    throw error;
  }
}
