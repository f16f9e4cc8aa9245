import type { IGrammar } from '../../../contract';
import { HOPS } from '../python/syntax/judge-limits';
import {
  isFarMember,
  judgedWords,
  watchedModule
} from '../python/words/is-far-name';
import { FAR_PATH, cellBindings, type ICellBindings } from './cell-bindings';

/** What a notebook's cells say about names, whichever of them ran. */
export interface INotebookNames {
  /** Names that stand for something that reaches out: `o` for `os`. */
  aliases: ReadonlyMap<string, string>;
  /** Whether there was more code than is analysed, so that some names are unknown. */
  isCut: boolean;
}

/** Maximum number of cells that are cached, and that are analysed per notebook. */
export const MOST_CELLS = 10_000;
/** Maximum number of characters that are analysed per notebook. */
export const MOST_CODE = 10_000_000;

/** Keyed by source, so that an unchanged cell is not parsed again. */
const cache = new WeakMap<IGrammar, Map<string, ICellBindings>>();

/**
 * Names that a notebook's cells bind to something that reaches out: `import os
 * as o`, `g = getattr`, `def sh(line): os.system(line)`. Kernels run cells in
 * any order, so all cells count, whether or not they ran. One pass over the
 * cells, each parsed once.
 *
 * Not covered: names bound in the kernel by other means than a cell of this
 * notebook, by a module or by `globals()[…]`, and whatever is done with the
 * result of a call. A notebook with more code than anybody writes is analysed
 * only in part, and the result says so.
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
  let left = [...new Set(sources)];
  let room = { cells: MOST_CELLS, code: MOST_CODE };
  // A name for a name for a module needs another round.
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
        return { aliases, isCut: true };
      }
      const found = known.get(source) ?? cellBindings(source, grammar);
      keep(known, source, found);
      found.names.forEach((path, name) => {
        // Several cells often import the same; only another meaning is unclear.
        aliases.set(
          name,
          (aliases.get(name) ?? path) === path ? path : FAR_PATH
        );
      });
      others.push(...found.others);
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
  return { aliases, isCut: false };
}

/**
 * What a path stands for if it begins with a known name; null if that does not
 * reach out.
 */
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
  // Moves the entry to the end, so that the least recently used is dropped
  // first.
  known.delete(source);
  known.set(source, found);
  for (const oldest of known.keys()) {
    if (known.size <= MOST_CELLS) {
      return;
    }
    known.delete(oldest);
  }
}
