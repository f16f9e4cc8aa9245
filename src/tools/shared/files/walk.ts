import {
  type IFileInfo,
  type IFiles,
  isWorkspaceError
} from '../../../contract';
import { formatCount } from '../../../contract/text/format-size';

/** Folders that are listed but not entered, because nobody wrote what is in them. */
const SKIPPED = new Set([
  '.git',
  '.hg',
  '.svn',
  'node_modules',
  '.venv',
  'venv',
  'site-packages',
  '__pycache__',
  '.ipynb_checkpoints',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.tox'
]);

/** A link may lead back to a parent folder. */
const MAX_DEPTH = 12;

export interface IWalkLimits {
  /** Maximum number of entries returned. */
  entries: number;
  /** ms for the whole walk, including the time of whoever reads its entries. */
  ms: number;
}

/** A limited walk through a folder and its subfolders, nearest first. */
export class Walk {
  /** Why it ended early, in words for a model. */
  cut: string | null = null;

  constructor(
    private readonly _files: IFiles,
    private readonly _folder: string,
    private readonly _limits: IWalkLimits,
    private readonly _signal: AbortSignal
  ) {}

  /** @throws WorkspaceError for the first folder; other folders are left out. */
  async *entries(): AsyncGenerator<IFileInfo, void> {
    const end = Date.now() + this._limits.ms;
    let given = 0;
    let level = [this._folder];
    for (let depth = 0; level.length > 0; depth++) {
      if (depth > MAX_DEPTH) {
        this.cut = `folders deeper than ${MAX_DEPTH} were left out`;
        return;
      }
      const below: string[] = [];
      for (const folder of level) {
        for (const entry of await this._list(folder, depth === 0)) {
          if (given++ >= this._limits.entries) {
            this.cut = `stopped after ${formatCount(this._limits.entries)} entries`;
            return;
          }
          yield entry;
          if (entry.type === 'directory' && !SKIPPED.has(entry.name)) {
            below.push(entry.path);
          }
        }
        if (Date.now() > end) {
          this.cut = `stopped after ${this._limits.ms / 1000} s`;
          return;
        }
      }
      level = below;
    }
  }

  private async _list(folder: string, first: boolean): Promise<IFileInfo[]> {
    this._signal.throwIfAborted();
    try {
      const entries = await this._files.list(folder);
      return [...entries].sort(byFolderAndName);
    } catch (error) {
      if (first || !isWorkspaceError(error)) {
        throw error;
      }
      return [];
    }
  }
}

/** Sorts `run2` before `run10`, in the same way on every machine. */
const NATURAL = new Intl.Collator('en', { numeric: true });

/**
 * Folders first, then in natural order; servers list entries in no particular
 * order.
 */
export function byFolderAndName(one: IFileInfo, other: IFileInfo): number {
  return (
    Number(other.type === 'directory') - Number(one.type === 'directory') ||
    NATURAL.compare(one.path, other.path) ||
    (one.path < other.path ? -1 : 1)
  );
}

/** By time of last modification. */
export function newestFirst(one: IFileInfo, other: IFileInfo): number {
  const time = ({ modified }: IFileInfo): number => Date.parse(modified) || 0;
  return time(other) - time(one) || byFolderAndName(one, other);
}
