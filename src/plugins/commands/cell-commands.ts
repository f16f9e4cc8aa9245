import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { INotebookTracker } from '@jupyterlab/notebook';
import { CommandRegistry } from '@lumino/commands';
import { Menu } from '@lumino/widgets';

import type { ITranslator } from '../../contract';
import { cellIdOf } from '../../contract/text/cell-id-of';
import { cellwrightIcon } from '../../icon';
import type { IAskRequest } from '../../panel';
import { cellActions, type ICellAction } from './cell-actions';
import {
  clickedCell,
  findCell,
  hasFailed,
  type ICellArgs,
  type ICellTarget,
  isCode,
  selectedText
} from './cell-target';
import { textArgs } from './add-panel-commands';
import { CommandIds } from '../util/command-ids';

export interface ICellCommandsOptions {
  app: JupyterFrontEnd;
  tracker: INotebookTracker;
  trans: ITranslator;
  /**
   * Opens the panel and passes a request to it. Only a press on one of our own
   * controls may `send`: a JupyterLab command can be called by a button in a
   * notebook that somebody sent.
   */
  ask(request: IAskRequest): Promise<void>;
}

export interface ICellCommands {
  actions: ICellAction[];
  /** Runs a verb as our own menus do: its question is sent. */
  press(command: string, args: ICellArgs): void;
}

/**
 * Adds a command for each verb of the cell's menu, and the menus. As a
 * JupyterLab command, which the palette, a shortcut and any button in a
 * notebook can call, a verb only puts its question into the message box. Our
 * own menus have commands of their own, which nobody else can call, and those
 * send the question.
 */
export function addCellCommands(options: ICellCommandsOptions): ICellCommands {
  const { app, tracker, trans } = options;
  const actions = cellActions(trans);
  const own = new CommandRegistry();
  for (const action of actions) {
    addVerb(app.commands, action, options, false);
    addVerb(own, action, options, true);
  }
  app.contextMenu.addItem({
    type: 'submenu',
    submenu: verbMenu(own, actions, trans, { clicked: true }),
    selector: '.jp-Notebook .jp-Cell',
    rank: 13
  });
  app.commands.addCommand(CommandIds.cellMenu, {
    label: trans.__('Cellwright'),
    caption: trans.__('Ask Cellwright about this cell'),
    icon: cellwrightIcon,
    describedBy: { args: { type: 'object', properties: {} } },
    isEnabled: () => findCell(tracker, {}) !== null,
    execute: () =>
      openMenu(verbMenu(own, actions, trans), findCell(tracker, {}))
  });
  return {
    actions,
    press: (command, args) => void own.execute(command, { ...args })
  };
}

/**
 * @param sends whether the question may be sent, if the verb is one that sends.
 */
function addVerb(
  commands: CommandRegistry,
  action: ICellAction,
  options: ICellCommandsOptions,
  sends: boolean
): void {
  const { app, tracker, trans } = options;
  const target = (args: ICellArgs): ICellTarget | null => {
    const found =
      (args.clicked === true && clickedCell(app, tracker)) ||
      findCell(tracker, args);
    return found && fits(action, found) ? found : null;
  };
  commands.addCommand(action.command, {
    label: ({ isPalette }) =>
      isPalette ? trans.__('Cell: %1', action.label) : action.label,
    caption: action.caption,
    describedBy: {
      args: textArgs({
        cellId: trans.__('Id of the cell; the active cell if not given'),
        notebook: trans.__(
          'Path of its open notebook; the active one if not given'
        )
      })
    },
    isEnabled: args => target(args) !== null,
    isVisible: args => !action.failed || target(args) !== null,
    execute: async args => {
      const found = target(args);
      if (found) {
        await options.ask(request(action, found, sends && action.send));
      }
    }
  });
}

/** A menu of the verbs. @param args arguments of each item. */
function verbMenu(
  commands: CommandRegistry,
  actions: readonly ICellAction[],
  trans: ITranslator,
  args: { clicked?: boolean } = {}
): Menu {
  const menu = new Menu({ commands });
  menu.title.label = trans.__('Cellwright');
  actions.forEach(({ command }) => menu.addItem({ command, args }));
  return menu;
}

function fits(action: ICellAction, { cell }: ICellTarget): boolean {
  return (!action.code || isCode(cell)) && (!action.failed || hasFailed(cell));
}

function request(
  action: ICellAction,
  { panel, cell }: ICellTarget,
  send: boolean
): IAskRequest {
  const notebook = panel.context.path;
  const id = cellIdOf(cell.model.id);
  const selection = action.selection ? selectedText(cell) : '';
  return {
    prompt: action.prompt(id),
    attachments: [
      { kind: 'cell', cellId: id, notebook, ...(selection && { selection }) }
    ],
    // A message that is not sent may only make the mode stricter.
    ...((send || action.mode === 'ask') && { mode: action.mode }),
    notebook,
    send
  };
}

/** Opens a menu below the button in the cell's toolbar. */
async function openMenu(menu: Menu, target: ICellTarget | null): Promise<void> {
  if (!target) {
    return;
  }
  // A key pressed on the button also reaches the notebook, which then takes the
  // focus: wait for that.
  await new Promise(resolve => setTimeout(resolve));
  // An item's command runs after the menu closes.
  menu.aboutToClose.connect(() => setTimeout(() => menu.dispose()));
  const { node } = target.cell;
  const button = node.querySelector(`[data-command="${CommandIds.cellMenu}"]`);
  const { left, bottom } = (button ?? node).getBoundingClientRect();
  menu.open(left, button ? bottom : node.getBoundingClientRect().top);
}
