import type { IGrammar } from '../../contract';
import { type Binding, isSame } from './names';
import { Packages } from './packages';
import type { CodeRefusal } from './code-refusal';
import { type IOtherCells, refusal, PythonRules } from './python-rules';
import { toPython, withoutCommands } from './to-python';

/** The one that was looked at last: a step has several calls beside the same cells. */
const lastBindings = new WeakMap<IGrammar, CellBindings>();

/**
 * Why Python code asks although a person permits code; null if nothing in it
 * has to be asked about: every name is known, every package listed, and nothing
 * writes other than data files, runs text as code, or puts markup into the page.
 *
 * @param cells what else ran or may run on the kernel; says what names stand for.
 * @param allowed packages that a person allowed.
 */
export function judgePython(
  code: string,
  grammar: IGrammar,
  cells: readonly string[] = [],
  allowed: readonly string[] = []
): CodeRefusal | null {
  const known = lastBindings.get(grammar);
  const bindings =
    known?.packages.isAllowing(allowed) === true
      ? known
      : new CellBindings(grammar, new Packages(allowed));
  lastBindings.set(grammar, bindings);
  return bindings.read(cells).judge(code);
}

/**
 * What the names that other cells bind stand for. Cells are parsed once, and
 * judged again when one of them has changed.
 */
class CellBindings implements IOtherCells {
  readonly bindings = new Map<string, Binding[]>();
  hasPath = false;
  private _sources: readonly string[] = [];
  /** By source; null for a cell that cannot be read, which binds nothing. */
  private readonly _cells = new Map<string, ICell | null>();
  /** A call is judged from its card to the kernel eight times. */
  private readonly _judged = new Map<string, CodeRefusal | null>();

  constructor(
    private readonly _grammar: IGrammar,
    readonly packages: Packages
  ) {}

  read(cells: readonly string[]): this {
    const sources = [...new Set(cells)];
    if (
      sources.length === this._sources.length &&
      sources.every((source, at) => source === this._sources[at])
    ) {
      return this;
    }
    this._sources = sources;
    const read = sources.flatMap(source => this._cell(source) ?? []);
    const left = new Set(sources);
    [...this._cells.keys()]
      .filter(source => !left.has(source))
      .forEach(source => this._cells.delete(source));
    this._judged.clear();
    this.bindings.clear();
    this.hasPath = read.some(({ rules }) => rules.hasPath);
    for (const { rules, bound } of read) {
      for (const [name, list] of bound) {
        rules.names.top.set(name, [...list]);
        list.forEach(binding => this._add(name, binding));
      }
    }
    // Again, since a cell may use what was found out about another one.
    for (let round = 0; round < MAX_ROUNDS && this._judge(read); round++);
    return this;
  }

  judge(code: string): CodeRefusal | null {
    let refused = this._judged.get(code);
    if (refused === undefined) {
      refused = refusal(() => this._rules(code).check());
      this._judged.set(code, refused);
    }
    return refused;
  }

  private _rules(code: string): PythonRules {
    return new PythonRules(toPython(code), this._grammar, this.packages, this);
  }

  private _cell(source: string): ICell | null {
    const known = this._cells.get(source);
    if (known !== undefined) {
      return known;
    }
    let cell: ICell | null = null;
    const read = (code: string): CodeRefusal | null =>
      refusal(() => {
        const rules = this._rules(code);
        cell = {
          rules,
          bound: [...rules.names.top].map(([name, list]) => [name, [...list]])
        };
      });
    if (read(withoutCommands(source))) {
      // What it imports, it may have imported.
      read(
        source
          .split('\n')
          .map(line => line.trim())
          .filter(line => /^(?:import|from)\s[^(]*$/.test(line))
          .join('\n')
      );
    }
    this._cells.set(source, cell);
    return cell;
  }

  /** Whether a name turned out to be unsafe. */
  private _judge(cells: readonly ICell[]): boolean {
    let hasChanged = false;
    for (const { rules } of cells) {
      for (const [name, list] of rules.names.top) {
        for (const [at, binding] of list.entries()) {
          const refused =
            binding.kind === 'value' && binding.node
              ? rules.refusedValue(binding.node)
              : null;
          if (refused) {
            // The lines below see it, too.
            list[at] = { kind: 'unsafe', refused };
            this._add(name, list[at]);
            hasChanged = true;
          }
        }
      }
    }
    return hasChanged;
  }

  private _add(name: string, binding: Binding): void {
    const known = this.bindings.get(name) ?? [];
    const alike = known.find(each => isSame(each, binding));
    if (!alike) {
      this.bindings.set(name, [...known, { ...binding }]);
    } else if (alike.kind === 'value' && binding.kind === 'value') {
      // Each counts for where something is written.
      (alike.others ??= []).push(binding.node);
    }
  }
}

/** A name for a name for a module needs another round. */
const MAX_ROUNDS = 5;

interface ICell {
  rules: PythonRules;
  /** What it binds, before that is judged. */
  bound: [string, Binding[]][];
}
