import type { IJudges } from './judges';
import type { ISyntaxNode } from './syntax/parse-syntax';
import type { PythonTexts } from './python-texts';
import type { PythonTree } from './syntax/python-tree';
import type { ShownJudge } from './shown-judge';

/**
 * A dotted path for something that imports by text, and that reaches out:
 * `os:system`.
 */
const PATH =
  /^(?:\w+[.:])*(?:(?:os|posix|nt)[.:](?:system|popen\w*|exec\w+|spawn\w+|posix_spawn\w*|fork\w*|startfile|remove\w*|unlink|rmdir|renames?|replace|truncate|kill\w*)|shutil[.:](?:rmtree|move|chown)|builtins[.:](?:eval|exec|compile|__import__)|importlib[.:](?:import_module|reload)|(?:subprocess|runpy|pty)[.:]\w+)$/;

/** Patterns that do not occur in prose: a method call, a dunder, an import. */
const CODE = /[\w\])]\s*\.\s*\w+\s*\(|__\w+__|\bimport\s+\w/;

/** A call of a plain function, which also occurs in the text of tables. */
const CALL = /\w\(/;

/**
 * Text that is code. Many libraries run text they are given (SymPy, patsy
 * formulas, layers of plots, importers of dotted paths), and nobody knows them
 * all, so any text counts that would reach out if it were run.
 */
export class TextJudge {
  private readonly _known = new Map<string, boolean>();

  constructor(
    private readonly _tree: PythonTree,
    private readonly _texts: PythonTexts,
    private readonly _shown: ShownJudge,
    private readonly _judges: IJudges
  ) {}

  /** @param node a literal, or several that form one text. */
  isFarText(node: ISyntaxNode): boolean {
    if (!this._isWhole(node) || this._isLookedAt(node)) {
      return false;
    }
    const { text } = this._texts.textOf(node);
    if (PATH.test(text)) {
      return true;
    }
    if (!CODE.test(text) && !(CALL.test(text) && isHandedOn(node))) {
      return false;
    }
    const known = this._known.get(text) ?? this._judges.written(text);
    this._known.set(text, known);
    return known;
  }

  /** Whether it is not part of a longer text, which is judged instead. */
  private _isWhole({ name, parent }: ISyntaxNode): boolean {
    if (parent?.name === 'ContinuedString') {
      return false;
    }
    return (
      name !== 'BinaryExpression' ||
      !(parent?.name === 'BinaryExpression' && this._sign(parent) === '+')
    );
  }

  private _isLookedAt(node: ISyntaxNode): boolean {
    const { parent } = node;
    return (
      (node.name === 'BinaryExpression' && !/^[+%]$/.test(this._sign(node))) ||
      (parent?.name === 'BinaryExpression' &&
        !/^[+%]$/.test(this._sign(parent))) ||
      (node.name !== 'BinaryExpression' &&
        parent?.name === 'MemberExpression' &&
        parent.children[0] !== node) ||
      this._isMagic(node) ||
      this._shown.isSearchedFor(node)
    );
  }

  /**
   * An argument of the call that IPython makes of a magic; the magic is judged
   * separately.
   */
  private _isMagic({ parent }: ISyntaxNode): boolean {
    const callee = parent?.name === 'ArgList' && parent.parent?.children[0];
    return (
      !!callee &&
      /^(?:run_line_magic|run_cell_magic|magic)$/.test(
        this._tree.lastName(callee) ?? ''
      )
    );
  }

  private _sign({ children }: ISyntaxNode): string {
    return children[1] ? this._tree.text(children[1]) : '';
  }
}

/** Whether it is passed to a call, or assigned to a name. */
function isHandedOn({ parent }: ISyntaxNode): boolean {
  return /^(?:ArgList|AssignStatement|NamedExpression)$/.test(
    parent?.name ?? ''
  );
}
