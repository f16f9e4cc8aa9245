import type { INotebookTracker } from '@jupyterlab/notebook';
import { Widget } from '@lumino/widgets';

import type { ITranslator } from '../../contract';
import { CellWidgets } from '../notebook/cell-widgets';
import { hasFailed, isCode } from './cell-target';

import '../../../style/actions.css';

/**
 * Puts a button under each cell that failed, for as long as it shows the error.
 *
 * @param fix no command, because it sends: only the person's own button may.
 */
export function addErrorButtons(
  tracker: INotebookTracker,
  trans: ITranslator,
  fix: (cell: { cellId: string; notebook: string }) => void
): void {
  new CellWidgets(tracker, {
    textOn: cell => (hasFailed(cell) ? trans.__('Fix with Cellwright') : null),
    watch: (cell, refresh, receiver) =>
      isCode(cell) && cell.model.outputs.changed.connect(refresh, receiver),
    make(text, cell, { context }) {
      const node = document.createElement('div');
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'jp-Cellwright-FixError-button';
      button.textContent = text;
      // Enter and Space press the button; in a notebook they would be shortcuts.
      button.setAttribute('data-lm-suppress-shortcuts', 'true');
      button.addEventListener('click', () =>
        fix({ cellId: cell.model.id, notebook: context.path })
      );
      node.append(button);
      const widget = new Widget({ node });
      widget.addClass('jp-Cellwright-FixError');
      return widget;
    }
  });
}
