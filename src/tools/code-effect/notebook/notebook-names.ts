import type { IGrammar } from '../../../contract';
import { HOPS } from '../python/syntax/judge-limits';
import {
  isFarMember,
  judgedWords,
  watchedModule
} from '../python/words/is-far-name';
import { FAR_PATH, cellBindings, type ICellBindings } from './cell-bindings';

/** What the cells of a notebook tell about names, whichever of them ran. */
export interface INotebookNames {
  /** Names that stand for what reaches out, and what that is: `o` for `os`. */
  aliases: ReadonlyMap<string, string>;
  /** Paths that are imported: `helpers.load`. */
  imported: ReadonlySet<string>;
  /** Whether there is more than is looked at: then nobody can tell. */
  isCut: boolean;
}

/** Cells that are remembered, and that may matter in one notebook. */
export const MOST_CELLS = 10_000;
/** Characters of all cells that matter in one notebook. */
export const MOST_CODE = 10_000_000;

/** By source: a cell that did not change is not parsed again. */
const cache = new WeakMap<IGrammar, Map<string, ICellBindings>>();

/**
 * Names that a notebook's cells bind to what reaches out: `import os as o`,
 * `g = getattr`, `def sh(line): os.system(line)`. Kernels run cells in any order,
 * so all cells count, whether they ran or not. One pass over the cells, each
 * parsed once.
 *
 * Names that were bound in the kernel by anything else than a cell of this
 * notebook, by a module or by `globals()[…]` stay unknown, and so does what is
 * done with the result of a call. A notebook that holds more code than anybody
 * writes is not looked through to its end, and says so.
 *
 * @param sources of code cells.
 */
export function notebookNames(
  sources: readonly string[],
  grammar: IGrammar
): INotebookNames {
  const known = cache.get(grammar) ?? new Map<string, ICellBindings>();
  cache.set(grammar, known);
  const aliases = new Map<string, string>();
  const others: [string, string][] = [];
  const imported = new Set<string>();
  let left = [...new Set(sources)];
  let room = { cells: MOST_CELLS, code: MOST_CODE };
  // A name that stands for a name that stands for a module takes another round.
  for (let round = 0; round <= HOPS; round++) {
    const before = aliases.size;
    const later: string[] = [];
    for (const source of left) {
      if (!/\bimport\b/.test(source) && !judgedWords(source, aliases)) {
        later.push(source);
        continue;
      }
      room = { cells: room.cells - 1, code: room.code - source.length };
      if (room.cells < 0 || room.code < 0) {
        return { aliases, imported, isCut: true };
      }
      const found = known.get(source) ?? cellBindings(source, grammar);
      keep(known, source, found);
      found.names.forEach((path, name) => {
        aliases.set(name, aliases.has(name) ? FAR_PATH : path);
      });
      others.push(...found.others);
      found.imported.forEach(path => imported.add(path));
    }
    left = later;
    others.forEach(([name, path]) => {
      const far = aliases.has(name) ? null : resolved(path, aliases);
      if (far !== null) {
        aliases.set(name, far);
      }
    });
    if (round > 0 && aliases.size === before) {
      break;
    }
  }
  return { aliases, imported, isCut: false };
}

/** What a path stands for where it begins at a known name; null for nothing far. */
function resolved(
  path: string,
  aliases: ReadonlyMap<string, string>
): string | null {
  const [root, ...members] = path.split('.');
  const target = aliases.get(root);
  if (target === undefined || members.length === 0) {
    return target ?? null;
  }
  const module = watchedModule(target);
  return target === FAR_PATH ||
    (module !== null && isFarMember(module, members[0]))
    ? FAR_PATH
    : null;
}

function keep(
  known: Map<string, ICellBindings>,
  source: string,
  found: ICellBindings
): void {
  // The one that was used last is the last to go.
  known.delete(source);
  known.set(source, found);
  for (const oldest of known.keys()) {
    if (known.size <= MOST_CELLS) {
      return;
    }
    known.delete(oldest);
  }
}
