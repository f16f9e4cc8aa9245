import type { APIRequestContext, Page } from '@playwright/test';

import type {} from './application';

/** A cell as in nbformat, with its text joined. */
export interface INotebookCell {
  id: string;
  cell_type: 'code' | 'markdown' | 'raw';
  source: string;
  execution_count?: number | null;
  outputs?: INotebookOutput[];
}

export interface INotebookOutput {
  output_type: string;
  name?: string;
  text?: string;
  ename?: string;
  data?: Record<string, unknown>;
}

/**
 * What a test builds a notebook from: code, text, or code that was run before.
 */
export type CellSketch =
  string | { markdown: string } | { code: string; outputs: object[] };

/** An open notebook, seen through JupyterLab's own model of it. */
export class Notebook {
  constructor(
    private readonly _page: Page,
    private readonly _request: APIRequestContext,
    readonly path: string
  ) {}

  /** The cells as they are now in the page. */
  async cells(path = this.path): Promise<INotebookCell[]> {
    return this._page.evaluate(at => {
      const panel = [...window.jupyterapp.shell.widgets('main')].find(
        widget => widget.context?.path === at
      );
      const { cells } = panel!.context!.model.toJSON();
      return cells.map(cell => ({
        ...cell,
        source: [cell.source].flat().join(''),
        outputs: cell.outputs?.map(output => ({
          ...output,
          text: [output.text ?? []].flat().join('')
        }))
      }));
    }, path) as Promise<INotebookCell[]>;
  }

  async code(path = this.path): Promise<INotebookCell[]> {
    return (await this.cells(path)).filter(cell => cell.cell_type === 'code');
  }

  async sources(path = this.path): Promise<string[]> {
    return (await this.cells(path)).map(cell => cell.source);
  }

  /** The text in a code cell's outputs, both streams and results. */
  async outputText(index: number): Promise<string> {
    const cell = (await this.code())[index];
    return (cell?.outputs ?? [])
      .map(output => output.text || String(output.data?.['text/plain'] ?? ''))
      .join('');
  }

  /** Replaces a cell's source as a collaborator would: in the shared model. */
  async setSource(index: number, source: string): Promise<void> {
    await this._page.evaluate(
      ([at, i, text]) => {
        const panel = [...window.jupyterapp.shell.widgets('main')].find(
          widget => widget.context?.path === at
        );
        panel!.context!.model.sharedModel.cells[i as number].setSource(
          text as string
        );
      },
      [this.path, index, source] as const
    );
  }

  /**
   * The state of the notebook's kernel as the server reports it: "busy",
   * "idle".
   */
  async kernelState(): Promise<string> {
    const response = await this._request.get('api/sessions');
    const sessions = (await response.json()) as {
      path: string;
      kernel: { execution_state: string };
    }[];
    return (
      sessions.find(session => session.path === this.path)?.kernel
        .execution_state ?? 'none'
    );
  }

  /** Renames it as the file browser does. */
  async rename(from: string, to: string): Promise<void> {
    await this._page.evaluate(
      ([one, other]) =>
        window.jupyterapp.serviceManager.contents
          .rename(one, other)
          .then(() => null),
      [from, to] as const
    );
  }

  /** Whether everything in it has been saved. */
  async isSaved(path = this.path): Promise<boolean> {
    return this._page.evaluate(
      at =>
        [...window.jupyterapp.shell.widgets('main')].find(
          widget => widget.context?.path === at
        )?.context?.model.dirty === false,
      path
    );
  }

  /** Saves and closes it, as a person would, if it is still open. */
  async close(path = this.path): Promise<void> {
    await this._page.evaluate(async at => {
      const panel = [...window.jupyterapp.shell.widgets('main')].find(
        widget => widget.context?.path === at
      );
      await panel?.context!.save();
      panel?.close();
    }, path);
  }

  /** Shuts down its kernel without starting another. */
  async shutDownKernel(): Promise<void> {
    await this._page.evaluate(async at => {
      const panel = [...window.jupyterapp.shell.widgets('main')].find(
        widget => widget.context?.path === at
      );
      await panel!.context!.sessionContext.shutdown();
    }, this.path);
  }

  /** Changes to the kernel of a kernelspec that may be new. */
  async changeKernel(name: string): Promise<void> {
    await this._page.evaluate(
      async ([at, kernel]) => {
        await window.jupyterapp.serviceManager.kernelspecs.refreshSpecs();
        const panel = [...window.jupyterapp.shell.widgets('main')].find(
          widget => widget.context?.path === at
        );
        await panel!.context!.sessionContext.changeKernel({ name: kernel });
      },
      [this.path, name] as const
    );
  }

  async makeReadOnly(): Promise<void> {
    await this._page.evaluate(at => {
      const panel = [...window.jupyterapp.shell.widgets('main')].find(
        widget => widget.context?.path === at
      );
      panel!.context!.model.readOnly = true;
    }, this.path);
  }

  /** Runs one of JupyterLab's commands, as a menu would. */
  async command(id: string, args: Record<string, unknown> = {}): Promise<void> {
    await this._page.evaluate(
      ([command, options]) => {
        void window.jupyterapp.commands.execute(command, options);
      },
      [id, args] as const
    );
  }
}

/** A notebook file for the Python kernel. */
export function notebookFile(cells: CellSketch[]): string {
  return JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {
      kernelspec: {
        name: 'python3',
        display_name: 'Python 3 (ipykernel)',
        language: 'python'
      },
      language_info: { name: 'python' }
    },
    cells: cells.map((cell, index) => ({
      id: `cell-${index + 1}`,
      metadata: {},
      ...(typeof cell === 'string'
        ? {
            cell_type: 'code',
            source: cell,
            outputs: [],
            execution_count: null
          }
        : 'markdown' in cell
          ? { cell_type: 'markdown', source: cell.markdown }
          : {
              cell_type: 'code',
              source: cell.code,
              outputs: cell.outputs,
              execution_count: index + 1
            })
    }))
  });
}
