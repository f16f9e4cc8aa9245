import type { IGrammar } from '../../../contract';
import { calledMagics } from '../python/called-magics';
import { ipythonReadings } from '../ipython/ipython-readings';
import { RUN_CELLS } from '../ipython/magic-words';
import { isFarImport } from '../python/is-far-import';
import { FAR_ENOUGH } from '../python/syntax/judge-limits';
import { parseSyntax, type ISyntaxNode } from '../python/syntax/parse-syntax';
import { PythonJudge } from '../python/python-judge';
import {
  PICKLERS,
  TOLD_BY_MODULE,
  isFarName,
  isShownBy,
  watchedModule
} from '../python/words/is-far-name';
import { LONGEST_CODE } from '../python/python-reaches-out';
import type { IImported } from '../python/syntax/python-scopes';
import type { PythonTree } from '../python/syntax/python-tree';
import { EVALUATORS, ONLY_CALLED } from '../python/words/python-words';
import { WorkBudget } from '../python/syntax/work-budget';

/** What other cells may find of a cell, as far as its source tells. */
export interface ICellBindings {
  /** Names of the module that stand for what reaches out, and what that is. */
  names: ReadonlyMap<string, string>;
  /** Names of the module that stand for another name, whatever that is. */
  others: ReadonlyMap<string, string>;
  /** Paths that are imported: `helpers.load` for `from helpers import load`. */
  imported: readonly string[];
}

/** Stands for all that reaches out by itself, whatever is done with it. */
export const FAR_PATH = 'subprocess';

/** Cells in cells: `%%time` above `%%capture`. */
const DEEPEST = 4;
/** Calls that give what they are handed, in another form. */
const CARRIERS =
  /^(?:__import__|import_module|getattr|partial|partialmethod|attrgetter|methodcaller)$/;

/** What a cell binds on the level of the module; nothing where it is not parsed. */
export function cellBindings(
  source: string,
  grammar: IGrammar,
  depth = 0
): ICellBindings {
  const names = new Map<string, string>();
  const others = new Map<string, string>();
  const imported: string[] = [];
  const add = (found: ICellBindings): void => {
    found.names.forEach((path, name) => names.set(name, path));
    found.others.forEach((path, name) => others.set(name, path));
    imported.push(...found.imported);
  };
  for (const reading of depth > DEEPEST ? [] : ipythonReadings(source)) {
    const code = reading.replace(/\r\n?/g, '\n');
    const syntax =
      code.length > LONGEST_CODE ? null : parseSyntax(grammar, code);
    if (syntax) {
      const work = new WorkBudget(code.length);
      const judge = new PythonJudge(code, syntax, PLAIN, work);
      add(new Bindings(judge.tree, judge.farNodes()));
      calledMagics(code, syntax, work).forEach(magic => {
        if (magic && RUN_CELLS.has(magic.name)) {
          add(cellBindings(magic.body, grammar, depth + 1));
        }
      });
    }
  }
  return { names, others, imported };
}

/** Text that is handed on binds nothing here. */
const PLAIN = {
  evaluated: () => false,
  written: () => false,
  lineMagic: () => false,
  cellMagic: () => false
};

/** Of one tree. */
class Bindings implements ICellBindings {
  readonly names = new Map<string, string>();

  readonly others = new Map<string, string>();
  readonly imported: string[] = [];
  constructor(
    private readonly _tree: PythonTree,
    far: readonly ISyntaxNode[]
  ) {
    _tree.scopes.imported.forEach(each => this._takeImport(each));
    far.forEach(node => this._takeFar(node));
    _tree.nodes
      .filter(({ name }) => name === 'AssignStatement')
      .forEach(node => this._takeOther(node));
  }

  private _takeImport(each: IImported): void {
    const { module, path, alias, node } = each;
    this.imported.push(path);
    const isFar = isFarImport(each);
    const definition = definitionOf(node);
    if (definition) {
      if (isFar) {
        this._bindDefinition(definition);
      }
      return;
    }
    const bound = alias ?? (module === '' ? path.split('.')[0] : each.name);
    if (isFar) {
      this._bind(bound, path);
    } else if (
      alias !== null
        ? PICKLERS.test(path.split('.')[0]) ||
          TOLD_BY_MODULE.test(path.split('.')[0])
        : path === 'sympy.S'
    ) {
      this.names.set(bound, path);
    }
  }

  /** Something far makes far the function it stands in, or the name it is given. */
  private _takeFar(node: ISyntaxNode): void {
    const definition = definitionOf(node);
    if (definition) {
      if (isPlainlyFar(node, this._tree)) {
        this._bindDefinition(definition);
      }
      return;
    }
    let at = node;
    let isCalled = false;
    for (let steps = 0; at.parent && steps < FAR_ENOUGH; steps++) {
      if (at.name === 'CallExpression') {
        isCalled ||= !CARRIERS.test(this._tree.lastName(at.children[0]) ?? '');
      } else if (at.name === 'LambdaExpression') {
        isCalled = false;
      }
      if (at.parent.name === 'AssignStatement') {
        if (!isCalled) {
          this._assign(at.parent, at);
        }
        return;
      }
      at = at.parent;
    }
  }

  private _takeOther(statement: ISyntaxNode): void {
    const { children } = statement;
    const value = this._tree.plainOf(children[children.length - 1]);
    const made =
      value.name === 'CallExpression' ? this._tree.path(value.children[0]) : '';
    if (/^psutil\.(?:Process|process_iter)$/.test(made)) {
      // What is started here is another's process, whoever ends it.
      targetsOf(statement).forEach(target =>
        this.names.set(this._tree.text(target), made)
      );
    }
    const isPath = /^(?:VariableName|MemberExpression)$/.test(value.name);
    if (isPath && !definitionOf(statement)) {
      targetsOf(statement).forEach(target => {
        this.others.set(this._tree.text(target), this._tree.path(value));
      });
    }
  }

  private _assign(statement: ISyntaxNode, value: ISyntaxNode): void {
    const plain = this._tree.plainOf(value);
    targetsOf(statement)
      .filter(target => target !== value)
      .forEach(target => {
        this._bind(
          this._tree.text(target),
          plain.name === 'VariableName' ? this._tree.path(plain) : FAR_PATH
        );
      });
  }

  private _bindDefinition(definition: ISyntaxNode): void {
    const name = definition.children.find(
      child => child.name === 'VariableName'
    );
    if (name) {
      this.names.set(this._tree.text(name), FAR_PATH);
    }
  }

  /** What can be judged by how it is used keeps its own name. */
  private _bind(name: string, path: string): void {
    const last = path.slice(path.lastIndexOf('.') + 1);
    const isUsed =
      ONLY_CALLED.has(last) ||
      (EVALUATORS.has(last) && !isFarName(last)) ||
      watchedModule(last) !== null;
    this.names.set(name, isUsed ? path : FAR_PATH);
  }
}

/** The outermost function or class that a node is in. */
function definitionOf(node: ISyntaxNode): ISyntaxNode | null {
  let found: ISyntaxNode | null = null;
  let at = node.parent;
  for (let steps = 0; at && steps < FAR_ENOUGH; steps++, at = at.parent) {
    if (/^(?:Function|Class)Definition$/.test(at.name)) {
      found = at;
    }
  }
  return found;
}

/** Plain names that a statement binds; of `a, b = …` too. */
function targetsOf({ children }: ISyntaxNode): ISyntaxNode[] {
  const last = children.findLastIndex(({ name }) => name === 'AssignOp');
  return children
    .slice(0, Math.max(last, 0))
    .filter(({ name }) => name === 'VariableName');
}

/**
 * Whether it is a name that starts programs or takes files away. A class that
 * shows itself and a condition that is put together were asked about where they
 * were written; each use of them would be a card too many.
 */
function isPlainlyFar(node: ISyntaxNode, tree: PythonTree): boolean {
  const name = tree.text(node);
  return (
    /^(?:VariableName|PropertyName)$/.test(node.name) &&
    !isShownBy(name) &&
    !/^__\w+__$/.test(name) &&
    !ONLY_CALLED.has(name)
  );
}
