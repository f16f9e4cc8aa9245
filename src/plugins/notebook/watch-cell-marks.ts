import type { Cell } from '@jupyterlab/cells';
import type { INotebookTracker } from '@jupyterlab/notebook';
import type { ISettingRegistry } from '@jupyterlab/settingregistry';
import { Widget } from '@lumino/widgets';

import type { ICellMark, ITranslator } from '../../contract';
import { MARK_KEY, markOn } from '../../contract/ports/stored-mark';
import { CellWidgets } from './cell-widgets';
import { describeMark } from './describe-mark';

import '../../../style/cell-marks.css';

interface ICellMarksOptions {
  tracker: INotebookTracker;
  /** The file itself: what reads all of it is loaded later, with the panel. */
  settings: Pick<ISettingRegistry.ISettings, 'composite' | 'changed'> | null;
  trans: ITranslator;
}

/**
 * Shows on cells where they came from, as long as the person wants to see it and
 * the page lives.
 */
export function watchCellMarks({
  tracker,
  settings,
  trans
}: ICellMarksOptions): void {
  const widgets = new CellWidgets(tracker, {
    textOn({ model }) {
      const mark = markOn(model.id, model.getMetadata(MARK_KEY));
      return settings?.composite.provenance !== false && mark && tells(mark)
        ? describeMark(mark, trans)
        : null;
    },
    watch: ({ model }, refresh, receiver) =>
      model.metadataChanged.connect((_, { key }) => {
        if (key === MARK_KEY) {
          refresh();
        }
      }, receiver),
    make: (text, cell) => markWidget(text, cell, trans)
  });
  settings?.changed.connect(() => widgets.refresh());
}

/**
 * Class of a cell with a mark, so that the mark can be positioned inside it,
 * where it takes no space.
 */
const MARKED = 'jp-mod-cellwrightMarked';

/**
 * A button, so that it can be reached by keyboard; pressing it does nothing.
 */
function markWidget(text: string, cell: Cell, trans: ITranslator): Widget {
  const node = document.createElement('div');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'jp-Cellwright-CellMark-button';
  button.setAttribute(
    'aria-label',
    trans.__('Where this cell comes from: %1', text)
  );
  // Enter and Space are notebook shortcuts; Escape closes the details.
  button.setAttribute('data-lm-suppress-shortcuts', 'true');
  button.addEventListener('keydown', event => {
    if (event.key === 'Escape') {
      button.blur();
    }
  });
  const details = document.createElement('div');
  details.className = 'jp-Cellwright-CellMark-details';
  // Already read out as the button's name.
  details.setAttribute('aria-hidden', 'true');
  details.textContent = text;
  node.append(button, details);
  const widget = new Widget({ node });
  widget.addClass('jp-Cellwright-CellMark');
  cell.addClass(MARKED);
  widget.disposed.connect(() => cell.removeClass(MARKED));
  return widget;
}

/**
 * Whether it says where the cell came from. Some marks only record a run, in
 * case of a crash.
 */
function tells(mark: ICellMark): boolean {
  return mark.model !== '' || mark.by !== '';
}
