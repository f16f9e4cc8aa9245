import type { JupyterFrontEnd } from '@jupyterlab/application';
import { Notification } from '@jupyterlab/apputils';
import type { INotebookModel, INotebookTracker } from '@jupyterlab/notebook';

import type { ITranslator } from '../../contract';
import { MARK_KEY, notebookId } from '../../contract/ports/stored-mark';
import type { ILazyPreferences } from '../../tokens';
import { CommandIds } from '../util/command-ids';
import { changeRules } from './follow-moves';

export interface IStripMetadataOptions {
  app: JupyterFrontEnd;
  tracker: INotebookTracker;
  preferences: ILazyPreferences;
  trans: ITranslator;
}

/** Adds the command that removes our metadata from the notebook in front. */
export function addStripMetadata({
  app,
  tracker,
  preferences,
  trans
}: IStripMetadataOptions): void {
  const front = (): INotebookModel | null => {
    const model = tracker.currentWidget?.content.model;
    return model && !model.readOnly ? model : null;
  };
  app.commands.addCommand(CommandIds.stripMetadata, {
    label: trans.__('Cellwright: Strip Cellwright metadata'),
    caption: trans.__(
      'Remove the notes on who proposed and who approved each cell from the active notebook'
    ),
    describedBy: { args: { type: 'object', properties: {} } },
    isEnabled: () => front() !== null,
    execute: async () => {
      const model = front();
      if (!model) {
        return;
      }
      const id = notebookId(model.sharedModel.getMetadata(MARK_KEY));
      const count = stripMetadata(model);
      const sentences = [
        count === 0
          ? trans.__('No cell of this notebook has notes from Cellwright.')
          : trans._n(
              'Cellwright’s notes were removed from %1 cell. Undo brings them back.',
              'Cellwright’s notes were removed from %1 cells. Undo brings them back.',
              count
            )
      ];
      if (id !== null && (await endRules(preferences, id))) {
        sentences.push(
          trans.__(
            'The rules for this notebook no longer apply, because they relied on one of the notes. You will be asked again.'
          )
        );
      }
      Notification.info(sentences.join(' '), { autoClose: 5_000 });
    }
  });
}

/** Takes back the rules that identify the notebook by its id. */
async function endRules(
  preferences: ILazyPreferences,
  id: string
): Promise<boolean> {
  try {
    return await changeRules(await preferences.load(), rules => {
      const left = rules.filter(rule => !('id' in rule && rule.id === id));
      return left.length < rules.length ? left : rules;
    });
  } catch (error) {
    // Without the id in the notebook, the rule does not apply to anything.
    console.warn('Cellwright: a rule could not be taken back', error);
    return true;
  }
}

/**
 * Removes it in one undo step, except for the notebook's id, which is gone for
 * good.
 * @returns how many cells had marks.
 */
export function stripMetadata({ sharedModel }: INotebookModel): number {
  const noted = sharedModel.cells.filter(
    cell => cell.getMetadata(MARK_KEY) !== undefined
  );
  if (noted.length > 0) {
    // The outer transaction counts: a change of a cell's metadata alone would
    // not be undone.
    sharedModel.transact(() => {
      noted.forEach(cell => cell.deleteMetadata(MARK_KEY));
    });
  }
  if (sharedModel.getMetadata(MARK_KEY) !== undefined) {
    sharedModel.deleteMetadata(MARK_KEY);
  }
  return noted.length;
}
