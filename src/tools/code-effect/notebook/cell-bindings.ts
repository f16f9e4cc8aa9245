import type { IGrammar } from '../../../contract';
import { calledMagics } from '../python/called-magics';
import { ipythonReadings } from '../ipython/ipython-readings';
import { RUN_CELLS } from '../ipython/known-magics';
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
import type { IImported } from '../python/syntax/imported-names';
import type { PythonTree } from '../python/syntax/python-tree';
import { EVALUATORS, ONLY_CALLED } from '../python/words/python-words';
import { WorkBudget } from '../python/syntax/work-budget';

/** What a cell's source defines for other cells. */
export interface ICellBindings {
  /** Module-level names that stand for something that reaches out: name to path. */
  names: ReadonlyMap<string, string>;
  /** Module-level names that are another name for something: name to path. */
  others: ReadonlyMap<string, string>;
}

/** Path that stands for anything that reaches out however it is used. */
export const FAR_PATH = 'subprocess';

/** What is judged by its use in other cells, under whatever name. */
const ENVIRONMENT = /^os\.environb?$/;

/** Nesting of cell magics: `%%time` above `%%capture`. */
const DEEPEST = 4;
/** Calls that return their argument in another form. */
const CARRIERS =
  /^(?:__import__|import_module|getattr|partial|partialmethod|attrgetter|methodcaller)$/;

/** What a cell binds at module level; nothing if it cannot be parsed. */
export function cellBindings(
  source: string,
  grammar: IGrammar,
  depth = 0
): ICellBindings {
  const names = new Map<string, string>();
  const others = new Map<string, string>();
  const add = (found: ICellBindings): void => {
    found.names.forEach((path, name) => names.set(name, path));
    found.others.forEach((path, name) => others.set(name, path));
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
  return { names, others };
}

/** Text that is passed on binds nothing here. */
const PLAIN = {
  evaluated: () => false,
  written: () => false,
  lineMagic: () => false,
  cellMagic: () => false
};

/** The bindings in one syntax tree. */
class Bindings implements ICellBindings {
  readonly names = new Map<string, string>();
  readonly others = new Map<string, string>();

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
          ENVIRONMENT.test(path) ||
          TOLD_BY_MODULE.test(path.split('.')[0])
        : path === 'sympy.S'
    ) {
      this.names.set(bound, path);
    }
  }

  /**
   * Something that reaches out taints the function around it, or the name it is
   * assigned to.
   */
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
      // The process was started by somebody else, even if this code ends it.
      targetsOf(statement).forEach(target =>
        this.names.set(this._tree.text(target), made)
      );
    }
    const isPath = /^(?:VariableName|MemberExpression)$/.test(value.name);
    if (isPath && !definitionOf(statement)) {
      const path = this._tree.path(value);
      const paths = ENVIRONMENT.test(path) ? this.names : this.others;
      targetsOf(statement).forEach(target =>
        paths.set(this._tree.text(target), path)
      );
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

  /** Names that can be judged by how they are used keep their path. */
  private _bind(name: string, path: string): void {
    const last = path.slice(path.lastIndexOf('.') + 1);
    const isUsed =
      ONLY_CALLED.has(last) ||
      (EVALUATORS.has(last) && !isFarName(last)) ||
      watchedModule(last) !== null;
    this.names.set(name, isUsed ? path : FAR_PATH);
  }
}

/** The outermost function or class around a node. */
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

/** The plain names a statement binds, `a, b = …` included. */
function targetsOf({ children }: ISyntaxNode): ISyntaxNode[] {
  const last = children.findLastIndex(({ name }) => name === 'AssignOp');
  return children
    .slice(0, Math.max(last, 0))
    .filter(({ name }) => name === 'VariableName');
}

/**
 * Whether it is a name that starts programs or deletes files. A class that
 * renders itself, or a condition built from parts, was already asked about
 * where it was written; asking again at each use would be one card too many.
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
