import { hasScript, isPlainMarkup } from '../text/is-plain-markup';
import {
  CALLED_FAR,
  CLASS,
  EVALUATORS,
  ONLY_CALLED,
  WATCHED,
  isAscii,
  isFarMember,
  isFarModule,
  isFarName,
  isJudged,
  isShownBy,
  judgedWords,
  watchedModule
} from './is-far-name';
import { PythonScopes } from './python-scopes';
import type { IImported } from './python-scopes';
import { pythonText } from './python-repr';
import type { ISyntax, ISyntaxNode } from './syntax-node';

/** How text is judged that the code hands on to be run. */
export interface IJudges {
  /** By pandas and the like: Python without IPython. */
  evaluated(text: string): boolean;
  lineMagic(name: string, line: string): boolean;
  cellMagic(name: string, line: string, body: string): boolean;
}

/** Nodes looked at for one question; nobody writes longer ones by hand. */
const FAR_ENOUGH = 200;
/** Names that stand for names. */
const HOPS = 4;

const SQL =
  /^\s*(?:select|with|from|show|describe|create|insert|update|delete|pragma|copy|attach|match|return)\s/i;
const TEXT_FUNCTIONS =
  /(?:^|\.)(?:sub|subn|compile|findall|finditer|search|match|fullmatch|split|replace|find|rfind|index|count|startswith|endswith|strip|lstrip|rstrip|removeprefix|removesuffix|contains|print|assertIn|assertNotIn|BeautifulSoup|fromstring|feed|escape|len)$/;
const MARKUP_MAKERS =
  /^(?:to_html|to_html5_video|to_jshtml|_repr_html_|to_markdown)$/;
/** Libraries whose calls give no text. */
const LIBRARIES =
  /^(?:np|numpy|pl|polars|torch|tf|tensorflow|jnp|cp|xp)(?:\.|$)/;
const PICKLERS =
  /^(?:pickle|pkl|cPickle|_pickle|pickle5|dill|cloudpickle|marshal|joblib|torch|jsonpickle)$/;
const DOWNLOADS =
  /(?:^|\.)(?:urlopen|urlretrieve|b64decode|unhexlify|fromhex|decompress|hf_hub_download)$|^(?:requests|httpx|urllib|aiohttp|urllib3)\./;
/** Files that are none: what they hold was made by the code. */
const IN_MEMORY =
  /(?:^|\.)(?:BytesIO|StringIO|SpooledTemporaryFile|encode|decode|fromhex|a2b_\w+|bytes|bytearray)$/;
const SHELL = /^(?:ZMQ|Terminal)?InteractiveShell$/;
const SHOWN = words(
  'IFrame Image Video Audio YouTubeVideo VimeoVideo FileLink'
);
/** Modules everybody knows, under their usual names. */
const KNOWN_MODULES =
  /^(?:pd|np|plt|sns|sp|pandas|numpy|matplotlib|scipy|sklearn|tempfile|glob|random|pathlib|io|re|json|csv|logging|inspect|IPython|torch|tf|os|sys|shutil)$/;
const NOT_FRAMES =
  /^(?:k|r|p|eps|workers|return_distance|distance_upper_bound|dualtree|count_only|job_config|parameters|params)$/;

/** Looks at parsed Python; see `pythonReachesOut`. */
export class PythonJudge {
  constructor(
    private readonly _code: string,
    private readonly _syntax: ISyntax,
    private readonly _judges: IJudges
  ) {
    this._isAscii = isAscii(_code);
    this._scopes = new PythonScopes(_syntax.nodes, node => this.text(node));
  }

  reachesOut(): boolean {
    return (
      (this._syntax.hasErrors && this.hides()) ||
      this._scopes.imported.some(each => isFarImport(each)) ||
      this._syntax.nodes.some(node => this.isFar(node))
    );
  }

  /** Cell magics that are called; null for one that is no plain text. */
  cellMagics(): ({ name: string; line: string; body: string } | null)[] {
    return this._syntax.nodes
      .filter(
        ({ name, children }) =>
          name === 'CallExpression' &&
          children[1] !== undefined &&
          this.lastName(children[0]) === 'run_cell_magic'
      )
      .map(({ children }) => {
        const args = argumentsOf(children[1], node => this.text(node));
        const [name, line, body] = args.positional.map(each =>
          this.wholeText(each)
        );
        return args.isOpen ||
          args.named.size > 0 ||
          name === undefined ||
          name === null ||
          line === null ||
          body === null
          ? null
          : {
              name: name.replace(/^%+/, ''),
              line: line ?? '',
              body: body ?? ''
            };
      });
  }

  private isFar(node: ISyntaxNode): boolean {
    switch (node.name) {
      case 'VariableName':
        return this.isFarName(node);
      case 'PropertyName':
        return this.isFarProperty(node);
      case 'CallExpression':
        return this.isFarCall(node);
      case 'String':
        return this.isScript(node) || this.isShownName(node);
      case 'ContinuedString':
      case 'BinaryExpression':
        return this.isJoinedFar(node);
      case 'FormatString':
        return this.isScript(node) || this.isMisread(node);
      default:
        return false;
    }
  }

  // Names

  private isFarName(node: ISyntaxNode): boolean {
    const { parent } = node;
    const name = this.text(node);
    if (!parent || !isJudged(name)) {
      return false;
    }
    if (parent.name === 'Decorator') {
      return this.isFarDecorator(node, parent);
    }
    if (isShownBy(name)) {
      return true;
    }
    const { children } = parent;
    const next = children[node.index + 1];
    if (this._scopes.targets.has(node)) {
      return (
        parent.name === 'ArgList' &&
        isFarName(name) &&
        !(
          /^(?:trust_remote_code|eval_str)$/.test(name) &&
          this.textAfter(next) === 'False'
        )
      );
    }
    if (this._scopes.isOwn(node, name)) {
      return false;
    }
    if (isFarName(name)) {
      return true;
    }
    const isCallee = parent.name === 'CallExpression' && children[0] === node;
    const member = memberOf(node);
    if (SHELL.test(name)) {
      return !member || this.text(member) !== 'ast_node_interactivity';
    }
    if (/^(?:globals|locals|vars)$/.test(name)) {
      return isCallee
        ? !(
            parent.children[1]?.children.length === 2 && this.isLookedIn(parent)
          )
        : isHandedOn(node);
    }
    if (name === 'importlib') {
      return !/^(?:metadata|resources)$/.test(member ? this.text(member) : '');
    }
    if (EVALUATORS.has(name)) {
      return true;
    }
    if (ONLY_CALLED.has(name)) {
      return !isCallee;
    }
    if (CALLED_FAR.has(name)) {
      return isCallee;
    }
    const module = watchedModule(name);
    // The module itself: whoever is handed it can do all that it can.
    return /^(?:os|sys|shutil)$/.test(module ?? '') && !member;
  }

  private isFarDecorator(node: ISyntaxNode, decorator: ISyntaxNode): boolean {
    const names = decorator.children.filter(
      ({ name }) => name === 'VariableName'
    );
    const at = names.indexOf(node);
    const name = this.text(node);
    const before = at > 0 ? watchedModule(this.text(names[at - 1])) : null;
    return (
      isFarName(name) ||
      name === 'system' ||
      EVALUATORS.has(name) ||
      ONLY_CALLED.has(name) ||
      (before !== null && isFarMember(before, name)) ||
      (/^(?:os|sys|shutil)$/.test(watchedModule(name) ?? '') &&
        at === names.length - 1)
    );
  }

  private isFarProperty(node: ISyntaxNode): boolean {
    const name = this.text(node);
    const member = node.parent;
    if (!member) {
      return false;
    }
    const [object] = member.children;
    const lastOfObject = this.lastName(object);
    const module = lastOfObject === null ? null : watchedModule(lastOfObject);
    const isName = object.name === 'VariableName';
    if (module && !(isName && this._scopes.isOwn(object, lastOfObject ?? ''))) {
      const isFar = isName
        ? isFarMember(module, name)
        : module === 'os' && OS_FAR.test(name);
      if (
        isFar ||
        (module === 'sys' && name === 'modules' && !this.isLookedIn(member))
      ) {
        return true;
      }
    }
    if (name === 'name' && this._scopes.targets.has(member)) {
      // What is taken away when it is cleaned up.
      const made = this.valueOf(object) ?? object;
      return (
        made.name === 'CallExpression' &&
        /(?:^|\.)(?:Named)?Temporary\w+$/.test(this.path(made.children[0]))
      );
    }
    if (!isJudged(name)) {
      return false;
    }
    const { parent } = member;
    const isCallee =
      parent?.name === 'CallExpression' && parent.children[0] === member;
    if (isShownBy(name)) {
      return this._scopes.targets.has(member);
    }
    if (isFarName(name)) {
      return true;
    }
    if (SHELL.test(name)) {
      const next = memberOf(member);
      return !next || this.text(next) !== 'ast_node_interactivity';
    }
    if (name === 'style') {
      return !this.isModule(object) && this.isFarStyle();
    }
    if (name === 'measure') {
      return lastOfObject === 'testing';
    }
    if (/^(?:rename|replace)$/.test(name) && !isCallee) {
      return this.isPath(object) || this.isPathClass(object);
    }
    if (name === 'loads' && !isCallee) {
      return PICKLERS.test(this.path(object));
    }
    if (name === CLASS) {
      const next = memberOf(member);
      return !(
        isCallee ||
        /^__(?:name|qualname|module|doc)__$/.test(next ? this.text(next) : '')
      );
    }
    if (name === 'system') {
      return this.path(object) !== 'platform';
    }
    if (
      ONLY_CALLED.has(name) ||
      /^(?:run_line_magic|run_cell_magic)$/.test(name)
    ) {
      return !isCallee && !/attr$/.test(name);
    }
    if (name === 'runctx' || name === 'runcall') {
      return name === 'runctx';
    }
    if (name === 'eval' && !isCallee) {
      return this.isModule(object);
    }
    if (/^(?:os|sys|shutil)$/.test(watchedModule(name) ?? '')) {
      return (
        !memberOf(member) && (name.startsWith('_') || this.isModule(object))
      );
    }
    return false;
  }

  /** Whether something is asked for in it: `'df' in globals()`. */
  private isLookedIn({ parent, to }: ISyntaxNode): boolean {
    return (
      parent?.name === 'BinaryExpression' &&
      parent.to === to &&
      parent.children.some(({ name }) => name === 'in')
    );
  }

  /** Whether a chain begins at a module, as far as this cell tells. */
  private isModule(node: ISyntaxNode): boolean {
    const path = this.path(node);
    const root = path.split('.')[0];
    return (
      root === MORE ||
      (path !== UNKNOWN &&
        (KNOWN_MODULES.test(root) || this._scopes.paths.has(this.rootOf(node))))
    );
  }

  private rootOf(node: ISyntaxNode): string {
    let at = node;
    for (
      let steps = 0;
      at.name === 'MemberExpression' && steps < FAR_ENOUGH;
      steps++
    ) {
      [at] = at.children;
    }
    return this.text(at);
  }

  // Calls

  private isFarCall(call: ISyntaxNode): boolean {
    const [callee, list] = call.children;
    const last = this.lastName(callee);
    if (last === null || !list) {
      return false;
    }
    const isName = callee.name === 'VariableName';
    if (isName && this._scopes.isOwn(callee, last)) {
      return false;
    }
    const path = this.path(callee);
    const name = isName ? (path.split('.').pop() ?? last) : last;
    const root = path.split('.')[0];
    if (!isJudged(name) && !/^(?:run|display|update_display)$/.test(name)) {
      return false;
    }
    const args = argumentsOf(list, node => this.text(node));
    switch (name) {
      case 'getattr':
      case 'setattr':
      case 'delattr':
        return isName && this.isFarAttribute(name, args);
      case 'attrgetter':
      case 'methodcaller':
        return (
          args.isOpen ||
          args.positional
            .slice(0, name === 'methodcaller' ? 1 : undefined)
            .some(each => this.isFarDotted(each))
        );
      case 'query':
      case 'eval':
        return (
          (!isName || path.includes('.')) && this.isFarEvaluation(callee, args)
        );
      case 'evaluate':
        return (
          /^(?:numexpr|ne)$/.test(root) && this.isFarEvaluation(callee, args)
        );
      case 'timeit':
      case 'repeat':
      case 'Timer':
        return (
          (root === 'timeit' || path === 'timeit') && this.isFarTiming(args)
        );
      case 'run':
        return this.isProfiler(callee, root);
      case 'HTML':
        return (
          args.isOpen ||
          args.named.has('url') ||
          args.named.has('filename') ||
          this.isFarMarkup(args.positional[0] ?? args.named.get('data'))
        );
      case 'Markdown':
      case 'SVG':
        return this.isFarLiteral(args.positional[0] ?? args.named.get('data'));
      case 'display':
      case 'update_display':
      case 'display_html':
      case 'display_svg':
        return this.textAfter(args.named.get('raw')) !== 'False' &&
          args.named.has('raw')
          ? this.isFarBundle(name, args)
          : false;
      case 'raw':
        return false;
      case 'read_pickle':
        return (
          args.isOpen ||
          this.isForeign(
            args.positional[0] ?? args.named.get('filepath_or_buffer')
          )
        );
      case 'load':
      case 'load_all':
      case 'Unpickler':
        return this.isFarLoad(path, args);
      case 'loads':
        return PICKLERS.test(root) && this.isCrafted(args.positional[0]);
      case 'getmembers':
        return root === 'inspect' || path === name;
      case 'locate':
        return root === 'pydoc';
      case 'Template':
        return root === 'jinja2';
      case 'from_string':
        return (
          /^(?:jinja2?|env|environment)$/i.test(root) ||
          [...this._scopes.paths.values()].some(each =>
            /^jinja2(?:\.|$)/.test(each)
          )
        );
      case 'rename':
      case 'replace':
        return (
          !isName &&
          (this.isPath(callee.children[0]) ||
            this.isPathClass(callee.children[0]))
        );
      case 'get_ipython':
        return !this.isPlainShell(call);
      case 'magic':
      case 'run_line_magic':
      case 'run_cell_magic':
        return this.isFarMagic(name, args);
      case 'CodeType':
      case 'FunctionType':
        return true;
      default:
        return SHOWN.has(name) && this.isFarShown(name, args);
    }
  }

  private isFarAttribute(name: string, args: IArguments): boolean {
    const [object, attribute] = args.positional;
    if (args.isOpen || !attribute) {
      return true;
    }
    const text = this.wholeText(attribute);
    if (text === null) {
      return !(name === 'setattr' && this.text(object) === 'self');
    }
    return isFarMemberName(text, name === 'setattr');
  }

  private isFarDotted(node: ISyntaxNode): boolean {
    const text = this.wholeText(node);
    return (
      text === null ||
      text.split('.').some(each => isFarMemberName(each, false))
    );
  }

  private isFarEvaluation(callee: ISyntaxNode, args: IArguments): boolean {
    const text = args.positional[0] ?? args.named.get('expr');
    if (!text) {
      return args.isOpen;
    }
    const found = this.textOf(text);
    if (found.holes.length === 0) {
      return this.isFarText(found.text);
    }
    if (
      [...args.named.keys()].some(name => NOT_FRAMES.test(name)) ||
      (callee.name === 'MemberExpression' && this.isNoFrame(callee.children[0]))
    ) {
      return false;
    }
    const plain = plainOf(text);
    if (plain.name === 'CallExpression') {
      return !LIBRARIES.test(this.rootPath(plain));
    }
    const isArray =
      /^(?:Array|Tuple)Expression$|^Number$/.test(plain.name) ||
      (plain.name === 'MemberExpression' &&
        plain.children.some(({ name }) => name === ':'));
    return !isArray;
  }

  private isFarText(text: string): boolean {
    if (SQL.test(text)) {
      return false;
    }
    const code = text.replace(/`[^`\n]*`/g, '_');
    const bare = code.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, '""');
    return (
      /@\s*[\p{L}_][\p{L}\p{N}_]*\s*[.(]/u.test(bare) ||
      this._judges.evaluated(code.replaceAll('@', ' ').trim())
    );
  }

  /** A tree of points, a client of a database: its `query` is another one. */
  private isNoFrame(object: ISyntaxNode): boolean {
    const value = this.valueOf(object) ?? object;
    if (value.name !== 'CallExpression') {
      return this.path(object).split('.')[0] === 'duckdb';
    }
    const path = this.path(value.children[0]);
    const [last] = path.split('.').slice(-1);
    const root = path.split('.')[0];
    return (
      (/^[A-Z]/.test(last) && !/Frame$|^Series$/.test(last)) ||
      /^(?:duckdb|sqlite3|bigquery|sqlalchemy|psycopg2?|pymysql)$/.test(root)
    );
  }

  private isFarTiming(args: IArguments): boolean {
    const run = [
      ...args.positional.slice(0, 2),
      args.named.get('stmt'),
      args.named.get('setup')
    ].filter(node => node !== undefined);
    return (
      args.isOpen ||
      run.some(
        node =>
          node.name !== 'LambdaExpression' &&
          !(
            node.name === 'VariableName' &&
            this._scopes.isFunction(this.text(node))
          )
      )
    );
  }

  private isProfiler(callee: ISyntaxNode, root: string): boolean {
    if (/^(?:cProfile|profile|pdb|bdb|ipdb)$/.test(root)) {
      return true;
    }
    const [object] = callee.children;
    const value = object && (this.valueOf(object) ?? object);
    return (
      value?.name === 'CallExpression' &&
      /^(?:cProfile|profile)\./.test(this.path(value.children[0]))
    );
  }

  private isFarMagic(name: string, args: IArguments): boolean {
    const [magic, line = '', body = ''] = args.positional.map(each =>
      this.wholeText(each)
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

  /** IPython's own shell, asked for what it is or for a magic, and no more. */
  private isPlainShell(call: ISyntaxNode): boolean {
    const { parent } = call;
    if (!parent || parent.name === 'ExpressionStatement') {
      return false;
    }
    const member = memberOf(call);
    if (member) {
      return /^(?:run_line_magic|run_cell_magic|magic|show_usage|__class__)$/.test(
        this.text(member)
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
          parent.parent ? this.path(parent.parent.children[0]) : ''
        ))
    );
  }

  // What is shown in the page

  private isFarMarkup(node: ISyntaxNode | undefined): boolean {
    if (!node) {
      return false;
    }
    const { text, holes } = this.textOf(node, true);
    const isAlone = text.trim() === '';
    return (
      hasScript(text) ||
      !isPlainMarkup(text) ||
      (isAlone && holes.some(hole => !this.isMarkupMaker(hole)))
    );
  }

  private isMarkupMaker(node: ISyntaxNode): boolean {
    const callee = node.name === 'CallExpression' ? node.children[0] : null;
    return MARKUP_MAKERS.test((callee && this.lastName(callee)) ?? '');
  }

  private isFarLiteral(node: ISyntaxNode | undefined): boolean {
    if (!node) {
      return false;
    }
    const { text } = this.textOf(node, true);
    return hasScript(text) || !isPlainMarkup(text);
  }

  private isFarShown(name: string, args: IArguments): boolean {
    const given = [...args.positional, ...args.named.values()];
    return (
      args.isOpen ||
      args.named.has('html_attributes') ||
      args.named.has('extras') ||
      given.some(node => {
        const { text } = this.textOf(node, true);
        return (
          /["<>]/.test(text) ||
          /^\s*(?:javascript|vbscript|data:text)/i.test(text) ||
          (name === 'IFrame' && /^\s*\w+:(?!\/\/)/.test(text))
        );
      })
    );
  }

  private isFarBundle(name: string, args: IArguments): boolean {
    const [data] = args.positional;
    if (name !== 'display' && name !== 'update_display') {
      return this.isFarMarkup(data);
    }
    const dictionary = data && plainOf(data);
    if (dictionary?.name !== 'DictionaryExpression') {
      return true;
    }
    return dictionary.children.some(
      (child, at) =>
        /^\*\*?$/.test(child.name) ||
        (dictionary.children[at + 1]?.name === ':' &&
          !/^(?:text\/plain|image\/(?:png|jpeg|gif)|application\/json)$/.test(
            this.wholeText(child) ?? ''
          ))
    );
  }

  /** Text that runs as soon as a page shows it, unless it is only searched for. */
  private isScript(node: ISyntaxNode): boolean {
    const raw = this._code.slice(node.from, node.to);
    if (!hasScript(raw)) {
      return false;
    }
    return !(
      node.parent?.name === 'BinaryExpression' || this.isSearchedFor(node)
    );
  }

  private isSearchedFor({ parent }: ISyntaxNode): boolean {
    const call = parent?.name === 'ArgList' ? parent.parent : null;
    return (
      parent?.name === 'ExpressionStatement' ||
      (call !== null &&
        TEXT_FUNCTIONS.test(`.${this.lastName(call.children[0]) ?? ''}`))
    );
  }

  /** A styled table shows its text as markup, unless it is told to escape it. */
  private isFarStyle(): boolean {
    const { nodes } = this._syntax;
    return (
      nodes.some(
        node =>
          node.name === 'String' &&
          !isPlainMarkup(pythonText(this.raw(node)) ?? '') &&
          !this.isSearchedFor(node)
      ) &&
      !nodes.some(
        node =>
          node.name === 'VariableName' &&
          node.parent?.name === 'ArgList' &&
          this._scopes.targets.has(node) &&
          this.text(node) === 'escape'
      )
    );
  }

  /** A name that a class gets shown by, as text to make a class of. */
  private isShownName(node: ISyntaxNode): boolean {
    return (
      isShownBy(pythonText(this.raw(node)) ?? '') && !this.isAskedFor(node)
    );
  }

  /** Literals side by side, or with a plus in between, are one text. */
  private isJoinedFar(node: ISyntaxNode): boolean {
    const isPlus = (each: ISyntaxNode | null | undefined): boolean =>
      each?.name === 'BinaryExpression' && this.text(each.children[1]) === '+';
    const isOuter =
      node.name === 'ContinuedString'
        ? !isPlus(node.parent)
        : isPlus(node) && !isPlus(node.parent);
    if (!isOuter) {
      return false;
    }
    const { text } = this.textOf(node);
    return (
      (hasScript(text) && !this.isSearchedFor(node)) ||
      (isShownBy(text) && !this.isAskedFor(node))
    );
  }

  private isAskedFor({ parent }: ISyntaxNode): boolean {
    return (
      parent?.name === 'ArgList' &&
      /^(?:hasattr|getattr|print)$/.test(
        (parent.parent && this.lastName(parent.parent.children[0])) ?? ''
      )
    );
  }

  // Where data comes from

  private isAddress(node: ISyntaxNode | undefined, hops = HOPS): boolean {
    if (!node) {
      return false;
    }
    const { text } = this.textOf(node);
    if (/:\/\//.test(text) && !/^file:\/\//i.test(text)) {
      return true;
    }
    return inside(node).some(each => {
      if (each.name === 'String') {
        const literal = pythonText(this.raw(each)) ?? '';
        return /^\s*[\w+.-]+:\/\//.test(literal) && !/^\s*file:/i.test(literal);
      }
      if (each.name === 'CallExpression') {
        return DOWNLOADS.test(this.path(each.children[0]));
      }
      const value = hops > 0 ? this.valueOf(each) : null;
      return value !== null && this.isAddress(value, hops - 1);
    });
  }

  private isFarLoad(path: string, args: IArguments): boolean {
    const root = path.split('.')[0];
    const [source] = args.positional;
    if (root === 'yaml') {
      const loader = args.positional[1] ?? args.named.get('Loader');
      const name = loader ? this.path(loader).split('.').pop() : '';
      return args.isOpen || !/^C?(?:Safe|Base)Loader$/.test(name ?? '');
    }
    if (/^(?:np|numpy)$/.test(root)) {
      return (
        args.named.has('allow_pickle') &&
        this.textAfter(args.named.get('allow_pickle')) !== 'False' &&
        this.isForeign(source ?? args.named.get('file'))
      );
    }
    return (
      (PICKLERS.test(root) &&
        (args.isOpen ||
          this.isForeign(source ?? [...args.named.values()][0]))) ||
      /(?:^|\.)hub\.load$/.test(path)
    );
  }

  /** Bytes that stand in the code itself, or come from elsewhere. */
  private isCrafted(node: ISyntaxNode | undefined): boolean {
    return (
      node !== undefined &&
      (this.textOf(node).holes.length === 0 ||
        this.isForeign(node) ||
        this.isMade(node))
    );
  }

  /** Whether what is read is no file of the person's own. */
  private isForeign(node: ISyntaxNode | undefined): boolean {
    return (
      node !== undefined && (this.isAddress(node) || this.isInMemory(node))
    );
  }

  private isInMemory(node: ISyntaxNode, hops = HOPS): boolean {
    return inside(node).some(each => {
      if (each.name === 'CallExpression') {
        return IN_MEMORY.test(this.path(each.children[0]));
      }
      const value = hops > 0 ? this.valueOf(each) : null;
      return value !== null && this.isInMemory(value, hops - 1);
    });
  }

  /** Bytes that are put together, and neither read nor dumped. */
  private isMade(node: ISyntaxNode, hops = HOPS): boolean {
    const plain = plainOf(node);
    if (plain.name === 'CallExpression') {
      return !/^(?:dumps|read|read_bytes|get|getvalue|recv|fetchone|tobytes)$/.test(
        this.lastName(plain.children[0]) ?? ''
      );
    }
    if (plain.name === 'VariableName') {
      const value = hops > 0 ? this.valueOf(plain) : null;
      return value !== null && this.isMade(value, hops - 1);
    }
    return plain.name !== 'MemberExpression';
  }

  private isPath(node: ISyntaxNode, hops = HOPS): boolean {
    const [first] = node.children;
    switch (node.name) {
      case 'CallExpression':
        return (
          /(?:^|\.)(?:Pure|Posix|Windows)?Path$/.test(this.path(first)) ||
          (first.name === 'MemberExpression' &&
            /^(?:cwd|home|with_suffix|with_name|with_stem|resolve|absolute|joinpath|expanduser)$/.test(
              this.lastName(first) ?? ''
            ) &&
            (/(?:^|\.)Path$/.test(this.path(first.children[0])) ||
              (hops > 0 && this.isPath(first.children[0], hops - 1))))
        );
      case 'ParenthesizedExpression':
        return hops > 0 && this.isPath(plainOf(node), hops - 1);
      case 'BinaryExpression':
        return (
          node.children[1]?.name === 'ArithOp' &&
          this.text(node.children[1]) === '/' &&
          hops > 0 &&
          this.isPath(first, hops - 1)
        );
      case 'MemberExpression':
        return (
          this.lastName(node) === 'parent' &&
          hops > 0 &&
          this.isPath(first, hops - 1)
        );
      case 'VariableName': {
        const value = hops > 0 ? this.valueOf(node) : null;
        return value === null
          ? hops > 0 && this.isOneOfPaths(node, hops - 1)
          : this.isPath(value, hops - 1);
      }
      default:
        return false;
    }
  }

  private isPathClass(node: ISyntaxNode): boolean {
    return /(?:^|\.)(?:Pure|Posix|Windows)?Path$/.test(this.path(node));
  }

  /** Whether a loop around it goes over the files of a folder. */
  private isOneOfPaths(node: ISyntaxNode, hops: number): boolean {
    const name = this.text(node);
    let at = node.parent;
    for (let steps = 0; at && steps < FAR_ENOUGH; steps++, at = at.parent) {
      const { children } = at;
      const from = children.findIndex(each => each.name === 'for');
      const to = children.findIndex(
        (each, index) => index > from && each.name === 'in'
      );
      if (
        from >= 0 &&
        children.slice(from + 1, to).some(each => this.text(each) === name) &&
        children[to + 1] &&
        this.isListOfPaths(children[to + 1], hops)
      ) {
        return true;
      }
    }
    return false;
  }

  private isListOfPaths(node: ISyntaxNode, hops: number): boolean {
    const value = (hops > 0 ? this.valueOf(node) : null) ?? plainOf(node);
    if (value.name !== 'CallExpression') {
      return false;
    }
    const [callee, list] = value.children;
    const name = this.lastName(callee) ?? '';
    if (/^(?:iterdir|rglob)$/.test(name)) {
      return true;
    }
    if (/^(?:sorted|list|set|tuple|reversed|tqdm)$/.test(name)) {
      const [first] = argumentsOf(list, each => this.text(each)).positional;
      return (
        hops > 0 && first !== undefined && this.isListOfPaths(first, hops - 1)
      );
    }
    return (
      name === 'glob' &&
      callee.name === 'MemberExpression' &&
      !/^glob(?:\.|$)/.test(this.path(callee.children[0]))
    );
  }

  // What the parser did not understand

  /**
   * Whether a word that matters may be out of the tree's sight: in code that
   * this grammar reads in another way than Python, or not at all.
   */
  private hides(): boolean {
    const seen = new Set<number>();
    const strings: string[] = [];
    let end = 0;
    for (const node of this._syntax.nodes) {
      if (node.isError && isIn(node, 'FormatString')) {
        return judgedWords(this._code);
      }
      if (/^(?:VariableName|PropertyName)$/.test(node.name)) {
        seen.add(node.from);
        if (isJudged(this.text(node)) && isNearError(node)) {
          return true;
        }
      } else if (
        /^(?:String|FormatString|Comment)$/.test(node.name) &&
        node.from >= end
      ) {
        strings.push(`${node.from} ${node.to}`);
        end = node.to;
      }
    }
    const tokens = roughTokens(this._code);
    if (tokens.texts.join() !== strings.join()) {
      return judgedWords(this._code);
    }
    return tokens.names.some(
      ({ from, name }) => !seen.has(from) && isJudged(name.normalize('NFKC'))
    );
  }

  /** A hole that Python fills in and the grammar takes for an escape. */
  private isMisread(node: ISyntaxNode): boolean {
    let { from } = node;
    let gaps = '';
    for (const child of node.children) {
      if (child.name === 'FormatReplacement') {
        gaps += `${this._code.slice(from, child.from)} `;
        from = child.to;
      }
    }
    gaps += this._code.slice(from, node.to);
    return /\\\{/.test(gaps) && judgedWords(gaps);
  }

  // Texts and values

  /** The text of a name, as Python reads it. */
  private text({ from, to }: ISyntaxNode): string {
    const text = this._code.slice(from, to);
    return this._isAscii ? text : text.normalize('NFKC');
  }

  private raw({ from, to }: ISyntaxNode): string {
    return this._code.slice(from, to);
  }

  private textAfter(node: ISyntaxNode | undefined): string {
    if (!node) {
      return '';
    }
    const { parent } = node;
    const value =
      node.name === 'AssignOp' && parent
        ? parent.children[node.index + 1]
        : node;
    return value ? this.text(value) : '';
  }

  /** The name that is called or looked into; null for any other expression. */
  private lastName(node: ISyntaxNode): string | null {
    if (node.name === 'VariableName') {
      return this.text(node);
    }
    const last = node.children[node.children.length - 1];
    return node.name === 'MemberExpression' && last.name === 'PropertyName'
      ? this.text(last)
      : null;
  }

  /** `pandas.compat.os`, with the names of what was imported. */
  private path(node: ISyntaxNode): string {
    const parts: string[] = [];
    let at = node;
    for (let steps = 0; steps < 12; steps++) {
      if (at.name === 'VariableName') {
        const name = this.text(at);
        return [this._scopes.paths.get(name) ?? name, ...parts].join('.');
      }
      const last = this.lastName(at);
      if (last === null) {
        return [UNKNOWN, ...parts].join('.');
      }
      parts.unshift(last);
      [at] = at.children;
    }
    return [MORE, ...parts].join('.');
  }

  /** Of a chain of calls as well. */
  private rootPath(node: ISyntaxNode): string {
    let at = node;
    for (
      let steps = 0;
      /^(?:Call|Member)Expression$/.test(at.name) && steps < FAR_ENOUGH;
      steps++
    ) {
      [at] = at.children;
    }
    return this.path(at);
  }

  /** What a name stands for, where the cell binds it once. */
  private valueOf(node: ISyntaxNode): ISyntaxNode | null {
    if (node.name !== 'VariableName' || this._scopes.targets.has(node)) {
      return null;
    }
    const values = this._scopes.valuesOf(this.text(node));
    return values?.length === 1 ? values[0] : null;
  }

  /** Text that is wholly known. */
  private wholeText(node: ISyntaxNode): string | null {
    const { text, holes } = this.textOf(node);
    return holes.length === 0 ? text : null;
  }

  /**
   * The text that an expression makes, as far as it stands in the code.
   *
   * @param isShown whether to follow names that are built up bit by bit.
   */
  private textOf(
    node: ISyntaxNode,
    isShown = false
  ): { text: string; holes: ISyntaxNode[] } {
    const parts: string[] = [];
    const holes: ISyntaxNode[] = [];
    const names = new Set<string>();
    const left = [node];
    let steps = 0;
    for (let at = left.pop(); at; at = left.pop()) {
      steps += 1;
      if (steps > FAR_ENOUGH) {
        holes.push(at);
        break;
      }
      const { children } = at;
      const sign = children[1] ? this.text(children[1]) : '';
      if (at.name === 'String') {
        const text = pythonText(this.raw(at));
        if (text === null) {
          holes.push(at);
        } else {
          parts.push(text);
        }
      } else if (at.name === 'FormatString') {
        let { from } = at;
        children
          .filter(({ name }) => name === 'FormatReplacement')
          .forEach(hole => {
            parts.push(this._code.slice(from, hole.from), ' ');
            holes.push(hole.children[1] ?? hole);
            ({ to: from } = hole);
          });
        parts.push(this._code.slice(from, at.to));
        parts[parts.length - 1] = parts[parts.length - 1].replace(/["']+$/, '');
        const first =
          parts.length -
          1 -
          2 *
            children.filter(({ name }) => name === 'FormatReplacement').length;
        parts[first] = parts[first].replace(/^\w*["']+/, '');
      } else if (at.name === 'ContinuedString') {
        left.push(...[...children].reverse());
      } else if (at.name === 'ParenthesizedExpression') {
        left.push(plainOf(at));
      } else if (at.name === 'ConditionalExpression') {
        left.push(
          ...children.filter((_, index) => index !== 2 && index % 2 === 0)
        );
        holes.push(at);
      } else if (at.name === 'BinaryExpression' && /^[+%]$/.test(sign)) {
        if (sign === '%') {
          holes.push(children[2] ?? at);
          left.push(children[0]);
        } else {
          left.push(children[2] ?? children[0], children[0]);
        }
      } else if (
        at.name === 'CallExpression' &&
        children[0].name === 'MemberExpression' &&
        /^(?:format|join|format_map|strip|replace)$/.test(
          this.lastName(children[0]) ?? ''
        )
      ) {
        holes.push(at);
        left.push(children[0].children[0]);
        if (isShown && children[1]) {
          left.push(
            ...argumentsOf(children[1], each => this.text(each)).positional
          );
        }
      } else if (at.name === 'VariableName' && !names.has(this.text(at))) {
        names.add(this.text(at));
        const values = this._scopes.valuesOf(this.text(at));
        if (values && values.length <= 8 && (isShown || values.length === 1)) {
          left.push(...values);
        } else {
          holes.push(at);
        }
      } else if (at.name !== 'VariableName') {
        holes.push(at);
      } else if (!isShown) {
        holes.push(at);
      }
    }
    return { text: parts.join(''), holes };
  }

  private readonly _scopes: PythonScopes;
  private readonly _isAscii: boolean;
}

const UNKNOWN = '?';
const MORE = '…';
/** What of `os` does something, where it may be a column of that name as well. */
const OS_FAR =
  /^(?:remove|renames?|replace|truncate|kill|killpg|link|symlink|chmod|chown|lchown|chroot|fork|mkfifo|mknod|abort|_exit|setuid|setgid)$/;

interface IArguments {
  positional: ISyntaxNode[];
  named: Map<string, ISyntaxNode>;
  /** Whether there are more than can be seen: `*args`. */
  isOpen: boolean;
}

function argumentsOf(
  list: ISyntaxNode,
  text: (node: ISyntaxNode) => string
): IArguments {
  const found: IArguments = {
    positional: [],
    named: new Map(),
    isOpen: list.children.some(({ name }) => name === 'for')
  };
  list.children.forEach((child, at) => {
    const before = list.children[at - 1];
    if (/^(?:[(),]|AssignOp)$/.test(child.name)) {
      return;
    }
    if (child.name === '*' || child.name === '**' || child.isError) {
      found.isOpen = true;
    } else if (before?.name === 'AssignOp') {
      const name = list.children[at - 2];
      if (text(before) === '=') {
        found.named.set(text(name), child);
      } else {
        found.positional.push(child);
      }
    } else if (list.children[at + 1]?.name !== 'AssignOp') {
      found.positional.push(child);
    }
  });
  return found;
}

/** The property that is read of an expression: `.system` of `os`. */
function memberOf(node: ISyntaxNode): ISyntaxNode | null {
  const { parent } = node;
  const last = parent?.children[parent.children.length - 1];
  return parent?.name === 'MemberExpression' &&
    parent.children[0] === node &&
    last?.name === 'PropertyName'
    ? last
    : null;
}

function isHandedOn(node: ISyntaxNode): boolean {
  const { parent } = node;
  const before = parent?.children[node.index - 1];
  return (
    parent?.name === 'AssignStatement' ||
    (parent?.name === 'ArgList' && before?.name !== 'AssignOp') ||
    parent?.name === 'LambdaExpression' ||
    parent?.name === 'NamedExpression' ||
    memberOf(node) !== null
  );
}

function plainOf(node: ISyntaxNode): ISyntaxNode {
  let at = node;
  while (at.name === 'ParenthesizedExpression' && at.children.length === 3) {
    at = at.children[1];
  }
  return at;
}

/** An expression and what it is made of, up to a point. */
function inside(node: ISyntaxNode): ISyntaxNode[] {
  const all = [node];
  for (let at = 0; at < all.length && all.length < FAR_ENOUGH; at++) {
    all.push(...all[at].children.slice(0, FAR_ENOUGH));
  }
  return all;
}

function isFarMemberName(name: string, isSet: boolean): boolean {
  const plain = name.normalize('NFKC');
  return (
    !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(plain) ||
    isFarName(plain) ||
    plain === CLASS ||
    (isSet && isShownBy(plain)) ||
    EVALUATORS.has(plain) ||
    ONLY_CALLED.has(plain) ||
    /^(?:system|query|magic|run_line_magic|run_cell_magic|os|sys|shutil|_os|_sys|_shutil|modules|runctx)$/.test(
      plain
    )
  );
}

function isFarImport({ module, name, path, alias }: IImported): boolean {
  if (isFarModule(path) || (module !== '' && isFarModule(module))) {
    return true;
  }
  const parts = path.split('.');
  if (parts.some(part => isFarName(part))) {
    return true;
  }
  if (module === '') {
    const last = watchedModule(parts[parts.length - 1]);
    return last !== null && alias !== null && alias !== path;
  }
  const isRenamed = alias !== null && alias !== name;
  const from = watchedModule(module);
  if (from !== null && (name === '*' || isFarMember(from, name))) {
    return true;
  }
  return (
    (name === 'system' && module !== 'platform') ||
    (from === 'sys' && name === 'modules') ||
    (isRenamed &&
      (SHELL.test(name) ||
        EVALUATORS.has(name) ||
        ONLY_CALLED.has(name) ||
        WATCHED.has(watchedModule(name) ?? '') ||
        /^(?:timeit|cProfile|profile)$/.test(module)))
  );
}

function isIn(node: ISyntaxNode, name: string): boolean {
  let at: ISyntaxNode | null = node;
  for (let steps = 0; at && steps < FAR_ENOUGH; steps++) {
    if (at.name === name) {
      return true;
    }
    at = at.parent;
  }
  return at !== null;
}

/** Whether a statement holds something that was not understood, up to this node. */
function isNearError(node: ISyntaxNode): boolean {
  let at: ISyntaxNode | null = node;
  for (let steps = 0; at && steps < 12; steps++) {
    if (at.name !== 'Script' && at.hasError) {
      return true;
    }
    if (/Statement$|Definition$|^Body$/.test(at.name)) {
      break;
    }
    at = at.parent;
  }
  const siblings = at?.parent?.children ?? [];
  const index = at?.index ?? -1;
  return (
    siblings[index + 1]?.isError === true ||
    siblings[index - 1]?.isError === true
  );
}

/** Strings, comments and names, told apart without a grammar. */
function roughTokens(code: string): {
  texts: string[];
  names: { from: number; name: string }[];
} {
  const texts: string[] = [];
  const names: { from: number; name: string }[] = [];
  const token =
    /#[^\n]*|(?:\b[a-zA-Z]{1,2})?(?:"""(?:[^\\"]|\\[^]|"(?!""))*"""|'''(?:[^\\']|\\[^]|'(?!''))*'''|"(?:[^\\"\n]|\\[^])*(?:"|(?=\n)|$)|'(?:[^\\'\n]|\\[^])*(?:'|(?=\n)|$))|[\p{L}_][\p{L}\p{M}\p{N}\p{Pc}]*/gu;
  for (const match of code.matchAll(token)) {
    const [text] = match;
    if (/^#|["']/.test(text)) {
      texts.push(`${match.index} ${match.index + text.length}`);
    } else {
      names.push({ from: match.index, name: text });
    }
  }
  return { texts, names };
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
