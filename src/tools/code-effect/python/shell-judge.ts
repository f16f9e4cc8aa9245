import type { ICallArguments } from './syntax/call-arguments';
import type { ISyntaxNode } from './syntax/parse-syntax';
import type { IJudges } from './judges';
import type { PythonTexts } from './python-texts';
import type { PythonTree } from './syntax/python-tree';

/** Judges uses of IPython’s own shell object, above all for magics. */
export class ShellJudge {
  constructor(
    private readonly _tree: PythonTree,
    private readonly _texts: PythonTexts,
    private readonly _judges: IJudges
  ) {}

  isFarMagic(name: string, args: ICallArguments): boolean {
    const [magic, line = '', body = ''] = args.positional.map(each =>
      this._texts.wholeText(each)
    );
    if (args.isOpen || args.named.size > 0 || magic === undefined) {
      return true;
    }
    if (magic === null || line === null || body === null) {
      return true;
    }
    if (name === 'magic') {
      const [, first, rest] = /^\s*(\S*)\s*([^]*)$/.exec(magic) ?? [];
      return this._judges.lineMagic(first ?? '', rest ?? '');
    }
    return name === 'run_line_magic'
      ? this._judges.lineMagic(magic, line)
      : this._judges.cellMagic(magic, line, body);
  }

  /** Whether the shell object is only compared, printed, or used to call a magic. */
  isPlainShell(call: ISyntaxNode): boolean {
    const { parent } = call;
    if (!parent || parent.name === 'ExpressionStatement') {
      return false;
    }
    const member = this._tree.memberOf(call);
    if (member) {
      return /^(?:run_line_magic|run_cell_magic|magic|show_usage|__class__)$/.test(
        this._tree.text(member)
      );
    }
    return (
      parent.name === 'IfStatement' ||
      (parent.name === 'BinaryExpression' &&
        parent.children.some(({ name }) =>
          /^(?:is|in|CompareOp)$/.test(name)
        )) ||
      (parent.name === 'ArgList' &&
        /^(?:str|repr|type|print)$/.test(
          parent.parent ? this._tree.path(parent.parent.children[0]) : ''
        ))
    );
  }
}
