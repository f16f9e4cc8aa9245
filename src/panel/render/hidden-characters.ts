import type { Extension } from '@codemirror/state';
import {
  type EditorView,
  highlightSpecialChars,
  ViewPlugin
} from '@codemirror/view';

import type { ITranslator } from '../../contract';

import { codePointName, HIDDEN_CHARACTERS, visibleText } from './visible-text';

/**
 * An editor extension that shows characters that are hidden in code or reorder
 * it.
 */
export function hiddenCharacters(trans: ITranslator): Extension {
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
const deletedText = ViewPlugin.fromClass(
  class {
    constructor(view: EditorView) {
      this.update({ view });
    }

    update({ view }: { view: EditorView }) {
      view.requestMeasure({
        key: this,
        read: () => undefined,
        write: () => {
          view.dom
            .querySelectorAll('.cm-deletedChunk')
            .forEach(chunk => showHidden(chunk));
        }
      });
    }
  }
);

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
