import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { INotebookTracker } from '@jupyterlab/notebook';
import { Menu } from '@lumino/widgets';

import type { AgentMode, IAttachment, ITranslator } from '../contract';
import { cellwrightIcon } from '../icon';
import type { ILazyWorkspace } from '../tokens';
import { cellActions, type ICellAction } from './cell-prompts';
import {
  clickedCell,
  failure,
  findCell,
  hasFailed,
  type ICellArgs,
  type ICellTarget,
  isCode,
  selectedText
} from './cell-target';
import { involvedVariables } from './involved-variables';
import { CommandIDs } from './command-ids';

/** What the panel is asked to do; `IPanel.ask` takes it. */
export interface IAskRequest {
  prompt: string;
  attachments?: IAttachment[];
  mode?: AgentMode;
  /** Path of the notebook it is about. */
  notebook?: string;
  send?: boolean;
}

export interface ICellCommandsOptions {
  app: JupyterFrontEnd;
  tracker: INotebookTracker;
  workspace: ILazyWorkspace;
  trans: ITranslator;
  /** Opens the panel and hands it a request. */
  ask(request: IAskRequest): Promise<void>;
}

/** Adds a command for each verb of the cell's menu, and the menu. */
export function addCellCommands(options: ICellCommandsOptions): ICellAction[] {
  const { app, tracker, trans } = options;
  const actions = cellActions(trans);
  const describedBy = { args: cellArgs(trans) };
  for (const action of actions) {
    const target = (args: ICellArgs): ICellTarget | null => {
      const found =
        (args.clicked === true && clickedCell(app, tracker)) ||
        findCell(tracker, args);
      return found && fits(action, found) ? found : null;
    };
    app.commands.addCommand(action.command, {
      label: ({ isPalette }) =>
        isPalette ? trans.__('Cell: %1', action.label) : action.label,
      caption: action.caption,
      describedBy,
      isEnabled: args => target(args) !== null,
      isVisible: args => !action.failed || target(args) !== null,
      execute: async args => {
        const found = target(args);
        if (found) {
          await options.ask(await request(action, found, options));
        }
      }
    });
  }
  app.commands.addCommand(CommandIDs.cellMenu, {
    label: trans.__('Cellwright'),
    caption: trans.__('Ask Cellwright about this cell'),
    icon: cellwrightIcon,
    describedBy: { args: { type: 'object', properties: {} } },
    isEnabled: () => findCell(tracker, {}) !== null,
    execute: () => openMenu(app, actions, findCell(tracker, {}))
  });
  return actions;
}

function fits(action: ICellAction, { cell }: ICellTarget): boolean {
  return (!action.code || isCode(cell)) && (!action.failed || hasFailed(cell));
}

async function request(
  action: ICellAction,
  { panel, cell }: ICellTarget,
  { workspace }: ICellCommandsOptions
): Promise<IAskRequest> {
  const notebook = panel.context.path;
  const { id } = cell.model;
  const selection = action.selection ? selectedText(cell) : '';
  const error = action.failed ? failure(cell) : null;
  const variables =
    error === null
      ? []
      : await involvedVariables(
          await workspace.load(),
          cell.model.sharedModel.getSource(),
          error
        );
  return {
    prompt: action.prompt(id),
    attachments: [
      { kind: 'cell', cellId: id, notebook, ...(selection && { selection }) },
      ...variables
    ],
    mode: action.mode,
    notebook,
    send: action.send
  };
}

/** The verbs as a menu under the button in the cell's toolbar. */
async function openMenu(
  { commands }: JupyterFrontEnd,
  actions: readonly ICellAction[],
  target: ICellTarget | null
): Promise<void> {
  if (!target) {
    return;
  }
  // A key pressed on the button reaches the notebook, too, which then takes the
  // focus.
  await new Promise(resolve => setTimeout(resolve));
  const menu = new Menu({ commands });
  actions.forEach(({ command }) => menu.addItem({ command }));
  // Its item runs after it closes.
  menu.aboutToClose.connect(() => setTimeout(() => menu.dispose()));
  const { node } = target.cell;
  const button = node.querySelector(`[data-command="${CommandIDs.cellMenu}"]`);
  const { left, bottom } = (button ?? node).getBoundingClientRect();
  menu.open(left, button ? bottom : node.getBoundingClientRect().top);
}

function cellArgs(trans: ITranslator) {
  return {
    type: 'object' as const,
    properties: {
      cellId: {
        type: 'string' as const,
        description: trans.__('Id of the cell; the active cell if not given')
      },
      notebook: {
        type: 'string' as const,
        description: trans.__(
          'Path of its open notebook; the one in front if not given'
        )
      },
      clicked: {
        type: 'boolean' as const,
        description: trans.__(
          'In a context menu: the cell that the menu was opened on'
        )
      }
    }
  };
}
