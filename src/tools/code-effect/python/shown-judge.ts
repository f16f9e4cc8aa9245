import type { ICallArguments } from './syntax/call-arguments';
import { hasScript, isPlainMarkup } from '../../shared/text/is-plain-markup';
import type { ISyntaxNode } from './syntax/parse-syntax';
import { isShownBy } from './words/is-far-name';
import { pythonText } from './syntax/python-repr';
import type { PythonTexts } from './python-texts';
import type { PythonTree } from './syntax/python-tree';

const TEXT_FUNCTIONS =
  /(?:^|\.)(?:sub|subn|compile|findall|finditer|search|match|fullmatch|split|replace|find|rfind|index|count|startswith|endswith|strip|lstrip|rstrip|removeprefix|removesuffix|contains|print|assertIn|assertNotIn|BeautifulSoup|fromstring|feed|escape|len)$/;
const MARKUP_MAKERS =
  /^(?:to_html|to_html5_video|to_jshtml|_repr_html_|to_markdown)$/;

/** Judges what runs in the page as soon as a cell's result is shown. */
export class ShownJudge {
  private _isFarStyle: boolean | null = null;

  private _hasScript: boolean | null = null;

  constructor(
    private readonly _tree: PythonTree,
    private readonly _texts: PythonTexts
  ) {}

  isFarMarkup(node: ISyntaxNode | undefined): boolean {
    if (!node) {
      return false;
    }
    const { text, holes } = this._texts.textOf(node, true);
    const isAlone = text.trim() === '';
    return (
      hasScript(text) ||
      !isPlainMarkup(text) ||
      (isAlone && holes.some(hole => !this._isMarkupMaker(hole)))
    );
  }

  isFarLiteral(node: ISyntaxNode | undefined): boolean {
    if (!node) {
      return false;
    }
    const { text } = this._texts.textOf(node, true);
    return hasScript(text) || !isPlainMarkup(text);
  }

  isFarShown(name: string, args: ICallArguments): boolean {
    const given = [...args.positional, ...args.named.values()];
    return (
      args.isOpen ||
      args.named.has('html_attributes') ||
      args.named.has('extras') ||
      given.some(node => {
        const { text } = this._texts.textOf(node, true);
        return (
          /["<>]/.test(text) ||
          /^\s*(?:javascript|vbscript|data:text)/i.test(text) ||
          (name === 'IFrame' && /^\s*\w+:(?!\/\/)/.test(text))
        );
      })
    );
  }

  isFarBundle(name: string, args: ICallArguments): boolean {
    const [data] = args.positional;
    if (name !== 'display' && name !== 'update_display') {
      return this.isFarMarkup(data);
    }
    const dictionary = data && this._tree.plainOf(data);
    if (dictionary?.name !== 'DictionaryExpression') {
      return true;
    }
    return dictionary.children.some(
      (child, at) =>
        /^\*\*?$/.test(child.name) ||
        (dictionary.children[at + 1]?.name === ':' &&
          !/^(?:text\/plain|image\/(?:png|jpeg|gif)|application\/json)$/.test(
            this._texts.wholeText(child) ?? ''
          ))
    );
  }

  /**
   * Text that runs as soon as a page shows it, unless the code only searches
   * for it.
   */
  isScript(node: ISyntaxNode): boolean {
    // Any script in a literal is also in the whole code, and most code has
    // none.
    this._hasScript ??= hasScript(this._tree.code);
    if (!this._hasScript || !hasScript(this._tree.raw(node))) {
      return false;
    }
    return !(
      node.parent?.name === 'BinaryExpression' || this.isSearchedFor(node)
    );
  }

  /** A styled table renders its text as markup unless told to escape it. */
  isFarStyle(): boolean {
    this._isFarStyle ??= this._findFarStyle();
    return this._isFarStyle;
  }

  /**
   * A string naming a method that renders an object, from which a class could
   * be made.
   */
  isShownName(node: ISyntaxNode): boolean {
    const raw = this._tree.raw(node);
    return (
      /[\\_]/.test(raw) &&
      isShownBy(pythonText(raw) ?? '') &&
      !this._isAskedFor(node)
    );
  }

  /** Adjacent literals, and literals joined with a plus, form one text. */
  isJoinedFar(node: ISyntaxNode): boolean {
    const isPlus = (each: ISyntaxNode | null | undefined): boolean =>
      each?.name === 'BinaryExpression' &&
      this._tree.text(each.children[1]) === '+';
    const isOuter =
      node.name === 'ContinuedString'
        ? !isPlus(node.parent)
        : isPlus(node) && !isPlus(node.parent);
    if (!isOuter) {
      return false;
    }
    const { text } = this._texts.textOf(node);
    return (
      (hasScript(text) && !this.isSearchedFor(node)) ||
      (isShownBy(text) && !this._isAskedFor(node))
    );
  }

  /** Whether a literal is only searched for, printed, or a statement of its own. */
  isSearchedFor({ parent }: ISyntaxNode): boolean {
    const call = parent?.name === 'ArgList' ? parent.parent : null;
    return (
      parent?.name === 'ExpressionStatement' ||
      (call !== null &&
        TEXT_FUNCTIONS.test(`.${this._tree.lastName(call.children[0]) ?? ''}`))
    );
  }

  private _isMarkupMaker(node: ISyntaxNode): boolean {
    const callee = node.name === 'CallExpression' ? node.children[0] : null;
    return MARKUP_MAKERS.test((callee && this._tree.lastName(callee)) ?? '');
  }

  private _findFarStyle(): boolean {
    const { nodes } = this._tree;
    return (
      nodes.some(
        node =>
          node.name === 'String' &&
          !isPlainMarkup(pythonText(this._tree.raw(node)) ?? '') &&
          !this.isSearchedFor(node)
      ) &&
      !nodes.some(
        node =>
          node.name === 'VariableName' &&
          node.parent?.name === 'ArgList' &&
          this._tree.scopes.targets.has(node) &&
          this._tree.text(node) === 'escape'
      )
    );
  }

  private _isAskedFor({ parent }: ISyntaxNode): boolean {
    return (
      parent?.name === 'ArgList' &&
      /^(?:hasattr|getattr|print)$/.test(
        (parent.parent && this._tree.lastName(parent.parent.children[0])) ?? ''
      )
    );
  }
}
