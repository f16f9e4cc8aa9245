import { isPlainMath, type IGrammar } from '../../contract';
import { isDrawn, isOrdinaryFile } from '../files/file-effect';
import { isPlainMarkdown } from '../shared/text/plain-markdown';
import { hasScript, isPlainMarkup } from '../shared/text/is-plain-markup';
import {
  type Binding,
  type Bindings,
  attributesOf,
  isCallee,
  isTarget,
  Names,
  NEVER_OWN
} from './names';
import { type Packages, REFUSED_ATTRIBUTES } from './packages';
import { CodeRefusal } from './code-refusal';
import { type ISyntaxNode, parsePython } from './parse-python';
import { isPlainFormula, isPlainQuery } from './text-as-code';
import { unreadable } from './to-python';

const BUILTINS = new Set(
  `abs all any ascii bin bool bytearray bytes callable chr complex dict dir divmod
  enumerate filter float format frozenset hasattr hash help hex id int isinstance
  issubclass iter len list map max min next object oct ord pow print property range
  repr reversed round set slice sorted staticmethod classmethod str sum super tuple zip
  True False None Ellipsis NotImplemented __name__ __file__ _ __ ___ In Out`.split(
    /\s+/
  )
);
const ONLY_CALLED = new Set(['open', 'getattr', 'type', 'display']);
const EXCEPTION =
  /^(?:[A-Z]\w*(?:Error|Exception|Warning)|StopIteration|StopAsyncIteration|KeyboardInterrupt|SystemExit|Exception|BaseException|Warning)$/;
/** What a module is called that must not be a value's own name. */
const NEVER_OWN_MODULE =
  /^(?:os|sys|subprocess|shutil|builtins|importlib|pickle)$/;

const OWN_DUNDER =
  /^__(?:name|qualname|doc|version|class|init|repr|str|len|eq|lt|hash|call|enter|exit|iter|next|getitem|setitem|contains|add|post_init|author)__$/;
const ANSWERS_ANY = /^__(?:getattr|getattribute|reduce|reduce_ex|del)__$/;
const NAMED_TUPLE = /^_(?:asdict|replace|fields|make|value_|name_|merge)$/;
const SHOWN_METHOD = /^_(?:repr|ipython)_/;

/** Keywords that may only be false; `weights_only` only true. */
const KEYWORD =
  /^(?:allow_pickle|trust_remote_code|weights_only|shell|preexec_fn|executable|raw|runtime_env|eval_str|ffmpeg_path|convert_path|executable_path|stylesheet|bash_command|post_script|html_attributes|url_prefix|backend|usetex)$/;
/** Of these, the ones that no column has as its name. */
const KEYWORD_IN_TEXT =
  /^(?:allow_pickle|trust_remote_code|include_plotlyjs|post_script|html_attributes|preexec_fn)$/;
const PLOTLY_JS = /^(?:True|False|'cdn'|"cdn"|'require'|\(?\w+ == 0\)?)$/;

const WRITER =
  /^(?:to_(?:csv|json|parquet|excel|html|markdown|latex|feather|stata|string|netcdf|hdf|pickle|xml|orc|file|zarr|avro|ipc|geojson|sql)|(?:write|save|dump|sink)(?:_\w+)?|save(?:fig|z|z_compressed|txt|mat)|tofile|imwrite|imsave|ExcelWriter|VideoWriter|FileStorage|export_\w+)$/;
/** Keywords for the file that one of these writes. */
const WRITTEN =
  /^(?:path\w*|f?name|file\w*|fp?|fn|out\w*|buf|excel_writer|where|dest\w*|dst|store|target)$/;
/** Methods that pandas calls by a name that it is given. */
const BY_NAME = /^(?:agg|aggregate|apply|transform)$/;
const BY_NAME_OPTION =
  /^(?:axis|result_type|na_action|include_groups|by_row|engine|raw)$/;
/** Methods whose arguments decide what they do. */
const ONLY_CALLED_METHOD =
  /^(?:eval|query|write_text|write_bytes|from_formula|to_html|agg|aggregate|apply|transform|pipe)$/;
/** Functions whose second argument is the file. */
const FILE_IS_SECOND =
  /^(?:torch\.save|joblib\.dump|plotly\.io\.write_\w+|networkx\.\w+|sklearn\.tree\.\w+)$/;
const MOVER = /^(?:rename|replace|move|copy|move_into|copy_into)$/;
/** What decorates without doing anything else. */
const DECORATOR =
  /^(?:property|setter|getter|deleter|staticmethod|classmethod|dataclass|cache|cached_property|lru_cache|wraps|total_ordering|contextmanager|abstractmethod|overload|unique|no_grad|inference_mode|function|vectorize|delayed|njit|jit)$/;
/** Binary data, which no file tool writes. */
const BINARY_DATA =
  /\.(?:npy|npz|h5|nc|db|eps|xls|gz|joblib|pth?|safetensors|keras|ubj|mat|wav|tiff?)$/;

/**
 * Members whose arguments decide what they do: they are called where they stand,
 * so that the arguments can be seen.
 */
const ONLY_CALLED_MEMBERS =
  /^(?:IPython\.display\.\w+|numpy\.load|pandas\.(?:set_option|option_context)|functools\.wraps|inspect\.signature|matplotlib(?:\.pyplot)?\.(?:rc|use)|shutil\.copy\w*|sqlite3\.connect|logging\.basicConfig|gzip\.open)$/;

/** A name for a name for a path. */
const MAX_NAMES = 8;

/** A file's name that stands in markup as it is, and leads to no other host. */
const PLAIN_FILE = /^[\p{L}\p{N}_ ./()-]+$/u;

/** Addresses of files that are read as data. */
const READ_FROM = /^(?:https?|s3|gs|ftp):\/\//i;

/** A kind of output that runs, or the method that makes one. */
const ACTIVE_KIND =
  /^(?:application\/(?:javascript|ecmascript|vnd\.jupyter)|text\/(?:javascript|ecmascript))|^_(?:repr|ipython)_/i;
const INTERNAL_TEXT =
  /__(?:import|builtins|globals|subclasses|class|mro|getattribute|code|reduce|dict)__/;
const PLAIN: Partial<Record<string, (text: string) => boolean>> = {
  HTML: isPlainMarkup,
  Markdown: isPlainMarkdown,
  Latex: isPlainMarkdown,
  Math: isPlainMath
};

interface IArguments {
  positional: ISyntaxNode[];
  named: Partial<Record<string, ISyntaxNode>>;
  /** Whether some stand behind `*` or `**`. */
  stars: boolean;
}

/** What a check threw; null if it threw nothing. */
export function refusal(check: () => void): CodeRefusal | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof CodeRefusal) {
      return error;
    }
    throw error;
  }
}

/** What other cells make known. */
export interface IOtherCells {
  bindings: Bindings;
  /** Whether a value may be a path, whose `rename` moves a file. */
  hasPath: boolean;
}

/** The rules, for one piece of code; the first that is not met is thrown. */
export class PythonRules {
  readonly names: Names;
  readonly hasPath: boolean;
  private readonly _top: ISyntaxNode;
  /** Attributes of modules, which their own rule has passed. */
  private readonly _passed = new Set<ISyntaxNode>();

  constructor(
    private readonly _code: string,
    grammar: IGrammar,
    private readonly _packages: Packages,
    { bindings, hasPath }: IOtherCells
  ) {
    const top = parsePython(grammar, _code);
    if (!top) {
      throw unreadable(_code);
    }
    this._top = top;
    this.names = new Names(top, bindings, _packages);
    this.hasPath = hasPath || /\bPath\b/.test(_code);
  }

  check(): void {
    this.visit(this._top);
  }

  text(node: ISyntaxNode): string {
    return this.names.text(node);
  }

  /** A name that another cell sets to this; the name then asks for that reason. */
  refusedValue(node: ISyntaxNode): CodeRefusal | null {
    const root = this.decisivePart(node);
    const refused = refusal(() => this.visit(root));
    if (refused && root.name.endsWith('Definition')) {
      return new CodeRefusal(refused.kind, refused.what, true);
    }
    // What one's own functions and listed packages return is data, also if the
    // call itself had to be asked about.
    const isData =
      node.name === 'CallExpression' &&
      root.name !== 'CallExpression' &&
      (refused?.isOwn === true ||
        (root.name !== 'VariableName' &&
          refused?.kind !== 'package' &&
          refused?.kind !== 'program'));
    return isData ? null : refused;
  }

  /** What a value is decided by: the callee of a call, the object of a subscript. */
  private decisivePart(value: ISyntaxNode): ISyntaxNode {
    let node = value;
    for (;;) {
      const [first, second] = node.children;
      if (node.name === 'CallExpression') {
        // What these return is what they are given.
        if (/\b(?:getattr|partial)$/.test(this.text(first))) {
          return node;
        }
        node = first;
      } else if (
        node.name === 'MemberExpression' &&
        first.name !== 'VariableName'
      ) {
        node = first;
      } else if (/^(?:Await|Parenthesized)Expression$/.test(node.name)) {
        node = second;
      } else {
        return node;
      }
    }
  }

  private visit(node: ISyntaxNode): void {
    const { name, children } = node;
    switch (name) {
      case 'ImportStatement': {
        const refused = this.names.refusedImports.get(node);
        if (refused) {
          throw refused;
        }
        return;
      }
      case 'VariableName':
        this.name(node);
        return;
      case 'PropertyName':
        this.attribute(node);
        return;
      case 'String':
        this.string(node);
        return;
      case 'FormatString':
        this.formatString(node);
        break;
      case 'CallExpression':
        this.call(node);
        break;
      case 'FunctionDefinition': {
        const own = this.text(
          children.find(child => child.name === 'VariableName') ?? node
        );
        if (
          SHOWN_METHOD.test(own) ||
          ANSWERS_ANY.test(own) ||
          own === 'to_html'
        ) {
          throw new CodeRefusal('markup', own);
        }
        break;
      }
      case 'Decorator':
        this.decorator(node);
        break;
      case 'ArgList':
        this.keywords(node);
        break;
      case 'BinaryExpression':
        if (
          children.some(child => this.literal(child)?.includes('://') ?? false)
        ) {
          throw new CodeRefusal('address', this.text(node));
        }
        break;
      case 'AssignStatement':
      case 'UpdateStatement':
        if (/\benvironb?\b/.test(this.text(children[0]))) {
          throw new CodeRefusal('environment', this.text(children[0]));
        }
        break;
      case 'MemberExpression':
        if (
          /rcParams$/.test(this.text(children[0])) &&
          children[1]?.name === '[' &&
          this.literal(children[2]) === null
        ) {
          throw new CodeRefusal('setting', this.text(node));
        }
        break;
      case 'KeywordPattern':
        this.attribute(children[0]);
        children.slice(1).forEach(child => this.visit(child));
        return;
      case 'DeleteStatement':
        if (/\benvironb?\b/.test(this.text(node))) {
          throw new CodeRefusal('environment', this.text(node));
        }
        break;
    }
    children.forEach(child => this.visit(child));
  }

  // Names and attributes

  private name(node: ISyntaxNode): void {
    const text = this.text(node);
    const { parent, index } = node;
    const siblings = parent?.children ?? [];
    if (this.names.definitions.has(node)) {
      if (
        SHOWN_METHOD.test(text) ||
        (/^__\w+__$/.test(text) &&
          !OWN_DUNDER.test(text) &&
          parent?.name !== 'FunctionDefinition')
      ) {
        throw new CodeRefusal('internals', text);
      }
      return;
    }
    if (siblings[index - 1]?.name === '.') {
      this.attribute(node);
      return;
    }
    if (
      parent?.name === 'ArgList' &&
      siblings[index + 1]?.name === 'AssignOp'
    ) {
      return;
    }
    const found = this.names.find(text, node);
    if (!found) {
      const isKnown =
        BUILTINS.has(text) ||
        EXCEPTION.test(text) ||
        (isCallee(node) && ONLY_CALLED.has(text));
      if (!isKnown) {
        throw new CodeRefusal('name', text);
      }
      return;
    }
    if (
      (isCallee(node) && NEVER_OWN.test(text)) ||
      (NEVER_OWN_MODULE.test(text) &&
        this.names.top.get(text)?.some(({ kind }) => kind === 'value'))
    ) {
      throw new CodeRefusal('name', text);
    }
    found.forEach(binding => this.bound(node, binding));
  }

  private bound(node: ISyntaxNode, binding: Binding): void {
    switch (binding.kind) {
      case 'unsafe':
        throw binding.refused;
      case 'module':
        this.moduleChain(node, binding.path);
        break;
      case 'member': {
        const { base, name } = binding;
        this.afterMember(node, base, name, attributesOf(node));
      }
    }
  }

  /** A module stands only before a dot; each step after it is allowed by its line. */
  private moduleChain(node: ISyntaxNode, start: string): void {
    const attributes = attributesOf(node);
    let path = start;
    for (const [at, attribute] of attributes.entries()) {
      const name = this.text(attribute);
      const next = `${path}.${name}`;
      this._passed.add(attribute);
      if (this._packages.submodule(next)) {
        path = next;
        continue;
      }
      const module = this._packages.find(path);
      const isLast = at === attributes.length - 1;
      const isCalled =
        isLast && attribute.parent !== null && isCallee(attribute.parent);
      const refused = module
        ? this._packages.memberRefused(module, path, name, isCalled)
        : new CodeRefusal('member', next);
      if (refused) {
        throw refused;
      }
      this.afterMember(node, path, name, attributes.slice(at + 1));
      return;
    }
    if (this._packages.isModule(path)) {
      throw new CodeRefusal('member', path);
    }
  }

  private afterMember(
    node: ISyntaxNode,
    base: string,
    name: string,
    attributes: readonly ISyntaxNode[]
  ): void {
    const path = `${base}.${name}`;
    const module = this._packages.find(base);
    let end = node;
    while (
      end.parent?.name === 'MemberExpression' &&
      end.index === 0 &&
      end.parent.children[1]?.name === '.'
    ) {
      end = end.parent;
    }
    const isCalled = isCallee(end) || end.parent?.name === 'Decorator';
    if (
      ((ONLY_CALLED_MEMBERS.test(path) || WRITER.test(name)) &&
        (!isCalled || attributes.length > 0)) ||
      (module?.onlyCalled &&
        !isCalled &&
        /^[a-z]/.test(name) &&
        !module.objects.has(name))
    ) {
      throw new CodeRefusal('member', path);
    }
    if (isTarget(end) && /^(?:os|sys|io|json|csv|math|time|re)\b/.test(base)) {
      throw new CodeRefusal('environment', path);
    }
    if (name === 'rcParams' && !this.isPlainSetting(end)) {
      throw new CodeRefusal('setting', this.text(end.parent ?? end));
    }
    if (
      attributes.length > 0 &&
      !(module && this._packages.opens(module, name))
    ) {
      throw new CodeRefusal('member', `${path}.${this.text(attributes[0])}`);
    }
    if (path === 'os.environ') {
      let whole = node;
      while (whole.parent?.name === 'MemberExpression' && whole.index === 0) {
        whole = whole.parent;
      }
      const use = this._code.slice(node.from, whole.to);
      if (
        !/^\w+\.environ(?:\.(?:get|items|keys)$|\[)/.test(use) ||
        isTarget(whole)
      ) {
        throw new CodeRefusal('environment', use);
      }
    }
  }

  /** `rcParams["a"]`, `rcParams.update({"a": 1})` */
  private isPlainSetting(end: ISyntaxNode): boolean {
    if (end.parent?.name === 'MemberExpression' && end.index === 0) {
      return this.literal(end.parent.children[2]) !== null;
    }
    if (!isCallee(end) || !end.parent) {
      return false;
    }
    const { positional, stars } = this.arguments(end.parent);
    switch (/\.(\w+)$/.exec(this.text(end))?.[1]) {
      case 'get':
      case 'copy':
        return true;
      case 'update':
        return !stars && positional.every(each => this.isPlainSettings(each));
      default:
        return false;
    }
  }

  /** Settings by name, as they stand there. */
  private isPlainSettings(node: ISyntaxNode): boolean {
    return (
      node.name === 'DictionaryExpression' &&
      !/[+%*]|\.\w+\(|\bf["']/.test(this.text(node)) &&
      node.children.every(
        (each, at) =>
          each.name !== ':' || this.literal(node.children[at - 1]) !== null
      )
    );
  }

  private attribute(node: ISyntaxNode): void {
    const text = this.text(node);
    const member = node.parent;
    const object =
      member?.children[node.index - 2] ?? member?.children[0] ?? node;
    if (text.startsWith('_')) {
      const isOwn =
        !text.startsWith('__') &&
        /^(?:self|cls|super\(\))$/.test(this.text(object));
      if (
        SHOWN_METHOD.test(text) ||
        !(OWN_DUNDER.test(text) || NAMED_TUPLE.test(text) || isOwn) ||
        (text === '__class__' && !this.isClassName(member))
      ) {
        throw new CodeRefusal('internals', text);
      }
    }
    const isCalled = member !== null && isCallee(member);
    if (
      !isCalled &&
      (ONLY_CALLED_METHOD.test(text) ||
        WRITER.test(text) ||
        (text === 'open' && this.hasPath && !this._passed.has(node)))
    ) {
      throw new CodeRefusal('text', `.${text}`);
    }
    if (
      !this._passed.has(node) &&
      (text === 'load' || (!isCalled && /^(?:numpy|pandas)$/.test(text)))
    ) {
      throw new CodeRefusal('member', `.${text}`);
    }
    if (
      MOVER.test(text) &&
      ((!isCalled && this.hasPath) ||
        /^(?:pathlib\.)?Path$/.test(this.text(object)))
    ) {
      throw new CodeRefusal('file', `.${text}`);
    }
    if (REFUSED_ATTRIBUTES.has(text) && !this._passed.has(node)) {
      throw new CodeRefusal('internals', `.${text}`);
    }
  }

  /** `x.__class__.__name__` and `x.__class__(…)` only. */
  private isClassName(member: ISyntaxNode | null): boolean {
    const outer = member?.parent;
    return (
      outer?.name === 'CallExpression' ||
      (outer?.name === 'MemberExpression' &&
        this.text(outer.children[outer.children.length - 1]) === '__name__')
    );
  }

  // Texts

  /** The text of a plain string; null for anything else. */
  private literal(node: ISyntaxNode | undefined): string | null {
    switch (node?.name) {
      case 'ContinuedString': {
        const parts = node.children.map(child => this.literal(child));
        return parts.includes(null) ? null : parts.join('');
      }
      case 'ParenthesizedExpression':
        return this.literal(node.children[1]);
      case 'String':
        return stringValue(this.text(node));
      default:
        return null;
    }
  }

  private string(node: ISyntaxNode): void {
    const text = this.literal(node);
    const quoted = this.text(node);
    if (text === null) {
      throw new CodeRefusal('syntax');
    }
    if (
      text.includes('://') &&
      (/^(?:BinaryExpression|ContinuedString|ArrayExpression|TupleExpression)$/.test(
        node.parent?.name ?? ''
      ) ||
        (node.parent?.name === 'MemberExpression' && node.index === 0))
    ) {
      throw new CodeRefusal('address', quoted);
    }
    if (/^\w+:\/\//.test(text) && !READ_FROM.test(text)) {
      throw new CodeRefusal('address', quoted);
    }
    if (hasScript(text) || ACTIVE_KIND.test(text)) {
      throw new CodeRefusal('markup', quoted);
    }
    if (INTERNAL_TEXT.test(text)) {
      throw new CodeRefusal('internals', quoted);
    }
    if (/^\s*attach\b/i.test(text)) {
      throw new CodeRefusal('file', quoted);
    }
    if (
      KEYWORD_IN_TEXT.test(text) ||
      /module:\/\/|plotting\.backend|^text\.usetex$|^animation(?:\.\w*(?:path|args|writer))?$/.test(
        text
      )
    ) {
      throw new CodeRefusal('setting', quoted);
    }
  }

  private formatString(node: ISyntaxNode): void {
    const text = this.text(node);
    // Python reads a hole after a backslash, the parser does not.
    if (/\\\{/.test(text)) {
      throw new CodeRefusal('syntax');
    }
    if (text.includes('://')) {
      throw new CodeRefusal('address', text);
    }
    if (hasScript(text)) {
      throw new CodeRefusal('markup', text);
    }
  }

  // Calls

  private arguments(call: ISyntaxNode): IArguments {
    const list = call.children.find(({ name }) => name === 'ArgList');
    const found: IArguments = { positional: [], named: {}, stars: false };
    const given = list?.children.slice(1, -1) ?? [];
    for (let at = 0; at < given.length; at++) {
      const { name } = given[at];
      if (/^\*\*?$/.test(name)) {
        found.stars = true;
        at += 1;
      } else if (given[at + 1]?.name === 'AssignOp') {
        found.named[this.text(given[at])] = given[at + 2];
        at += 2;
      } else if (name !== ',') {
        found.positional.push(given[at]);
      }
    }
    return found;
  }

  private keywords({ children }: ISyntaxNode): void {
    children.forEach((child, at) => {
      if (
        child.name !== 'VariableName' ||
        children[at + 1]?.name !== 'AssignOp'
      ) {
        return;
      }
      const name = this.text(child);
      if (
        name === 'rc' &&
        children[at + 2] &&
        !this.isPlainSettings(children[at + 2])
      ) {
        throw new CodeRefusal('setting', name);
      }
      const value = at + 2 < children.length ? this.text(children[at + 2]) : '';
      const isSafe =
        name === 'include_plotlyjs'
          ? PLOTLY_JS.test(value)
          : !KEYWORD.test(name) ||
            value === (name === 'weights_only' ? 'True' : 'False');
      if (!isSafe) {
        throw new CodeRefusal('setting', `${name}=${value}`);
      }
    });
  }

  /** A call whose arguments no rule sees: of one's own, or of a few. */
  private decorator(node: ISyntaxNode): void {
    const { positional, stars } = this.arguments(node);
    const called = node.children.filter(each => each.name === 'VariableName');
    const [root] = called;
    const bound = this.names.find(this.text(root), root) ?? [];
    const names =
      called.length > 1
        ? [this.text(called[called.length - 1])]
        : bound.map(each => (each.kind === 'member' ? each.name : ''));
    const isPlain =
      called.length === 1 && bound.length === 0
        ? DECORATOR.test(this.text(root))
        : names.every(each => each === '' || DECORATOR.test(each));
    if (
      !isPlain ||
      (names.includes('wraps') && (stars || positional.length !== 1))
    ) {
      throw new CodeRefusal(
        'member',
        `@${this.text(called[called.length - 1])}`
      );
    }
  }

  /** `df.apply("to_csv", args=("x.py",))` */
  private calledByName(given: IArguments, name: string): void {
    const { positional, named, stars } = given;
    const func = positional.at(0) ?? named.func;
    const hasArguments =
      stars ||
      positional.length > 1 ||
      Object.keys(named).some(
        each => each !== 'func' && !BY_NAME_OPTION.test(each)
      );
    const isFunction =
      !func ||
      /^(?:Lambda|Member)Expression$/.test(func.name) ||
      (func.name === 'VariableName' &&
        (this.names.find(this.text(func), func) ?? []).every(
          binding =>
            binding.kind !== 'value' ||
            binding.node?.name === 'FunctionDefinition'
        )) ||
      this.isOfPolars(func) ||
      (/^[a-z]+$/.test(this.literal(func) ?? '') &&
        !ONLY_CALLED_METHOD.test(this.literal(func) ?? ''));
    if (hasArguments && !isFunction) {
      throw new CodeRefusal('text', `${name}(…)`);
    }
  }

  private call(node: ISyntaxNode): void {
    this.pathsOf(node.children[0]).forEach(path => this.callOf(node, path));
  }

  /** `pl.col("a").sum()` is no name of a method. */
  private isOfPolars(node: ISyntaxNode): boolean {
    const root = rootOf(node, /^(?:Member|Call)Expression$/);
    return (
      this.names
        .find(this.text(root), root)
        ?.every(each => each.kind === 'module' && each.path === 'polars') ??
      false
    );
  }

  private callOf(node: ISyntaxNode, path: string): void {
    const [callee] = node.children;
    const given = this.arguments(node);
    const { positional, named, stars } = given;
    const [first] = positional as (ISyntaxNode | undefined)[];
    const isName = callee.name === 'VariableName';
    const last = callee.children[callee.children.length - 1];
    const isMember = path.includes('.');
    const name =
      isName && isMember
        ? path.slice(path.lastIndexOf('.') + 1)
        : isName
          ? this.text(callee)
          : callee.name === 'MemberExpression' && last.name === 'PropertyName'
            ? this.text(last)
            : '';
    if (isName && !path) {
      this.builtin(name, given);
    }
    if (!isName || isMember) {
      this.method(name, given, path);
    }
    if (
      ONLY_CALLED_MEMBERS.test(path) &&
      (stars ||
        (path === 'functools.wraps' &&
          positional.length + Object.keys(named).length > 1))
    ) {
      throw new CodeRefusal('setting', this.text(node));
    }
    if (
      name === 'from_formula' ||
      this._packages.find(path.slice(0, path.lastIndexOf('.')))?.takesFormula
        ? stars || !isPlainFormula(this.literal(first ?? named.formula))
        : named.formula && !isPlainFormula(this.literal(named.formula))
    ) {
      throw new CodeRefusal('text', `${name}(…)`);
    }
    if (BY_NAME.test(name)) {
      this.calledByName(given, name);
    }
    if (/^(?:agg|aggregate|apply|transform|map|pipe)$/.test(name)) {
      const texts = [...positional, ...Object.values(named)].map(each =>
        each ? this.text(each) : ''
      );
      if (
        texts.some(text =>
          /['"](?:eval|query|to_pickle|to_clipboard|pipe)['"]/.test(text)
        )
      ) {
        throw new CodeRefusal('text', `${name}('…')`);
      }
    }
    if (/^IPython\.display\.(?:HTML|Markdown|Latex|Math)$/.test(path)) {
      this.shown(
        first ?? named.data,
        stars || positional.length + Object.keys(named).length > 1,
        path.slice('IPython.display.'.length)
      );
    }
    if (
      // A text in a variable may be an address, which stands in markup.
      (path === 'IPython.display.Image' &&
        (named.url ||
          ((first ?? named.data)
            ? !PLAIN_FILE.test(this.literal(first ?? named.data) ?? '')
            : !named.filename))) ||
      (name === 'display' && (named.raw || named.metadata || stars))
    ) {
      throw new CodeRefusal('markup', this.text(node));
    }
    if (
      (name === 'load' && positional.length > 1) ||
      (/^(?:rc|use)$/.test(name) &&
        (stars || !/^[\w-]+$/.test(this.literal(first) ?? ''))) ||
      // The pattern of an option may be any part of it.
      (/^(?:set_option|option_context)$/.test(name) &&
        (stars ||
          positional.some(
            (each, at) =>
              at % 2 === 0 &&
              !/^(?:display|mode|future|styler)\.[\w.]+$/.test(
                this.literal(each) ?? ''
              )
          )))
    ) {
      throw new CodeRefusal('setting', this.text(node));
    }
    const written = /^shutil\.copy/.test(path)
      ? (positional[1] ?? named.dst)
      : path === 'sqlite3.connect'
        ? first
        : undefined;
    const file = this.literal(written);
    if (
      (written && file !== ':memory:' && !isDataFile(file ?? '')) ||
      (path === 'logging.basicConfig' && named.filename)
    ) {
      throw new CodeRefusal('file', written ? this.text(written) : name);
    }
  }

  /**
   * All that a callee may be: `pandas.read_csv` of `pd.read_csv`, a word for a
   * name of one's own; empty for a value's method.
   */
  private pathsOf(callee: ISyntaxNode): string[] {
    const root = rootOf(callee, /^MemberExpression$/);
    const attributes = attributesOf(root);
    const last = attributes.at(-1);
    if (root.name !== 'VariableName' || (last?.parent ?? root) !== callee) {
      return [''];
    }
    const rest = attributes.map(each => this.text(each));
    const paths = (this.names.find(this.text(root), root) ?? []).map(binding =>
      binding.kind === 'module'
        ? [binding.path, ...rest].join('.')
        : binding.kind === 'member'
          ? [binding.base, binding.name, ...rest].join('.')
          : root.name
    );
    return paths.length > 0 ? [...new Set(paths)] : [''];
  }

  private builtin(name: string, given: IArguments): void {
    const { positional, named, stars } = given;
    if (name === 'open') {
      const mode = positional[1] ?? named.mode;
      const letters = mode ? this.literal(mode) : 'r';
      if (stars || letters === null) {
        throw new CodeRefusal('file', 'open(…)');
      }
      const path = this.literal(positional[0] ?? named.file);
      if (/[wax+]/.test(letters) && (path === null || !isDataFile(path))) {
        throw new CodeRefusal('file', `open(${path ?? '…'})`);
      }
    }
    if (name === 'getattr') {
      const [object] = positional;
      const text = this.literal(positional[1]);
      const isModule =
        object?.name === 'VariableName' &&
        this.names
          .find(this.text(object), object)
          ?.some(({ kind }) => kind === 'module');
      if (
        text === null ||
        stars ||
        isModule ||
        !/^[a-z]\w*$/i.test(text) ||
        REFUSED_ATTRIBUTES.has(text) ||
        WRITER.test(text) ||
        MOVER.test(text) ||
        ONLY_CALLED_METHOD.test(text) ||
        /^(?:open|load|use|numpy|pandas)$/.test(text)
      ) {
        throw new CodeRefusal('internals', 'getattr(…)');
      }
    }
    if (name === 'type' && positional.length !== 1) {
      throw new CodeRefusal('internals', 'type(…)');
    }
  }

  private method(
    name: string,
    { positional, named, stars }: IArguments,
    path: string
  ): void {
    const [first, second] = positional as (ISyntaxNode | undefined)[];
    if (/^(?:query|eval)$/.test(name)) {
      const given = first ?? named.expr;
      if (stars || (given && !isPlainQuery(this.literal(given)))) {
        throw new CodeRefusal('text', `.${name}(…)`);
      }
    }
    if (name === 'open') {
      // `Image.open(path)`, but `Path(…).open(mode)`.
      const isMember = path.includes('.');
      const modes = isMember
        ? [named.mode, second]
        : [first ?? named.mode, named.mode, second];
      if (
        stars ||
        modes.some(mode => {
          const letters = this.literal(mode);
          return letters === null
            ? mode !== undefined && (isMember || this.hasPath)
            : /^[rbt]*[wax+][bt+]*$/.test(letters);
        })
      ) {
        throw new CodeRefusal('file', '.open(…)');
      }
    }
    if (WRITER.test(name) || path === 'scipy.io.wavfile.write') {
      const isText = /^write_(?:text|bytes)$/.test(name);
      const paths = [
        ...(name === 'write' && path === '' ? [] : positional),
        ...Object.entries(named)
          .filter(([key]) => WRITTEN.test(key))
          .map(([, value]) => value)
      ].map(each => this.literal(each));
      const refused = paths.find(
        (each, at) =>
          each !== null &&
          // The second may be a separator, or a text.
          (at === 0 || /^[^\s%{}]*\.\w+$/.test(each)) &&
          // A word without a dot or a slash is no path (`fig.save("x")`, a format).
          /[./]/.test(each) &&
          !isDataFile(
            // Matplotlib's own drawings load nothing.
            name === 'savefig' ? each.replace(/\.(?:svg|pdf)$/, '.png') : each
          )
      );
      if (isText || refused !== undefined) {
        throw new CodeRefusal('file', refused ?? name);
      }
      const at = FILE_IS_SECOND.test(path) ? 1 : 0;
      const files = Object.entries(named)
        .filter(([key]) => WRITTEN.test(key))
        .map(([, value]) => value);
      if (!/^(?:write|to_sql)$/.test(name) && path !== 'json.dump') {
        files.push(positional[at]);
      }
      const unseen = files.find(each => each && !this.isSeenFile(each, name));
      if (unseen || stars) {
        throw new CodeRefusal('file', unseen ? this.text(unseen) : name);
      }
    }
    if (
      this.hasPath &&
      first &&
      positional.length === 1 &&
      Object.keys(named).length === 0 &&
      MOVER.test(name) &&
      !first.name.startsWith('Dictionary')
    ) {
      throw new CodeRefusal('file', `.${name}(…)`);
    }
  }

  /** Whether it can be read here that something is a data file, or an open one. */
  private isSeenFile(node: ISyntaxNode, writer: string, depth = 0): boolean {
    const { children } = node;
    const isData = (text: string): boolean =>
      isDataFile(
        // Matplotlib's own drawings load nothing.
        writer === 'savefig' ? text.replace(/\.(?:svg|pdf)$/, '.png') : text
      );
    const isLast = (last: ISyntaxNode | undefined): boolean => {
      const text = this.literal(last);
      return text === null
        ? last !== undefined && this.isSeenFile(last, writer, depth + 1)
        : isData(`x${text}`);
    };
    switch (node.name) {
      case 'String':
      case 'ContinuedString':
        return depth === 0 || isData(this.literal(node) ?? '');
      case 'Number':
      case 'Boolean':
      case 'None':
        return true;
      case 'FormatString':
        return isData(
          this.text(node)
            .replace(/^[a-zA-Z]*("""|'''|"|')([^]*)\1$/, '$2')
            .replace(/\{[^{}]*\}/g, 'x')
        );
      case 'ParenthesizedExpression':
        return this.isSeenFile(children[1], writer, depth);
      case 'BinaryExpression':
        return /^[+/]$/.test(this.text(children[1])) && isLast(children[2]);
      case 'CallExpression': {
        const [callee] = children;
        const { positional } = this.arguments(node);
        return this.pathsOf(callee).every(path =>
          /^(?:pathlib\.Path|os\.path\.join)$/.test(path)
            ? isLast(positional.at(-1))
            : /^(?:io\.\w+|gzip\.open|pandas\.ExcelWriter)$/.test(path) ||
              (path === '' && this.text(callee) === 'open')
        );
      }
      case 'VariableName': {
        const found = this.names.find(this.text(node), node) ?? [];
        return (
          depth < MAX_NAMES &&
          found.length > 0 &&
          found.every(
            binding =>
              binding.kind === 'value' &&
              [binding.node, ...(binding.others ?? [])].every(
                set =>
                  set !== undefined &&
                  isOnlyValue(set) &&
                  this.isSeenFile(set, writer, depth + 1)
              )
          )
        );
      }
      default:
        return false;
    }
  }

  /** Markup may only be a plain text without anything active, or a table. */
  private shown(
    node: ISyntaxNode | undefined,
    stars: boolean,
    name: string
  ): void {
    const text = this.literal(node);
    if (text !== null && !stars && PLAIN[name]?.(text)) {
      return;
    }
    if (name === 'HTML' && node?.name === 'CallExpression' && !stars) {
      if (/\.to_html\((?:index=\w+)?\)$/.test(this.text(node))) {
        return;
      }
    }
    throw new CodeRefusal('markup', `${name}(…)`);
  }
}

/** What an expression begins with. */
function rootOf(node: ISyntaxNode, through: RegExp): ISyntaxNode {
  let root = node;
  while (through.test(root.name)) {
    root = root.children[0];
  }
  return root;
}

/** Whether one name is set to the whole of this (`a = …`, `with … as a`). */
function isOnlyValue({ parent, index }: ISyntaxNode): boolean {
  const beside = parent?.children ?? [];
  return parent?.name === 'WithStatement'
    ? beside.at(index + 2)?.name === 'VariableName'
    : parent?.name === 'AssignStatement' &&
        beside
          .slice(0, index)
          .every(({ name }) =>
            /^(?:VariableName|AssignOp|TypeDef)$/.test(name)
          );
}

/** Whether this is the name of data, and of nothing that sends requests once it is opened. */
function isDataFile(path: string): boolean {
  const plain = path
    .replace(/^\.\//, '')
    .replace(BINARY_DATA, match => (match === '.gz' ? '' : '.csv'));
  return isOrdinaryFile(plain) && !isDrawn(plain);
}

/** Escapes of one letter. */
const LETTERS: Partial<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v'
};

/**
 * The text that a string of Python stands for; null if it has a name for a
 * character (`\N{DASH}`) or is no string. See "String and Bytes literals" in
 * Python's reference.
 */
function stringValue(literal: string): string | null {
  const [, prefix, , body] =
    /^([a-zA-Z]*)("""|'''|"|')([^]*)\2$/.exec(literal) ?? [];
  if (body === undefined || (/\\N/.test(body) && !/r/i.test(prefix))) {
    return null;
  }
  return /r/i.test(prefix)
    ? body
    : body.replace(
        /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|([0-7]{1,3})|([^]))/gi,
        (whole, x, u, long, octal, letter) => {
          const code = octal
            ? parseInt(octal, 8)
            : parseInt(x ?? u ?? long ?? '', 16);
          return Number.isNaN(code)
            ? (LETTERS[letter] ?? whole)
            : String.fromCodePoint(Math.min(code, 0x10ffff));
        }
      );
}
