import type {
  ICellInfo,
  IFileInfo,
  IFiles,
  IMention,
  INotebook
} from '../../contract';
import { ifRefused } from '../../contract/ports/workspace-error';
import type { VariableNames } from './variable-names';
import { formatSize } from '../../contract/text/format-size';
import { folderOf } from '../../contract/text/path-from-root';

const HOW_MANY = 20;

/** How long the list of `@` waits for the kernel's variables, in ms. */
const PATIENCE = 400;

/** How long variables are waited for that join the list late, in ms. */
const LONG_PATIENCE = 30_000;

/** Number of folders beside the notebook that are searched. */
const MAX_FOLDERS = 8;

/** Characters shown of a cell's first line. */
const MAX_LINE = 60;

export interface IMentionSource {
  query: string;
  notebook: INotebook;
  /** Same as `IWorkspace.cellLabel`. */
  cellLabel(cellId: string): string;
  files: IFiles;
  variables: VariableNames;
}

/**
 * What `@` completes, best matches first; equal matches are grouped by kind.
 */
export async function findMentions(
  source: IMentionSource
): Promise<IMention[]> {
  return best(
    await Promise.all([
      Promise.resolve(cells(source)),
      variables(source, PATIENCE),
      nearbyFiles(source)
    ]),
    source.query
  );
}

/** Variables alone, from a kernel that may be busy for a while. */
export async function findVariables(
  source: Pick<IMentionSource, 'query' | 'notebook' | 'variables'>
): Promise<IMention[]> {
  return best([await variables(source, LONG_PATIENCE)], source.query);
}

/** @param kinds what was found, kind by kind. */
function best(kinds: IMention[][], query: string): IMention[] {
  return kinds
    .flatMap((found, kind) =>
      found
        .flatMap(mention => {
          const fit = score(mention.label, query);
          return fit === null ? [] : [{ mention, fit, kind }];
        })
        .map((each, rank) => ({ ...each, rank }))
    )
    .sort((a, b) => a.fit - b.fit || a.rank - b.rank || a.kind - b.kind)
    .slice(0, HOW_MANY)
    .map(({ mention }) => mention);
}

/** 0: begins with it, 1: a word in it does, 2: contains it; null: none of these. */
function score(label: string, query: string): number | null {
  const text = label.toLowerCase();
  const wanted = query.trim().toLowerCase();
  const at = text.indexOf(wanted);
  if (at < 0) {
    return null;
  }
  if (at === 0) {
    return 0;
  }
  return /[\p{L}\p{N}]/u.test(text[at - 1]) ? 2 : 1;
}

/** Cells, those near the person's active cell first. */
function cells({ notebook, cellLabel }: IMentionSource): IMention[] {
  const all = notebook.cells().filter(({ source }) => source.trim() !== '');
  const active =
    all.find(({ id }) => id === notebook.activeCellId)?.index ?? all.length;
  const distance = ({ index }: ICellInfo): number => Math.abs(index - active);
  return all
    .sort((a, b) => distance(a) - distance(b))
    .map(cell => ({
      attachment: { kind: 'cell', cellId: cell.id, notebook: notebook.path },
      label: `${cellLabel(cell.id)} ${firstLine(cell.source)}`,
      detail: cell.error ? cell.error.name : ''
    }));
}

async function variables(
  source: Pick<IMentionSource, 'notebook' | 'variables'>,
  patience: number
): Promise<IMention[]> {
  const names = await source.variables.of(source.notebook, patience);
  return names.map(({ name, type, shape }) => ({
    attachment: { kind: 'variable', name },
    label: `${name}: ${type}`,
    detail: shape ? shape.join(' × ') : ''
  }));
}

/**
 * Files beside the notebook and one folder down, or in the folder being typed.
 */
async function nearbyFiles({
  query,
  notebook,
  files
}: IMentionSource): Promise<IMention[]> {
  const home = folderOf(notebook.path);
  const typed = folderOf(query.trim());
  const start = [home, typed].filter(part => part !== '').join('/');
  // A folder that cannot be read completes nothing.
  const listed = (path: string): Promise<IFileInfo[]> =>
    files.list(path).catch(ifRefused([]));
  const beside = await listed(start);
  const below = await Promise.all(
    beside
      .filter(({ type, name }) => type === 'directory' && !name.startsWith('.'))
      .slice(0, MAX_FOLDERS)
      .map(({ path }) => listed(path))
  );
  const from = home === '' ? 0 : home.length + 1;
  return [...beside, ...below.flat()]
    .filter(({ type, path }) => type !== 'directory' && path !== notebook.path)
    .map(file => ({
      attachment: { kind: 'file', path: file.path },
      label: file.path.slice(from),
      detail: file.size === null ? '' : formatSize(file.size)
    }));
}

function firstLine(source: string): string {
  const line = source.trim().split('\n', 1)[0].trim();
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line;
}
