import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { ICodeCellModel } from '@jupyterlab/cells';
import {
  type INotebookTracker,
  type NotebookPanel,
  NotebookModel
} from '@jupyterlab/notebook';
import { NBTestUtils } from '@jupyterlab/notebook/lib/testutils';
import { CommandRegistry } from '@lumino/commands';
import { Signal } from '@lumino/signaling';
import { ContextMenu, Widget } from '@lumino/widgets';

import { ENGLISH } from '../../contract';
import { FakePreferences } from '../../testing/fake-preferences';
import type { ICommandsOptions } from '../commands/add-commands';
import type { ISidebarContent, Sidebar } from '../panel/sidebar';

/** A real notebook widget in the page. */
export function openNotebook(
  path: string,
  cells: { id: string; source: string; type?: 'code' | 'markdown' }[]
): NotebookPanel {
  const content = NBTestUtils.createNotebook();
  const model = new NotebookModel();
  model.sharedModel.insertCells(
    0,
    cells.map(({ id, source, type = 'code' }) => ({
      id,
      cell_type: type,
      source,
      metadata: {}
    }))
  );
  content.model = model;
  Widget.attach(content, document.body);
  return {
    content,
    context: { path, ready: Promise.resolve() },
    sessionContext: { ready: Promise.resolve(), session: { kernel: {} } }
  } as unknown as NotebookPanel;
}

/**
 * Waits until each cell of a notebook is laid out, which happens in idle time,
 * and until what waited for that is done.
 */
export async function laidOut({ content }: NotebookPanel): Promise<void> {
  await Promise.all(content.widgets.map(({ ready }) => ready));
  await new Promise(resolve => setTimeout(resolve));
}

/** Makes a cell of a notebook fail, or succeed again. */
export function setError(
  { content }: NotebookPanel,
  cellId: string,
  evalue: string | null
): void {
  const cell = content.widgets.find(({ model }) => model.id === cellId)!;
  const { outputs } = cell.model as ICodeCellModel;
  outputs.clear();
  if (evalue !== null) {
    outputs.add({
      output_type: 'error',
      ename: 'KeyError',
      evalue,
      traceback: []
    });
  }
}

export class FakeTracker {
  panels: NotebookPanel[];

  currentWidget: NotebookPanel | null;
  readonly widgetAdded = new Signal<this, NotebookPanel>(this);
  find = (test: (panel: NotebookPanel) => boolean) => this.panels.find(test);

  forEach = (act: (panel: NotebookPanel) => void) => this.panels.forEach(act);

  constructor(...panels: NotebookPanel[]) {
    this.panels = panels;
    this.currentWidget = panels[0] ?? null;
  }

  add(panel: NotebookPanel): void {
    this.panels.push(panel);
    this.widgetAdded.emit(panel);
  }

  get tracker(): INotebookTracker {
    return this as unknown as INotebookTracker;
  }
}

/**
 * An application to add the commands to; records what they ask of the panel.
 */
export class FakePage {
  readonly commands = new CommandRegistry();

  readonly contextMenu = new ContextMenu({ commands: this.commands });
  readonly preferences = new FakePreferences();
  readonly activated: string[] = [];
  readonly listed: string[] = [];
  readonly launched: string[] = [];
  /** The element that a context menu was opened on. */
  clicked: HTMLElement | null = null;
  /** Whether the layout had the panel open. */
  isOpen = false;
  readonly panel = {
    ask: jest.fn(),
    focusComposer: jest.fn(),
    show: jest.fn(),
    writeReport: jest.fn(),
    showUndo: jest.fn(),
    newConversation: jest.fn()
  };

  constructor(readonly notebooks: FakeTracker) {}

  get options(): ICommandsOptions {
    const sidebar = {
      isVisible: this.isOpen,
      content: async () =>
        ({
          ...this.panel,
          store: { ...this.panel, composing: this.panel, sending: this.panel }
        }) as unknown as ISidebarContent
    };
    return {
      app: {
        commands: this.commands,
        contextMenu: this.contextMenu,
        contextMenuHitTest: (test: (node: HTMLElement) => boolean) => {
          let node = this.clicked;
          while (node && !test(node)) {
            node = node.parentElement;
          }
          return node ?? undefined;
        },
        shell: { activateById: (id: string) => this.activated.push(id) },
        serviceManager: {
          kernelspecs: {
            ready: Promise.resolve(),
            specs: { default: 'python3' }
          }
        }
      } as unknown as JupyterFrontEnd,
      tracker: this.notebooks.tracker,
      preferences: { load: async () => this.preferences },
      sidebar: sidebar as unknown as Sidebar,
      palette: {
        placeholder: '',
        activate: () => undefined,
        addItem: ({ command }: { command: string }) => {
          this.listed.push(command);
          return { dispose: () => undefined, isDisposed: false };
        }
      },
      launcher: {
        add: ({ command }: { command: string }) => {
          this.launched.push(command);
          return { dispose: () => undefined, isDisposed: false };
        }
      },
      trans: ENGLISH
    };
  }
}
