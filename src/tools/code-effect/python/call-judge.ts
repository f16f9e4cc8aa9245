import type { ICallArguments } from './syntax/call-arguments';
import type { ISyntaxNode } from './syntax/parse-syntax';
import type { DataJudge } from './data-judge';
import type { EvaluationJudge } from './evaluation-judge';
import { isTemporary } from './is-temporary';
import type { PathJudge } from './path-judge';
import { isFarMemberName, isJudged, isPickler } from './words/is-far-name';
import type { ProgramJudge } from './program-judge';
import type { PythonTexts } from './python-texts';
import type { PythonTree } from './syntax/python-tree';
import type { ShellJudge } from './shell-judge';
import type { ShownJudge } from './shown-judge';

const SHOWN =
  /^(?:IFrame|Image|Video|Audio|YouTubeVideo|VimeoVideo|FileLinks?)$/;

/**
 * Library calls that install packages, start programs given as arguments, run
 * the content of files, or delete files.
 */
const FAR_CALLS =
  /^(?:spacy\.cli\.download|pytest\.main|click\.(?:edit|launch)|mlflow\.(?:projects\.)?run|(?:\w+\.)*gfile\.(?:remove|rename))$/;

/** Libraries that run the text of a formula. */
const FORMULAS = /\b(?:sympy|statsmodels|smf|patsy|formulaic)\b/;
const FORMULA_ROOT = /^(?:sympy|statsmodels|smf|patsy|formulaic)\./;

/** Names that only matter when they are called. */
const JUDGED_CALLS: ReadonlySet<string> = new Set([
  'run',
  'display',
  'update_display',
  'open'
]);

/** Judges for particular kinds of arguments. */
export interface ICallParts {
  paths: PathJudge;
  programs: ProgramJudge;
  shown: ShownJudge;
  data: DataJudge;
  evaluation: EvaluationJudge;
  shell: ShellJudge;
}

/** Calls that reach out because of their arguments. */
export class CallJudge {
  private _hasFormulas: boolean | null = null;

  constructor(
    private readonly _tree: PythonTree,
    private readonly _texts: PythonTexts,
    private readonly _parts: ICallParts
  ) {}

  isFarCall(call: ISyntaxNode): boolean {
    const [callee, list] = call.children;
    const last = this._tree.lastName(callee);
    if (last === null || !list) {
      return false;
    }
    if (this._isFarFormula(callee, list)) {
      return true;
    }
    const isName = callee.name === 'VariableName';
    const name = isName ? this._tree.ownName(callee) : last;
    if (!isJudged(name) && !JUDGED_CALLS.has(name)) {
      return false;
    }
    if (isName && this._tree.scopes.isOwn(callee, last)) {
      return false;
    }
    const path = this._tree.path(callee);
    const root = path.split('.')[0];
    const args = this._tree.argumentsOf(list);
    if (FAR_CALLS.test(path)) {
      return true;
    }
    switch (name) {
      case 'getattr':
      case 'setattr':
      case 'delattr':
        return isName && this._isFarAttribute(name, args);
      case 'attrgetter':
      case 'methodcaller':
        return (
          args.isOpen ||
          args.positional
            .slice(0, name === 'methodcaller' ? 1 : undefined)
            .some(each => this._isFarDotted(each))
        );
      case 'query':
      case 'eval':
        return (
          (!isName || path.includes('.')) &&
          ((name === 'query' && this._parts.programs.isFarSql(args)) ||
            this._parts.evaluation.isFarEvaluation(callee, args))
        );
      case 'sql':
      case 'execute':
      case 'executemany':
      case 'executescript':
      case 'raw_sql':
      case 'from_query':
      case 'read_sql':
      case 'read_sql_query':
      case 'exec_driver_sql':
      case 'copy_expert':
      case 'copy':
      case 'fetch':
      case 'fetchrow':
      case 'fetchval':
      case 'read_database':
      case 'read_database_uri':
        return this._parts.programs.isFarSql(args);
      case 'read_csv':
      case 'read_json':
      case 'read_parquet':
      case 'from_csv_auto':
      case 'from_parquet':
        return this._parts.programs.isPipe(args);
      case 'sympify':
      case 'parse_expr':
        return this._parts.programs.isFarFormula(args);
      case 'S':
        return root === 'sympy' && this._parts.programs.isFarFormula(args);
      case 'write':
      case 'writelines':
      case 'write_text':
      case 'write_bytes':
      case 'urlretrieve':
      case 'download_url_to_file':
        return this._parts.programs.isCraftedFile(name, callee, args);
      case 'evaluate':
        return (
          /^(?:numexpr|ne)$/.test(root) &&
          this._parts.evaluation.isFarEvaluation(callee, args)
        );
      case 'timeit':
      case 'repeat':
      case 'Timer':
        return (
          (root === 'timeit' || path === 'timeit') &&
          this._parts.evaluation.isFarTiming(args)
        );
      case 'run':
        return this._parts.evaluation.isProfiler(callee, root);
      case 'open': {
        const mode = args.positional[2] ?? args.named.get('mode');
        return (
          path === 'os.open' &&
          mode !== undefined &&
          !/^0o[0246]+$/.test(this._tree.text(mode))
        );
      }
      case 'get_single_data':
      case 'doRollover':
      case 'get_template':
      case 'select_template':
      case 'get_or_select_template':
      case 'compile_expression':
        return !isName || path.startsWith('jinja2');
      case 'Loader':
      case 'CLoader':
      case 'FullLoader':
      case 'CFullLoader':
        return root === 'yaml';
      case 'clear_cache':
      case 'clear_inactive_cache':
        return args.isOpen || args.positional.length + args.named.size > 0;
      case 'rotate':
        return (
          !isName &&
          args.positional.length === 2 &&
          this._tree.usesModule('logging')
        );
      case 'set_trait':
        return this._isFarSet(callee.children[0], args.positional);
      case 'HTML':
      case 'HTMLMath':
        return (
          args.isOpen ||
          args.named.has('url') ||
          args.named.has('filename') ||
          this._parts.shown.isFarMarkup(shownArgument(args)) ||
          args.positional.some(each => this._parts.data.isRead(each))
        );
      case 'Markdown':
        return (
          args.isOpen ||
          args.named.has('url') ||
          args.named.has('filename') ||
          this._parts.shown.isFarText(shownArgument(args))
        );
      case 'RichOutput': {
        const data = args.positional[0] ?? args.named.get('data');
        return (
          args.isOpen ||
          (data !== undefined &&
            this._parts.shown.isFarBundle('display', {
              ...args,
              positional: [data]
            }))
        );
      }
      case 'SVG':
        return this._parts.shown.isFarLiteral(
          args.positional[0] ?? args.named.get('data')
        );
      case 'display':
      case 'update_display':
      case 'display_html':
      case 'display_svg':
      case 'display_markdown':
        if (list.children.some(each => each.name === '**')) {
          return true;
        }
        return this._tree.textAfter(args.named.get('raw')) !== 'False' &&
          args.named.has('raw')
          ? this._parts.shown.isFarBundle(name, args)
          : false;
      case 'raw':
        return false;
      case 'read_pickle':
        return (
          args.isOpen ||
          this._parts.data.isForeign(
            args.positional[0] ?? args.named.get('filepath_or_buffer')
          )
        );
      case 'pipe':
        // Usually takes a function; only with a string does it name a program.
        return !isName && this._isText(args.positional[0]);
      case 'send_bytes':
        return this._parts.data.isCrafted(args.positional[0]);
      case 'load_pickle':
        return args.isOpen || this._parts.data.isForeign(args.positional[0]);
      case 'load':
      case 'load_all':
      case 'read_array':
      case 'Unpickler':
        return this._parts.data.isFarLoad(path, args);
      case 'loads':
        return (
          isPickler(path) && this._parts.data.isCrafted(args.positional[0])
        );
      case 'decode':
        return (
          root === 'jsonpickle' &&
          this._parts.data.isCrafted(args.positional[0])
        );
      case 'YAML':
        return (
          args.isOpen ||
          !/^(?:safe|rt|base|pure)?$/.test(
            this._texts.wholeText(
              args.named.get('typ') ?? args.positional[0] ?? call
            ) ?? (args.named.has('typ') ? 'unknown' : '')
          )
        );
      case 'getmembers':
        return root === 'inspect' || path === name;
      case 'locate':
        return root === 'pydoc';
      case 'Template':
        return root === 'jinja2';
      case 'from_string':
        return (
          /^(?:jinja2?|env|environment)$/i.test(root) ||
          this._tree.scopes.importsFrom('jinja2')
        );
      case 'rename':
      case 'replace':
      case 'move':
      case 'move_into':
        return (
          !isName &&
          (this._parts.paths.isPath(callee.children[0]) ||
            this._parts.paths.isPathClass(callee.children[0]))
        );
      case 'get_ipython':
        return !this._parts.shell.isPlainShell(call);
      case 'magic':
      case 'run_line_magic':
      case 'run_cell_magic':
        return this._parts.shell.isFarMagic(name, args);
      case 'CodeType':
      case 'FunctionType':
        return true;
      default:
        return SHOWN.test(name) && this._parts.shown.isFarShown(name, args);
    }
  }

  private _isText(node: ISyntaxNode | undefined): boolean {
    return node !== undefined && this._texts.wholeText(node) !== null;
  }

  private _isFarAttribute(name: string, args: ICallArguments): boolean {
    const [object, attribute] = args.positional;
    if (args.isOpen || !attribute) {
      return true;
    }
    const text = this._texts.wholeText(attribute);
    if (
      name === 'setattr' &&
      this._isFarSet(object, args.positional.slice(1))
    ) {
      return true;
    }
    if (text === null) {
      return !(name === 'setattr' && this._tree.text(object) === 'self');
    }
    return isFarMemberName(text, name === 'setattr');
  }

  /** Setting an attribute by its name does what an assignment does. */
  private _isFarSet(
    object: ISyntaxNode,
    [attribute, value]: ISyntaxNode[]
  ): boolean {
    const text = attribute && this._texts.wholeText(attribute);
    return (
      (text === 'name' && isTemporary(object, this._tree)) ||
      (/^(?:value|object)$/.test(text ?? '') &&
        this._parts.shown.isWidget(object) &&
        this._parts.shown.isFarText(value))
    );
  }

  /** Text that is read and passed to a library which runs formulas. */
  private _isFarFormula(callee: ISyntaxNode, list: ISyntaxNode): boolean {
    this._hasFormulas ??=
      FORMULAS.test(this._tree.code) || this._tree.hasAliasOf('sympy');
    if (!this._hasFormulas || !FORMULA_ROOT.test(this._tree.path(callee))) {
      return false;
    }
    const { positional, named } = this._tree.argumentsOf(list);
    return [...positional, ...named.values()].some(each =>
      this._parts.data.isRead(each)
    );
  }

  private _isFarDotted(node: ISyntaxNode): boolean {
    const text = this._texts.wholeText(node);
    return (
      text === null ||
      text.split('.').some(each => isFarMemberName(each, false))
    );
  }
}

/** What is shown: `value` of a widget, `object` of a pane. */
function shownArgument({
  positional,
  named
}: ICallArguments): ISyntaxNode | undefined {
  return (
    positional[0] ??
    ['data', 'value', 'object']
      .map(each => named.get(each))
      .find(each => each !== undefined)
  );
}
