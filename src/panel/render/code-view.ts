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

/**
 * JupyterLab's own editor in a node, read-only until it is made writable in
 * place. Long lines wrap, so that nothing that is being approved is out of view.
 */
export function codeView(
  node: HTMLElement,
  {
    editors,
    trans,
    text,
    mimeType,
    before,
    label,
    onChange
  }: {
    editors: IEditorServices;
    trans: ITranslator;
    text: string;
    mimeType: string;
    /** Text that `text` is compared with as a diff; null for no diff. */
    before: string | null;
    /** Accessible name. */
    label: string;
    /** Called with each other text, whoever has written it. */
    onChange(text: string): void;
  }
) {
  const writable = new Compartment();
  const model = new CodeEditor.Model({ mimeType });
  model.sharedModel.setSource(text);
  node.className = 'jp-Cellwright-code';
  const editor = editors.factoryService.newInlineEditor({
    host: node,
    model,
    config: { lineNumbers: false, lineWrap: true },
    extensions: [
      // Takes precedence over JupyterLab's configuration of the same facets.
      Prec.highest(writable.of(EditorState.readOnly.of(true))),
      // Whatever the person's editor settings are: nothing may be out of view.
      EditorView.lineWrapping,
      hiddenCharacters(trans),
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorView.updateListener.of(({ docChanged, state, startState }) => {
        if (docChanged) {
          onChange(state.doc.toString());
        }
        if (docChanged || syntaxTree(state) !== syntaxTree(startState)) {
          node.classList.toggle('jp-mod-coloured', isUnderstood(state));
        }
      })
    ]
  });
  const view = EditorView.findFromDOM(node)!;
  if (before !== null) {
    // Most cards show no diff, so its code is loaded here.
    void import('@codemirror/merge').then(({ unifiedMergeView }) => {
      if (!editor.isDisposed) {
        node.classList.add('jp-mod-diff');
        editor.injectExtension(
          unifiedMergeView({
            original: before,
            mergeControls: false,
            gutter: false,
            allowInlineDiffs: false,
            collapseUnchanged: { margin: 3, minSize: 8 },
            diffConfig: { scanLimit: 2000, timeout: 200 }
          })
        );
      }
    });
  }
  return {
    setText: (insert: string) =>
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert }
      }),
    setWritable: (on: boolean) => {
      node.classList.toggle('jp-mod-writable', on);
      view.dispatch({
        effects: writable.reconfigure(EditorState.readOnly.of(!on))
      });
    },
    dispose: () => {
      editor.dispose();
      model.dispose();
      node.replaceChildren();
    }
  };
}

/**
 * A lone line that IPython takes for a magic without its `%`, unless a variable
 * has the name of its first word: what looks like a comment in it may run.
 */
const MAGIC = /^\w+(?![\w.])[ \t]*(?![=, \t])[^#\n]*#.*$/;

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
