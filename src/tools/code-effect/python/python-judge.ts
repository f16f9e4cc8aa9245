import { CallJudge } from './call-judge';
import { DataJudge } from './data-judge';
import { EvaluationJudge } from './evaluation-judge';
import { isFarImport } from './is-far-import';
import { HiddenWords } from './hidden-words';
import type { IJudges } from './judges';
import { NameJudge } from './name-judge';
import type { ISyntax, ISyntaxNode } from './syntax/parse-syntax';
import { PathJudge } from './path-judge';
import { PythonTexts } from './python-texts';
import { PythonTree } from './syntax/python-tree';
import { ProgramJudge } from './program-judge';
import { SettingJudge } from './setting-judge';
import { ShellJudge } from './shell-judge';
import { ShownJudge } from './shown-judge';
import { TextJudge } from './text-judge';
import type { WorkBudget } from './syntax/work-budget';

/** Examines parsed Python; see `pythonReachesOut`. */
export class PythonJudge {
  readonly tree: PythonTree;

  private readonly _hidden: HiddenWords;

  private readonly _shown: ShownJudge;

  private readonly _names: NameJudge;

  private readonly _calls: CallJudge;

  private readonly _written: TextJudge;

  private readonly _settings: SettingJudge;

  private readonly _data: DataJudge;

  constructor(
    code: string,
    syntax: ISyntax,
    judges: IJudges,
    work: WorkBudget,
    aliases?: ReadonlyMap<string, string>
  ) {
    const tree = new PythonTree(code, syntax, work, aliases);
    const texts = new PythonTexts(tree);
    const paths = new PathJudge(tree);
    this.tree = tree;
    this._hidden = new HiddenWords(tree);
    this._shown = new ShownJudge(tree, texts);
    this._settings = new SettingJudge(tree, texts);
    this._names = new NameJudge(tree, paths, this._shown, this._settings);
    this._written = new TextJudge(tree, texts, this._shown, judges);
    this._data = new DataJudge(tree, texts);
    this._calls = new CallJudge(tree, texts, {
      paths,
      programs: new ProgramJudge(tree, texts),
      settings: this._settings,
      shown: this._shown,
      data: this._data,
      evaluation: new EvaluationJudge(tree, texts, judges, this._data),
      shell: new ShellJudge(tree, texts, judges)
    });
  }

  reachesOut(): boolean {
    const { hasErrors, nodes, scopes, work } = this.tree;
    return (
      (hasErrors && this._hidden.hides()) ||
      scopes.imported.some(each => isFarImport(each)) ||
      nodes.some(node => this._isFar(node) || work.isSpent)
    );
  }

  /** All nodes that reach out by themselves, except imports. */
  farNodes(): ISyntaxNode[] {
    return this.tree.nodes.filter(node => this._isFar(node));
  }

  private _isFar(node: ISyntaxNode): boolean {
    switch (node.name) {
      case 'VariableName':
        return this._names.isFarName(node);
      case 'PropertyName':
        return this._names.isFarProperty(node);
      case 'CallExpression':
        return this._calls.isFarCall(node);
      case 'String':
        return (
          this._shown.isScript(node) ||
          this._shown.isShownName(node) ||
          this._shown.isFarBundled(node) ||
          this._settings.isFarSetting(node) ||
          this._written.isFarText(node)
        );
      case 'ContinuedString':
      case 'BinaryExpression':
        return (
          this._shown.isJoinedFar(node) ||
          this._shown.isFarBundled(node) ||
          this._settings.isFarSetting(node) ||
          this._written.isFarText(node)
        );
      case 'FormatString':
        return (
          this._shown.isScript(node) ||
          this._shown.isFarBundled(node) ||
          this._hidden.isMisread(node) ||
          this._settings.isFarSetting(node) ||
          this._written.isFarText(node)
        );
      case 'TypeDef':
        // Some libraries evaluate an annotation that is text.
        return this._data.isRead(node);
      default:
        return false;
    }
  }
}
