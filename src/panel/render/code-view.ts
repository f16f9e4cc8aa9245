import {
  ensureSyntaxTree,
  language,
  StreamLanguage,
  syntaxTree
} from '@codemirror/language';
import {
  Compartment,
  EditorState,
  Prec,
  type Extension
} from '@codemirror/state';
import { EditorView, highlightSpecialChars } from '@codemirror/view';
import { CodeEditor, type IEditorServices } from '@jupyterlab/codeeditor';

import type { ITranslator } from '../../contract';

import { codePointName, HIDDEN_CHARACTERS, visibleText } from './visible-text';

/** What a `CodeView` shows. */
interface ICodeViewOptions {
  editors: IEditorServices;
  trans: ITranslator;
  text: string;
  mimeType: string;
  /** Text that `text` is compared with as a diff; null for no diff. */
  before: string | null;
  /** Accessible name. */
  label: string;
  /** Called when the person types. */
  onChange?(text: string): void;
}

/**
 * JupyterLab's own editor, read-only until it is made writable in place. Long
 * lines wrap, so that nothing that is being approved is out of view.
 */
export class CodeView {
  private readonly _editor: CodeEditor.IEditor;

  private readonly _model: CodeEditor.IModel;

  private readonly _writable = new Compartment();

  constructor(
    private readonly _node: HTMLElement,
    options: ICodeViewOptions
  ) {
    this._node.className = 'jp-Cellwright-code';
    const model = new CodeEditor.Model({ mimeType: options.mimeType });
    model.sharedModel.setSource(options.text);
    this._model = model;
    this._editor = options.editors.factoryService.newInlineEditor({
      host: this._node,
      model,
      config: { lineNumbers: false, lineWrap: true },
      extensions: [
        // Takes precedence over JupyterLab's configuration of the same facets.
        Prec.highest(this._writable.of(readOnly(true))),
        // Whatever the person's editor settings are: nothing may be out of
        // view.
        EditorView.lineWrapping,
        hiddenCharacters(options.trans),
        EditorView.contentAttributes.of({ 'aria-label': options.label }),
        EditorView.updateListener.of(({ docChanged, state, startState }) => {
          if (docChanged) {
            options.onChange?.(state.doc.toString());
          }
          if (docChanged || syntaxTree(state) !== syntaxTree(startState)) {
            this._node.classList.toggle('jp-mod-coloured', isUnderstood(state));
          }
        })
      ]
    });
    if (options.before !== null) {
      void this._showDiff(options.before);
    }
  }

  /** The CodeMirror view inside JupyterLab's editor. */
  private get _view(): EditorView {
    const view = EditorView.findFromDOM(this._node);
    if (!view) {
      throw new Error('The editor has no view.');
    }
    return view;
  }

  private get _text(): string {
    return this._view.state.doc.toString();
  }

  setWritable(writable: boolean): void {
    this._node.classList.toggle('jp-mod-writable', writable);
    this._view.dispatch({
      effects: this._writable.reconfigure(readOnly(!writable))
    });
  }

  setText(text: string): void {
    if (text !== this._text) {
      this._model.sharedModel.setSource(text);
      if (text !== this._text) {
        this._view.dispatch({
          changes: { from: 0, to: this._view.state.doc.length, insert: text }
        });
      }
    }
  }

  dispose(): void {
    this._editor.dispose();
    this._model.dispose();
    this._node.replaceChildren();
  }

  private async _showDiff(before: string): Promise<void> {
    const { diffAgainst } = await import('./diff-against');
    if (!this._editor.isDisposed) {
      this._node.classList.add('jp-mod-diff');
      this._editor.injectExtension(diffAgainst(before));
    }
  }
}

/**
 * A lone line that IPython takes for a magic without its `%`, unless a variable
 * has the name of its first word: what looks like a comment in it may run.
 */
const MAGIC = /^\w+(?![\w.])[ \t]*(?![=, \t])[^#\n]*#.*$/;

function readOnly(value: boolean) {
  return [EditorState.readOnly.of(value)];
}

/**
 * Whether a grammar has read all of the text without an error. Colours are drawn
 * only then: in a line for a shell, or in another language, they would show as a
 * comment what runs. Modes that go line by line only guess.
 */
function isUnderstood(state: EditorState): boolean {
  if (
    state.facet(language) instanceof StreamLanguage ||
    MAGIC.test(state.doc.toString().trim())
  ) {
    return false;
  }
  let understood = true;
  const tree = ensureSyntaxTree(state, state.doc.length, 50);
  tree?.iterate({
    enter: ({ type, from, node }) => {
      // JupyterLab's Python grammar wants a line's end after a last comment.
      understood &&=
        !type.isError ||
        (from === state.doc.length && node.prevSibling?.name === 'Comment');
      return understood;
    }
  });
  return tree !== null && understood;
}

/**
 * An editor extension that shows characters that are hidden in code or reorder
 * it.
 */
function hiddenCharacters(trans: ITranslator): Extension {
  return [
    highlightSpecialChars({
      addSpecialChars: HIDDEN_CHARACTERS,
      render: code => {
        const mark = document.createElement('span');
        mark.className = 'jp-Cellwright-hiddenCharacter';
        mark.textContent = codePointName(code);
        mark.title = trans.__('A character that is not visible');
        return mark;
      }
    }),
    deletedText
  ];
}

/**
 * The lines that a diff shows as deleted are widgets, which the extension above
 * does not reach.
 */
const deletedText = EditorView.updateListener.of(({ view }) => {
  view.dom
    .querySelectorAll('.cm-deletedChunk')
    .forEach(chunk => showHidden(chunk));
});

function showHidden(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    const visible = visibleText(text);
    if (visible !== text) {
      node.nodeValue = visible;
    }
  }
}
