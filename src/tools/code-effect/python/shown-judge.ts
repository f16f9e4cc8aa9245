import type { ICallArguments } from './syntax/call-arguments';
import { hasScript, isPlainMarkup } from '../../shared/text/is-plain-markup';
import { FAR_ENOUGH } from './syntax/judge-limits';
import { isNumber } from './is-number';
import type { ISyntaxNode } from './syntax/parse-syntax';
import { isShownBy } from './words/is-far-name';
import { pythonText } from './syntax/python-repr';
import type { PythonTexts } from './python-texts';
import type { PythonTree } from './syntax/python-tree';

const TEXT_FUNCTIONS =
  /(?:^|\.)(?:sub|subn|compile|findall|finditer|search|match|fullmatch|split|replace|find|rfind|index|count|startswith|endswith|strip|lstrip|rstrip|removeprefix|removesuffix|contains|print|assertIn|assertNotIn|BeautifulSoup|fromstring|feed|escape|len)$/;
const MARKUP_MAKERS =
  /^(?:to_html|to_html5_video|to_jshtml|_repr_html_|to_markdown)$/;

const WIDGETS = /(?:^|\.)(?:HTML|HTMLMath|Markdown)$/;
/** Attributes of a table that run script; other literals have them inside a tag. */
const HANDLER = /(?:^|[\s"'/])on[a-z]{3,20}\s*=/i;

/** Data that the page runs, whatever it is. */
const RUN =
  /^(?:text|application)\/(?:x-)?\w*script$|^application\/vnd\.(?:jupyter\.widget-view|(?:bokehjs|holoviews)_\w+\.v\d+)\+json$/;

/** Text that is no code: the ending of a file, the name of a renderer. */
const IDLE = /^[\w.\- ]*$/;

/** Arguments of a link to files that are markup themselves. */
const LINK_PARTS = ['url_prefix', 'result_html_prefix', 'result_html_suffix'];

/** Judges what runs in the page as soon as a cell's result is shown. */
export class ShownJudge {
  private _isFarStyle: boolean | null = null;

  private _hasScript: boolean | null = null;

  private _hasWidget: boolean | null = null;

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

  /**
   * Text that is shown without being sanitised, and of which not all is in the
   * code: only numbers may be put into it.
   */
  isFarText(node: ISyntaxNode | undefined): boolean {
    if (!node) {
      return false;
    }
    const { text, holes } = this._texts.textOf(node, true);
    return (
      hasScript(text) ||
      !isPlainMarkup(text) ||
      holes.some(
        hole => !isNumber(hole, this._tree) && !this._isPlainPart(hole)
      )
    );
  }

  /** `h.value = x` of a widget that shows markup, or `h.object` of a pane. */
  isFarValue(member: ISyntaxNode): boolean {
    const [object] = member.children;
    const isWidget =
      object.name === 'CallExpression' || this._tree.valueOf(object)
        ? this.isWidget(object)
        : this._makesWidget();
    return isWidget && this._isFarGiven(member);
  }

  isWidget(object: ISyntaxNode): boolean {
    const made = this._tree.valueOf(object) ?? object;
    return (
      made.name === 'CallExpression' &&
      WIDGETS.test(this._tree.path(made.children[0]))
    );
  }

  /** `{'text/html': x}` and `data['text/html'] = x`, be it of a message or an output. */
  isFarBundled(node: ISyntaxNode): boolean {
    const { parent, index } = node;
    if (!parent || !/^(?:Dictionary|Member)Expression$/.test(parent.name)) {
      return false;
    }
    const type = this._texts.wholeText(node) ?? '';
    if (!/^text\/(?:html|markdown)/.test(type) && !RUN.test(type)) {
      return false;
    }
    const isFar = (value: ISyntaxNode | undefined): boolean =>
      RUN.test(type)
        ? value !== undefined &&
          !IDLE.test(this._texts.wholeText(value) ?? '(unknown)')
        : this.isFarText(value);
    return parent.name === 'DictionaryExpression'
      ? parent.children[index + 1]?.name === ':' &&
          isFar(parent.children[index + 2])
      : this._tree.scopes.targets.has(parent) &&
          this._isFarGiven(parent, isFar);
  }

  /** Whether what is written into a table's tags as it is would run script. */
  hasHandler({ positional, named }: ICallArguments): boolean {
    return [...positional, ...named.values()].some(each =>
      HANDLER.test(this._texts.textOf(each, true).text)
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
    const marked = /^FileLinks?$/.test(name)
      ? [
          ...args.positional.slice(1),
          ...LINK_PARTS.map(each => args.named.get(each))
        ]
      : /^(?:IFrame|YouTubeVideo|VimeoVideo)$/.test(name)
        ? [args.positional[0], args.named.get('src'), args.named.get('id')]
        : [args.named.get('url')];
    return (
      marked.some(node => this.isFarText(node)) ||
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
    if (name === 'display_markdown') {
      return this.isFarText(data);
    }
    if (!/^(?:display|update_display|update)$/.test(name)) {
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
    const [callee, list] = node.name === 'CallExpression' ? node.children : [];
    const { named, isOpen } = list
      ? this._tree.argumentsOf(list)
      : { named: new Map<string, ISyntaxNode>(), isOpen: false };
    return (
      callee !== undefined &&
      MARKUP_MAKERS.test(this._tree.lastName(callee) ?? '') &&
      !isOpen &&
      !named.has('formatters') &&
      /^(?:True)?$/.test(this._tree.textAfter(named.get('escape')))
    );
  }

  /** A part whose own parts are judged, or that only repeats a literal. */
  private _isPlainPart(node: ISyntaxNode): boolean {
    const [first, second] = node.children;
    if (node.name === 'ConditionalExpression') {
      return true;
    }
    if (node.name === 'BinaryExpression') {
      const text = this._texts.wholeText(first);
      return (
        this._tree.text(second) === '*' && text !== null && isPlainMarkup(text)
      );
    }
    if (node.name !== 'CallExpression' || !second) {
      return false;
    }
    const name = this._tree.lastName(first) ?? '';
    const args = this._tree.argumentsOf(second);
    return (
      (/^(?:format|strip|replace)$/.test(name) &&
        first.name === 'MemberExpression' &&
        !args.isOpen &&
        args.named.size === 0 &&
        args.positional.length < FAR_ENOUGH) ||
      (name !== 'to_markdown' && this._isMarkupMaker(node))
    );
  }

  /** Whether what is assigned to an attribute or an item is not plain. */
  private _isFarGiven(
    target: ISyntaxNode,
    isFar = (value: ISyntaxNode | undefined): boolean => this.isFarText(value)
  ): boolean {
    const { parent } = target;
    const value = parent?.children[parent.children.length - 1];
    return (
      !/^(?:Assign|Update)Statement$/.test(parent?.name ?? '') || isFar(value)
    );
  }

  private _makesWidget(): boolean {
    this._hasWidget ??= this._tree.nodes.some(
      node =>
        node.name === 'CallExpression' &&
        node.children[0].name === 'MemberExpression' &&
        this.isWidget(node) &&
        !this._tree.path(node.children[0]).startsWith('IPython')
    );
    return this._hasWidget;
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
