import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { ICommandPalette } from '@jupyterlab/apputils';
import type { ILauncher } from '@jupyterlab/launcher';
import type { INotebookTracker } from '@jupyterlab/notebook';

import type { IAttachment, ITranslator } from '../../contract';
import { cellIdOf } from '../../contract/text/cell-id-of';
import type { ILazyPreferences } from '../../tokens';
import type { IAskRequest } from '../../panel';
import { addCellCommands } from './cell-commands';
import { addErrorButtons } from './error-buttons';
import { addNewNotebookCommand } from './add-new-notebook-command';
import { CommandIds } from '../util/command-ids';
import { addPanelCommands } from './add-panel-commands';
import { type Sidebar, SIDEBAR_ID } from '../panel/sidebar';
import { addStripMetadata } from '../notebook/strip-metadata';
import { visibleWords } from './visible-words';

export interface ICommandsOptions {
  app: JupyterFrontEnd;
  tracker: INotebookTracker;
  preferences: ILazyPreferences;
  sidebar: Sidebar;
  palette: ICommandPalette | null;
  launcher: ILauncher | null;
  trans: ITranslator;
}

/**
 * Adds all commands besides the one that opens the panel, once JupyterLab is
 * restored. Menus, toolbars and shortcuts refer to them before that, and find
 * them then.
 */
export function addCommands(options: ICommandsOptions): void {
  const { app, palette, launcher, tracker, trans } = options;
  const ask = async (request: IAskRequest): Promise<void> => {
    const panel = await openPanel(options);
    panel.store.composing.ask(request);
    if (!request.send) {
      panel.focusComposer();
    }
  };
  addMainCommands(options, ask);
  const views = addPanelCommands(app.commands, trans, () => openPanel(options));
  addStripMetadata(options);
  const { actions, press } = addCellCommands({ ...options, ask });
  addNewNotebookCommand({ ...options, ask });

  const category = trans.__('Cellwright');
  const listed = [
    CommandIds.newNotebook,
    ...views,
    CommandIds.settings,
    CommandIds.stripMetadata,
    ...actions.map(({ command }) => command)
  ];
  for (const command of listed) {
    palette?.addItem({ command, category, args: { isPalette: true } });
  }
  launcher?.add({ command: CommandIds.newNotebook, category, rank: 1 });
  addErrorButtons(tracker, trans, cell => press(CommandIds.fixCell, cell));
  // Toolbars that are already drawn only redraw what is reported as changed.
  app.commands.notifyCommandChanged();
}

function addMainCommands(
  options: ICommandsOptions,
  ask: (request: IAskRequest) => Promise<void>
): void {
  const { app, tracker, trans } = options;
  const { commands } = app;
  commands.addCommand(CommandIds.ask, {
    label: trans.__('Ask Cellwright'),
    caption: trans.__('Put a message into Cellwright’s message box'),
    describedBy: { args: askArgs(trans) },
    execute: args => ask(askRequest(args, tracker))
  });
  commands.addCommand(CommandIds.settings, {
    label: trans.__('Cellwright: Settings'),
    caption: trans.__('Open the settings of Cellwright'),
    describedBy: { args: { type: 'object', properties: {} } },
    execute: () =>
      commands.execute('settingeditor:open', {
        // The settings editor searches by title.
        query: trans.__('Cellwright')
      })
  });
}

/** Opens the panel and returns it once it is drawn. */
async function openPanel({ app, sidebar }: ICommandsOptions) {
  app.shell.activateById(SIDEBAR_ID);
  return sidebar.content();
}

/**
 * Checks a request from outside and takes only the documented arguments. The
 * command may have been called by a button in a notebook that somebody sent. So
 * nothing is sent, the mode can only become stricter, and invisible characters
 * are removed from the text.
 */
function askRequest(
  args: Record<string, unknown>,
  tracker: INotebookTracker
): IAskRequest {
  const notebook =
    typeof args.notebook === 'string'
      ? args.notebook
      : tracker.currentWidget?.context.path;
  const cellIds = Array.isArray(args.cellIds) ? args.cellIds : [];
  const attachments =
    notebook === undefined
      ? []
      : cellIds.map((cellId): IAttachment => ({
          kind: 'cell',
          cellId: cellIdOf(String(cellId)),
          notebook
        }));
  return {
    prompt: visibleWords(args.prompt),
    attachments,
    ...(args.mode === 'ask' && { mode: args.mode }),
    ...(notebook !== undefined && { notebook })
  };
}

function askArgs(trans: ITranslator) {
  return {
    type: 'object' as const,
    required: ['prompt'],
    properties: {
      prompt: { type: 'string', description: trans.__('The message') },
      cellIds: {
        type: 'array',
        items: { type: 'string' },
        description: trans.__('Ids of cells to attach')
      },
      notebook: {
        type: 'string',
        description: trans.__(
          'Path of the open notebook; the active one if not given'
        )
      },
      mode: {
        type: 'string',
        enum: ['ask'],
        description: trans.__('“ask” only reads; the chosen mode if not given')
      }
    }
  };
}
