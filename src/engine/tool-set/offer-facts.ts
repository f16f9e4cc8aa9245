import {
  isWorkspaceError,
  type AgentMode,
  type IFileInfo,
  type IFiles,
  type INotebook,
  type IOfferFacts,
  type IShell,
  type ITool
} from '../../contract';

/**
 * Whether a mode has this tool. Ask mode only has tools that read: other tools
 * do not exist for the run at all.
 */
export function isAllowed(tool: ITool, mode: AgentMode): boolean {
  return mode !== 'ask' || tool.effects.every(effect => effect === 'read');
}

/**
 * The facts on which the offer of tools depends. Determined once, at the
 * beginning of a run: its tools stay the same from the first request to the
 * last, so that caches hit.
 */
export async function offerFacts(
  mode: AgentMode,
  notebook: INotebook,
  files: IFiles,
  shell: IShell
): Promise<Omit<IOfferFacts, 'skills'>> {
  const [commands, entries] = await Promise.all([
    availableOrNot(shell),
    entriesBeside(notebook, files)
  ]);
  const others = entries.filter(entry => entry.path !== notebook.path);
  return {
    mode: mode === 'ask' ? 'ask' : 'agent',
    kernel: notebook.kernel,
    readOnly: notebook.readOnly,
    cells: notebook.cells().filter(cell => cell.source.trim() !== '').length,
    shell: commands,
    folder: {
      notebooks: others.filter(entry => entry.type === 'notebook').length,
      texts: others.filter(entry => entry.type === 'file' && isText(entry.name))
        .length,
      folders: others.filter(entry => entry.type === 'directory').length,
      largest: Math.max(0, ...others.map(entry => entry.size ?? 0))
    }
  };
}

/** Code, notes and configuration; tables are read with the kernel. */
const TEXT =
  /(^|[/.])(py|r|jl|sql|sh|js|ts|c|cpp|h|java|scala|go|rs|md|rst|txt|tex|ya?ml|toml|ini|cfg|conf|json|xml|html|css|qmd|rmd|makefile|dockerfile|readme|license)$/i;

function isText(name: string): boolean {
  return TEXT.test(name);
}

async function availableOrNot(shell: IShell): Promise<boolean> {
  try {
    return (await shell.availability()).ok;
  } catch (error) {
    // Only this tool is missing then; the run continues.
    console.warn('Cellwright: no shell, because asking for one failed', error);
    return false;
  }
}

async function entriesBeside(
  notebook: INotebook,
  files: IFiles
): Promise<IFileInfo[]> {
  try {
    return await files.list(notebook.path.split('/').slice(0, -1).join('/'));
  } catch (error) {
    // The notebook is on a drive of its own, so tools for its folder are not
    // offered.
    if (!isWorkspaceError(error)) {
      console.warn('Cellwright: the folder could not be listed', error);
    }
    return [];
  }
}
