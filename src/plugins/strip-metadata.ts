import type { JupyterFrontEnd } from '@jupyterlab/application';
import { Notification } from '@jupyterlab/apputils';
import type { INotebookModel, INotebookTracker } from '@jupyterlab/notebook';

import type { ITranslator } from '../contract';
import { MARK_KEY } from '../contract/cell-mark';
import { CommandIDs } from './command-ids';

export interface IStripMetadataOptions {
  app: JupyterFrontEnd;
  tracker: INotebookTracker;
  trans: ITranslator;
}

/** Adds the command that removes our notes from the notebook in front. */
export function addStripMetadata({
  app,
  tracker,
  trans
}: IStripMetadataOptions): void {
  const front = (): INotebookModel | null => {
    const model = tracker.currentWidget?.content.model;
    return model && !model.readOnly ? model : null;
  };
  app.commands.addCommand(CommandIDs.stripMetadata, {
    label: trans.__('Cellwright: Strip Cellwright metadata'),
    caption: trans.__(
      'Remove the notes on who proposed and who approved each cell from the notebook in front'
    ),
    describedBy: { args: { type: 'object', properties: {} } },
    isEnabled: () => front() !== null,
    execute: () => {
      const model = front();
      if (!model) {
        return;
      }
      const count = stripMetadata(model);
      Notification.info(
        count === 0
          ? trans.__('No cell of this notebook has notes of Cellwright.')
          : trans._n(
              'The notes of Cellwright were removed from %1 cell. Undo brings them back.',
              'The notes of Cellwright were removed from %1 cells. Undo brings them back.',
              count
            ),
        { autoClose: 5_000 }
      );
    }
  });
}

/** One step to undo. @returns how many cells had notes. */
export function stripMetadata({ sharedModel }: INotebookModel): number {
  const noted = sharedModel.cells.filter(
    cell => cell.getMetadata(MARK_KEY) !== undefined
  );
  if (noted.length > 0) {
    // The outer transaction counts: a cell's own metadata is not undone alone.
    sharedModel.transact(() => {
      noted.forEach(cell => cell.deleteMetadata(MARK_KEY));
    });
  }
  return noted.length;
}
