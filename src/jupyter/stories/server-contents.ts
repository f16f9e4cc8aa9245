import type { IDocumentManager } from '@jupyterlab/docmanager';
import { DocumentModel } from '@jupyterlab/docregistry';
import type { INotebookTracker } from '@jupyterlab/notebook';
import { type Contents, ServerConnection } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';
import { Widget } from '@lumino/widgets';

import { hashText } from '../../contract';
import type { OpenNotebook } from './open-notebook';

/** Text, base64 of a binary file, a notebook's JSON, or only a size. */
type Stored =
  string | { bytes: string } | { notebook: unknown } | { size: number };

/** The contents API as Jupyter Server answers it. */
export class FakeContents {
  /** `stat a`, `get a`, `save a`, in order. */
  readonly calls: string[] = [];
  /** Folders that were created. */
  readonly folders: string[] = [];
  /** The HTTP status with which saving is refused. */
  refuseSave: number | null = null;
  /** The error with which everything is refused. */
  refuse: Error | null = null;
  readonly fileChanged = new Signal<this, unknown>(this);
  /** Answers requests for `/files/`; by default there is no such address. */
  onFile: (url: string, range: string) => Partial<Response> = () => ({
    ok: false,
    status: 404
  });

  readonly serverSettings = ServerConnection.makeSettings({
    baseUrl: 'http://server/base/',
    token: '',
    fetch: async (request: RequestInfo | URL) => {
      const { url, headers } = request as Request;
      this.calls.push(`fetch ${url.replace(/\?\d+$/, '')}`);
      return this.onFile(url, headers.get('range') ?? '') as Response;
    }
  });

  private readonly _stored: Map<string, Stored>;

  constructor(stored: Record<string, Stored>) {
    this._stored = new Map(Object.entries(stored));
  }

  text(path: string): Stored | undefined {
    return this._stored.get(path);
  }

  set(path: string, stored: Stored): void {
    this._stored.set(path, stored);
  }

  remove(path: string): void {
    this._stored.delete(path);
  }

  async get(
    path: string,
    options: Contents.IFetchOptions
  ): Promise<Partial<Contents.IModel>> {
    this.calls.push(`${options.content ? 'get' : 'stat'} ${path}`);
    if (this.refuse) {
      throw this.refuse;
    }
    const stored = this._stored.get(path);
    const model = {
      name: path.split('/').pop() ?? '',
      path,
      last_modified: '2026-01-01T00:00:00Z'
    };
    if (stored === undefined) {
      return { ...model, type: 'directory', content: this._children(path) };
    }
    if (options.format === 'text' && typeof stored !== 'string') {
      throw refusal(400);
    }
    return {
      ...model,
      type: path.endsWith('.ipynb') ? 'notebook' : 'file',
      size: sizeOf(stored),
      ...(typeof stored === 'string'
        ? { format: 'text', content: stored, hash: hashText(stored) }
        : 'notebook' in stored
          ? { format: 'json', content: stored.notebook }
          : 'bytes' in stored && options.format === 'base64'
            ? { format: 'base64', content: stored.bytes }
            : {})
    };
  }

  async save(path: string, model: Partial<Contents.IModel>): Promise<void> {
    this.calls.push(`save ${path}`);
    if (this.refuseSave !== null) {
      throw refusal(this.refuseSave);
    }
    if (model.type === 'directory') {
      this.folders.push(path);
    } else {
      this._stored.set(path, model.content as string);
    }
  }

  async delete(path: string): Promise<void> {
    this.calls.push(`delete ${path}`);
    this._stored.delete(path);
  }

  private _children(path: string): Partial<Contents.IModel>[] {
    const prefix = path ? `${path}/` : '';
    const names = [...this._stored.keys()].filter(name =>
      name.startsWith(prefix)
    );
    if (names.length === 0) {
      throw refusal(404);
    }
    return names.map(name => ({
      name: name.slice(prefix.length),
      path: name,
      type: 'file',
      size: sizeOf(this._stored.get(name)!)
    }));
  }
}

/** A text file in a tab: a real document model in a context of ours. */
export class OpenText {
  readonly widget = new Widget();

  readonly context;
  saves = 0;
  constructor(
    path: string,
    text: string,
    { format = 'text' }: { format?: 'text' | 'base64' } = {}
  ) {
    const model = new DocumentModel();
    model.sharedModel.setSource(text);
    model.sharedModel.clearUndoHistory();
    this.context = {
      path,
      localPath: path,
      model,
      isReady: true,
      isDisposed: false,
      canSave: true,
      contentsModel: {
        type: 'file',
        format: format as typeof format | null,
        writable: true,
        hash: path === 'a.py' ? hashText('x = 1\n') : undefined
      },
      save: async () => {
        this.saves++;
        // As the server answers a save: without content, so without a format.
        this.context.contentsModel.format = null;
      }
    };
    Object.assign(this.widget, { context: this.context });
  }

  get text(): string {
    return this.context.model.sharedModel.getSource();
  }

  /** The person types at the end. */
  type(text: string): void {
    const { sharedModel } = this.context.model;
    const end = sharedModel.getSource().length;
    sharedModel.updateSource(end, end, text);
  }

  undo(): void {
    this.context.model.sharedModel.undo();
  }

  close(): void {
    this.context.isDisposed = true;
  }

  /** The part of the document manager that is used. */
  static manager(tabs: OpenText[]): IDocumentManager {
    const find = (fits: (tab: OpenText) => boolean) => tabs.find(fits);
    return {
      findWidget: (path: string) =>
        find(tab => tab.context.localPath === path)?.widget,
      contextForWidget: (widget: Widget) =>
        find(tab => tab.widget === widget)?.context
    } as unknown as IDocumentManager;
  }
}

export function trackerOf(notebooks: OpenNotebook[]): INotebookTracker {
  return {
    find: (fits: (panel: unknown) => boolean) =>
      notebooks
        .map(({ panel }) => {
          Object.assign(panel.context, { isReady: true });
          return panel;
        })
        .find(fits)
  } as unknown as INotebookTracker;
}

function sizeOf(stored: Stored): number {
  if (typeof stored === 'string') {
    return stored.length;
  }
  return 'size' in stored ? stored.size : 10;
}

export function refusal(
  status: number,
  message = `Refused (${status})`
): Error {
  return Object.assign(new Error(message), {
    response: { status }
  });
}
