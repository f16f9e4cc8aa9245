import {
  cellsMeant,
  cellMark,
  isWorkspaceError,
  textParts,
  type ICellInfo,
  type ICellNames,
  type INotebook
} from '../../../contract';
import { firstLine } from '../../../contract/text/truncate-text';

/** Number of characters in the shortest name. */
const SHORTEST = 4;

/** Number of cells suggested if a reference fits no cell. */
const MAX_CANDIDATES = 5;

/** Number of cells listed if a reference fits several. */
const MAX_SEVERAL = 10;

/** Maximum length of a reference, and of a first line, in an answer. */
const MAX_REFERENCE = 64;
const LINE = 60;

/** What a model writes for the place above the first cell, and for all cells. */
export const TOP = 'top';
export const ALL = 'all';
const WORDS: ReadonlySet<string> = new Set([TOP, ALL]);

/** `[2]`, `#2` or `cell 2`, by what the number counts. */
const NUMBER =
  /^(?:(?:In |cell )?\[(\d+)\]|(?:cell )?#(\d+)|(?:cell )?(\d+))$/i;

/**
 * The only place that translates between cell ids and the model's names for
 * them. A name is the shortest beginning of the id, with at least four
 * characters, that no other cell of the notebook shares and that does not read
 * like a word or a number. Once given, a name always means that cell, whatever
 * is added, deleted or moved.
 */
export class CellNames implements ICellNames {
  /**
   * @param _given every name used in the conversation, by id; new ones are
   * added.
   * @param _notebook the notebook at work. May throw `WorkspaceError`.
   */
  constructor(
    private readonly _given: Map<string, string>,
    private readonly _notebook: Pick<INotebook, 'cells' | 'identity'>
  ) {}

  of(id: string, among: readonly string[] = this._ids()): string {
    const known = this._given.get(id);
    if (known !== undefined) {
      return known;
    }
    const name = this._newName(id, among);
    this._given.set(id, name);
    return name;
  }

  /**
   * The id for a name; the model's text unchanged if it fits no cell, or
   * several. Gives out no new name, so it can be called at any time.
   */
  whole(reference: string): string {
    const meant = this._meant(reference);
    return meant.length === 1 ? meant[0] : reference;
  }

  /**
   * The model's name for the one cell that a number can mean: `[2]` is the
   * cell with that execution count, `#2` the second one, `cell 2` or `2` either.
   * The reference unchanged if that is not unique, or it is no number. Counts
   * and positions change, so a number is only good for the moment it is read.
   */
  numbered(reference: string): string {
    const ids = this._numbered(reference);
    return ids.length === 1 && this._meant(reference).length === 0
      ? this.of(ids[0])
      : reference;
  }

  unknown(reference: string): string {
    const shown = firstLine(
      this._given.get(reference) ?? bare(reference),
      MAX_REFERENCE
    );
    const named = this._meant(reference);
    const meant = named.length > 0 ? named : this._numbered(reference);
    const cells = this._notebook.cells();
    const several = cells.filter(({ id }) => meant.includes(id));
    if (meant.length > 1 && several.length > 0) {
      return [
        `Several cells may be meant by ${shown}. Give more of the id. Cells:`,
        ...this._lines(several, MAX_SEVERAL)
      ].join('\n');
    }
    const alike = [...cells]
      .map(cell => ({ cell, likeness: likeness(shown, cell) }))
      .sort((one, other) => other.likeness - one.likeness)
      .map(({ cell }) => cell);
    return [
      `There is no cell ${shown}. Call read_notebook to see the cells.`,
      ...(cells.length > 0 ? ['Nearest:'] : []),
      ...this._lines(alike, MAX_CANDIDATES)
    ].join('\n');
  }

  /** @param attached cells to which the text may refer by their ids. */
  inText(text: string, attached: readonly string[] = []): string {
    const ids = new Set(this._ids());
    const named = attached
      .filter(id => ids.has(id))
      .reduce((text, id) => replaceWord(text, id, this.of(id)), text);
    return textParts(named)
      .map(part => {
        if ('text' in part) {
          return part.text;
        }
        const { cellId } = part;
        const isKnown = ids.has(cellId) || this._given.has(cellId);
        return cellMark(isKnown ? this.of(cellId) : cellId);
      })
      .join('');
  }

  /** A line for the person, in which a cell that never was is no mark. */
  inLine(text: string): string {
    return text.replace(/⟦([\w-]+)⟧/g, (mark, id: string) =>
      this._meant(id).length > 0 ? mark : `“${id}”`
    );
  }

  /** Every cell that a reference may mean. */
  private _meant(reference: string): readonly string[] {
    const wanted = bare(reference);
    if (WORDS.has(wanted)) {
      return [];
    }
    const given = [...this._given];
    const named = given.find(([, name]) => name === wanted);
    if (named) {
      return [named[0]];
    }
    const ids = this._ids();
    if (ids.includes(wanted) || this._given.has(wanted)) {
      return [wanted];
    }
    const small = wanted.toLowerCase();
    const sameLetters = given.filter(
      ([, name]) => name.toLowerCase() === small
    );
    if (sameLetters.length === 1 && !ids.some(id => id.startsWith(wanted))) {
      return [sameLetters[0][0]];
    }
    // Part of another cell's name is ambiguous, even if that cell is gone.
    const others = given
      .filter(([id, name]) => name.startsWith(wanted) && !ids.includes(id))
      .map(([id]) => id);
    const meant = cellsMeant(wanted, ids);
    return meant.length > 0 ? [...meant, ...others] : [];
  }

  private _numbered(reference: string): readonly string[] {
    const [, count, index, either] = NUMBER.exec(bare(reference)) ?? [];
    return this._cells()
      .filter(
        cell =>
          [count, either].includes(String(cell.executionCount)) ||
          [index, either].includes(String(cell.index + 1))
      )
      .map(({ id }) => id);
  }

  private _newName(id: string, among: readonly string[]): string {
    const others = among.filter(each => each !== id);
    const taken = new Set(this._given.values());
    const isFree = (name: string): boolean =>
      !taken.has(name) && !others.some(other => other.startsWith(name));
    const shared = others.map(other => sharedLength(id, other));
    const shortest = shared.reduce(
      (longest, length) => Math.max(longest, length + 1),
      SHORTEST
    );
    for (let length = shortest; length < id.length; length++) {
      const name = id.slice(0, length);
      if (looksLikeId(name) && isFree(name)) {
        return name;
      }
    }
    let name = id;
    // An earlier cell was already given this id as its name.
    for (let count = 2; taken.has(name); count++) {
      const next = `${id}-${count}`;
      name = isFree(next) ? next : name;
    }
    return name;
  }

  private _lines(cells: readonly ICellInfo[], most: number): string[] {
    const left = cells.length - most;
    return [
      ...cells.slice(0, most).map(cell => this._line(cell)),
      ...(left > 0 && most === MAX_SEVERAL ? [`… and ${left} more`] : [])
    ];
  }

  private _line({ id, index, executionCount, source }: ICellInfo): string {
    const count = executionCount === null ? '' : `, [${executionCount}]`;
    return `- ${this.of(id)} (cell ${index + 1}${count}): ${firstLine(source, LINE) || '(empty)'}`;
  }

  private _ids(): readonly string[] {
    return this._read(notebook => notebook.identity.cells);
  }

  private _cells(): readonly ICellInfo[] {
    return this._read(notebook => notebook.cells());
  }

  private _read<T>(
    read: (notebook: Pick<INotebook, 'cells' | 'identity'>) => readonly T[]
  ): readonly T[] {
    try {
      return read(this._notebook);
    } catch (error) {
      if (isWorkspaceError(error)) {
        // The notebook is not open: cells named before are still known by name.
        return [];
      }
      throw error;
    }
  }
}

/**
 * Ids consist of letters, digits, `-` and `_`, none of which is special in a
 * pattern.
 */
function replaceWord(text: string, id: string, name: string): string {
  return /^[\w-]+$/.test(id)
    ? text.replace(new RegExp(`(?<![\\w-])${id}(?![\\w-])`, 'g'), name)
    : text;
}

/** A reference without the characters that models put around it. */
function bare(reference: string): string {
  return reference
    .trim()
    .replace(/^#cell=/, '')
    .replace(/^⟦(.*)⟧$/, '$1');
}

/**
 * Digits alone would be taken for a count or a number, letters alone for a
 * word; an id that a person chose (`load-data`) is used in full.
 */
function looksLikeId(name: string): boolean {
  return (
    /[a-zA-Z0-9]$/.test(name) &&
    /\d/.test(name) &&
    // `12e4` is a number too.
    Number.isNaN(Number(name))
  );
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) {
    length++;
  }
  return length;
}

/**
 * How similar a reference is to a cell's id, or whether it is the number shown
 * next to the cell.
 */
function likeness(
  reference: string,
  { id, index, executionCount }: ICellInfo
): number {
  const small = reference.toLowerCase();
  const start = id.slice(0, small.length).toLowerCase();
  const same = [...small].filter((letter, at) => letter === start[at]).length;
  const isNumber =
    reference === String(executionCount) || reference === String(index + 1);
  return sharedLength(small, start) * 2 + same + (isNumber ? 1000 : 0);
}
