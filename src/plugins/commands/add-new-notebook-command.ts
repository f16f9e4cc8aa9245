import type { JupyterFrontEnd } from '@jupyterlab/application';
import { InputDialog, Notification } from '@jupyterlab/apputils';
import { PathExt } from '@jupyterlab/coreutils';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { LabIcon } from '@jupyterlab/ui-components';

import type { ITranslator } from '../../contract';
import type { IAskRequest } from '../../panel';
import { textArgs } from './add-panel-commands';
import { CommandIds } from '../util/command-ids';
import { visibleWords } from './visible-words';

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">
  <g class="jp-icon3" fill="#616161">
    <path d="M2 2h12v5h-1.3V3.3H3.3v9.4H7V14H2z"/>
    <path d="M5 5.3h5v1.2H5zM5 8h3.2v1.2H5z"/>
    <path d="M10.9 8.5h1.3v2.1h2.1v1.3h-2.1V14h-1.3v-2.1H8.8v-1.3h2.1z"/>
  </g>
</svg>`;

/** Our icon with a plus: a plus alone inserts a cell in the same toolbar. */
const newNotebookIcon = new LabIcon({
  name: 'cellwright:new-notebook',
  svgstr: SVG
});

export interface INewNotebookOptions {
  app: JupyterFrontEnd;
  tracker: INotebookTracker;
  trans: ITranslator;
  ask(request: IAskRequest): Promise<void>;
}

/**
 * Adds the command that creates a notebook with a first message. A message that
 * the person typed is sent; one from a caller waits in the message box.
 */
export function addNewNotebookCommand(options: INewNotebookOptions): void {
  const { app, trans } = options;
  app.commands.addCommand(CommandIds.newNotebook, {
    label: ({ isPalette }) =>
      isPalette
        ? trans.__('New notebook from a prompt…')
        : trans.__('New notebook from a prompt'),
    caption: trans.__('Say what you would like to do, in a new notebook'),
    icon: newNotebookIcon,
    describedBy: {
      args: textArgs({
        prompt: trans.__(
          'The first message, put into the message box; asked for if not given'
        ),
        cwd: trans.__('Folder; that of the file browser if not given')
      })
    },
    execute: async args => {
      const given = visibleWords(args.prompt).trim();
      const prompt = given || (await askForPrompt(options));
      const cwd = typeof args.cwd === 'string' ? args.cwd.trim() : '';
      return prompt
        ? makeNotebook(
            given ? { prompt } : { prompt, mode: 'agent', send: true },
            cwd,
            options
          )
        : undefined;
    }
  });
}

/** The text the person typed; empty if they cancelled. */
async function askForPrompt({ trans }: INewNotebookOptions): Promise<string> {
  const { button, value } = await InputDialog.getText({
    title: trans.__('New notebook from a prompt'),
    label: trans.__('What would you like to find out?'),
    placeholder: trans.__('Explore penguins.csv'),
    okLabel: trans.__('Create the notebook')
  });
  return button.accept ? (value ?? '').trim() : '';
}

/** @returns the notebook's tab, which replaces the launcher. */
async function makeNotebook(
  request: IAskRequest,
  cwd: string,
  { app, tracker, trans, ask }: INewNotebookOptions
): Promise<NotebookPanel | undefined> {
  const { kernelspecs } = app.serviceManager;
  await kernelspecs.ready;
  const created: unknown = await app.commands.execute('notebook:create-new', {
    // Named, so that no dialog asks for a kernel.
    kernelName: kernelspecs.specs?.default ?? '',
    ...(cwd && { cwd })
  });
  const panel = tracker.find(each => each === created);
  if (!panel) {
    Notification.warning(
      trans.__(
        'No new notebook was opened here. Open one, then ask in Cellwright’s panel.'
      )
    );
    return undefined;
  }
  await panel.context.ready;
  await panel.sessionContext.ready;
  const { path } = panel.context;
  const name = PathExt.basename(path);
  if (!panel.sessionContext.session?.kernel) {
    Notification.warning(
      trans.__(
        '“%1” has no kernel yet. Choose one for it; until then Cellwright can write cells but not run them.',
        name
      )
    );
  }
  await ask({ ...request, notebook: path });
  return panel;
}
