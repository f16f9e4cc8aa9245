import type { ISharedText } from '@jupyter/ydoc';
import type { IDocumentManager } from '@jupyterlab/docmanager';
import type { DocumentRegistry } from '@jupyterlab/docregistry';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';

/** A text file that is open in a tab. */
export interface IOpenText {
  context: DocumentRegistry.Context;
  source: ISharedText;
}

export interface IOpenDocumentsOptions {
  tracker: INotebookTracker;
  documents?: IDocumentManager | null;
}

/** The server's files that are open in tabs, with their unsaved edits. */
export class OpenDocuments {
  constructor(private readonly _options: IOpenDocumentsOptions) {}

  /** The open document at a path, if it is plain text. */
  text(path: string): IOpenText | null {
    const { documents } = this._options;
    const context = documents?.findWidget(path, null)?.context;
    if (!context || context.isDisposed || !context.isReady) {
      return null;
    }
    const { type, format } = context.contentsModel ?? {};
    // An image is a document too; its text would be base64. Once a document has
    // been saved, it no longer has a format.
    return type === 'file' && format !== 'base64'
      ? { context, source: context.model.sharedModel as unknown as ISharedText }
      : null;
  }

  /** The notebook at a path, if it is open as a notebook. */
  notebook(path: string): NotebookPanel | null {
    return (
      this._options.tracker.find(
        panel =>
          !panel.isDisposed &&
          panel.context.localPath === path &&
          panel.context.isReady
      ) ?? null
    );
  }
}
