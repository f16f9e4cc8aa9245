import type { ISyntaxNode } from './syntax/parse-syntax';
import {
  CLASS,
  FILM_SETTING,
  SHELL,
  isFarMember,
  isFarName,
  isJudged,
  isPickler,
  isPrivate,
  isShownBy,
  watchedModule
} from './words/is-far-name';
import {
  BUILT_IN,
  CALLED_FAR,
  EVALUATORS,
  ONLY_CALLED,
  SETTINGS
} from './words/python-words';
import { isOfOwnClass } from './is-of-own-class';
import { isTemporary } from './is-temporary';
import type { PathJudge } from './path-judge';
import type { PythonTree } from './syntax/python-tree';
import type { SettingJudge } from './setting-judge';
import type { ShownJudge } from './shown-judge';

/** Functions of `os`, for places where the name could also be a column. */
const OS_FAR =
  /^(?:remove|renames?|replace|truncate|kill|killpg|link|symlink|chmod|chown|lchown|chroot|fork|mkfifo|mknod|abort|_exit|setuid|setgid)$/;

/** Functions that evaluate text as Python to make a formula from it. */
const FORMULAS = /^(?:sympify|parse_expr)$/;

/** Functions that call what they are given first. */
const MAPPERS =
  /^(?:\w*map(?:_async|_unordered)?|filter|reduce|partial|apply\w*|transform|pipe|submit|agg|delayed)$/;

/** Names and members that reach out wherever they occur, however they are used. */
export class NameJudge {
  constructor(
    private readonly _tree: PythonTree,
    private readonly _paths: PathJudge,
    private readonly _shown: ShownJudge,
    private readonly _settings: SettingJudge
  ) {}

  isFarName(node: ISyntaxNode): boolean {
    const { parent } = node;
    const name = this._tree.meant(node);
    if (!parent || !isJudged(name)) {
      return false;
    }
    if (parent.name === 'Decorator') {
      return this._isFarDecorator(node, parent);
    }
    if (parent.name === 'KeywordPattern' && node.index === 0) {
      // It reads the attribute, as a member does.
      return isShownBy(name) || isPrivate(name) || isFarName(name);
    }
    if (isShownBy(name)) {
      return true;
    }
    const { children } = parent;
    const next = children[node.index + 1];
    if (BUILT_IN.has(name) && this._tree.scopes.isDeleted(name)) {
      // Functions of other cells that use the name would get Python's.
      return true;
    }
    if (this._tree.scopes.targets.has(node)) {
      return (
        parent.name === 'ArgList' &&
        (SETTINGS.has(name)
          ? this._settings.isFarGiven(name, children[node.index + 2])
          : (isFarName(name) || FILM_SETTING.test(name)) &&
            !(
              /^(?:trust_remote_code|eval_str)$/.test(name) &&
              this._tree.textAfter(next) === 'False'
            ))
      );
    }
    if (this._tree.scopes.isOwn(node, this._tree.text(node))) {
      return false;
    }
    if (isFarName(name)) {
      return true;
    }
    const isCallee = parent.name === 'CallExpression' && children[0] === node;
    const member = this._tree.memberOf(node);
    if (SHELL.test(name)) {
      return !member || this._tree.text(member) !== 'ast_node_interactivity';
    }
    if (/^(?:globals|locals|vars)$/.test(name)) {
      return isCallee
        ? !(
            parent.children[1]?.children.length === 2 &&
            this._isLookedIn(parent)
          )
        : member !== null || isHandedOn(node);
    }
    if (name === 'importlib') {
      return !/^(?:metadata|resources)$/.test(
        member ? this._tree.text(member) : ''
      );
    }
    if (EVALUATORS.has(name)) {
      return true;
    }
    if (ONLY_CALLED.has(name) || FORMULAS.test(name)) {
      return !isCallee;
    }
    if (CALLED_FAR.has(name)) {
      return isCallee;
    }
    if (/^(?:exit|quit)$/.test(name)) {
      // They hold IPython's shell.
      return !isCallee && parent.name !== 'ExpressionStatement';
    }
    const module = watchedModule(name);
    // The module itself: whatever receives it can do everything the module can.
    return /^(?:os|sys|shutil)$/.test(module ?? '') && !member;
  }

  isFarProperty(node: ISyntaxNode): boolean {
    const name = this._tree.text(node);
    const member = node.parent;
    if (!member) {
      return false;
    }
    const [object] = member.children;
    const isName = object.name === 'VariableName';
    const lastOfObject = isName
      ? this._tree.meant(object)
      : this._tree.lastName(object);
    const module = lastOfObject === null ? null : watchedModule(lastOfObject);
    if (
      module &&
      !(isName && this._tree.scopes.isOwn(object, this._tree.text(object)))
    ) {
      const isFar = isName
        ? isFarMember(module, name)
        : module === 'os' && OS_FAR.test(name);
      if (
        isFar ||
        (module === 'sys' && name === 'modules' && !this._isLookedIn(member))
      ) {
        return true;
      }
    }
    if (name === 'name' && this._tree.scopes.targets.has(member)) {
      // This changes which file is deleted during clean-up.
      return isTemporary(object, this._tree);
    }
    if (
      (name === 'value' || name === 'object') &&
      this._tree.scopes.targets.has(member)
    ) {
      return this._shown.isFarValue(member);
    }
    if (!isJudged(name)) {
      return false;
    }
    if (BUILT_IN.has(name) && this._tree.scopes.isDeleted(name)) {
      return true;
    }
    if (isPrivate(name) && !isOfOwnClass(member, this._tree)) {
      return true;
    }
    const { parent } = member;
    const isCallee =
      parent?.name === 'CallExpression' && parent.children[0] === member;
    if (isShownBy(name)) {
      return this._tree.scopes.targets.has(member);
    }
    if (isFarName(name)) {
      return true;
    }
    if (SETTINGS.has(name)) {
      return (
        this._tree.scopes.targets.has(member) &&
        this._settings.isFarAttribute(member, name)
      );
    }
    if (SHELL.test(name)) {
      const next = this._tree.memberOf(member);
      return !next || this._tree.text(next) !== 'ast_node_interactivity';
    }
    if (/^(?:rm|mv)$/.test(name)) {
      // Of a file system object, from whichever library.
      return isCallee;
    }
    if (/^e[xv]$/.test(name)) {
      // IPython's shell, however it was obtained.
      return isCallee || /^(?:shell|ip|ipython)$/.test(lastOfObject ?? '');
    }
    if (name === 'register') {
      return lastOfObject === 'events';
    }
    if (name === 'style') {
      return !this._tree.isModule(object) && this._shown.isFarStyle();
    }
    if (FORMULAS.test(name)) {
      return !isCallee;
    }
    if (/^(?:kill|terminate|suspend)$/.test(name)) {
      return isCallee
        ? name === 'kill' || this._tree.usesModule('psutil')
        : this._tree.path(object).startsWith('psutil');
    }
    if (name === 'measure') {
      return lastOfObject === 'testing';
    }
    if (/^(?:rename|replace|move|move_into)$/.test(name) && !isCallee) {
      return this._paths.isPath(object) || this._paths.isPathClass(object);
    }
    if (name === 'loads' && !isCallee) {
      return isPickler(this._tree.path(object));
    }
    if (name === CLASS) {
      const next = this._tree.memberOf(member);
      return !(
        isCallee ||
        /^__(?:name|qualname|module|doc)__$/.test(
          next ? this._tree.text(next) : ''
        )
      );
    }
    if (name === 'system') {
      return this._tree.path(object) !== 'platform';
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
    if (/^(?:eval|query)$/.test(name) && !isCallee) {
      return (
        (name === 'eval' && this._tree.isModule(object)) ||
        this._isMapped(member)
      );
    }
    if (/^(?:os|sys|shutil)$/.test(watchedModule(name) ?? '')) {
      return (
        !this._tree.memberOf(member) &&
        (name.startsWith('_') || this._tree.isModule(object))
      );
    }
    return false;
  }

  private _isFarDecorator(node: ISyntaxNode, decorator: ISyntaxNode): boolean {
    const { children } = decorator;
    const name = this._tree.meant(node);
    const owner = children[node.index - 2];
    const before =
      owner?.name === 'VariableName'
        ? watchedModule(this._tree.meant(owner))
        : null;
    return (
      (owner !== undefined && owner.name !== 'At' && isPrivate(name)) ||
      isFarName(name) ||
      name === 'system' ||
      EVALUATORS.has(name) ||
      ONLY_CALLED.has(name) ||
      (before !== null && isFarMember(before, name)) ||
      (/^(?:os|sys|shutil)$/.test(watchedModule(name) ?? '') &&
        children[node.index + 1]?.name !== '.')
    );
  }

  /** Whether it is handed to something that calls it: `map(df.eval, texts)`. */
  private _isMapped({ parent, index }: ISyntaxNode): boolean {
    const callee = parent?.name === 'ArgList' && parent.parent?.children[0];
    return (
      !!callee && index === 1 && MAPPERS.test(this._tree.lastName(callee) ?? '')
    );
  }

  /** Whether it is only searched: `'df' in globals()`. */
  private _isLookedIn({ parent, to }: ISyntaxNode): boolean {
    return (
      parent?.name === 'BinaryExpression' &&
      parent.to === to &&
      parent.children.some(({ name }) => name === 'in')
    );
  }
}

/** Whether a name is assigned or passed on to other code. */
function isHandedOn(node: ISyntaxNode): boolean {
  const { parent } = node;
  const before = parent?.children[node.index - 1];
  return (
    parent?.name === 'AssignStatement' ||
    (parent?.name === 'ArgList' && before?.name !== 'AssignOp') ||
    parent?.name === 'LambdaExpression' ||
    parent?.name === 'NamedExpression'
  );
}
