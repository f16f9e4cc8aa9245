import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import type { Contents } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';
import { Disposable } from '../../contract/util/disposable';
import { Listeners } from '../../contract/util/listeners';

/**
 * Follows files as they are renamed and moved. The contents API reports what
 * this page does; a move made elsewhere is reported only by the open document.
 */
export class Moves extends Disposable {
  private _last: [string, string] | [] = [];

  private readonly _listeners = new Listeners<[from: string, to: string]>();

  private readonly _paths = new WeakMap<object, string>();

  constructor(contents: Contents.IManager, tracker: INotebookTracker) {
    super();
    contents.fileChanged.connect(this._onFile, this);
    tracker.forEach(panel => this._follow(panel));
    tracker.widgetAdded.connect((_, panel) => this._follow(panel), this);
  }

  /** @returns a function that ends the subscription. */
  listen(listener: (from: string, to: string) => void): () => void {
    return this._listeners.add(listener);
  }

  protected override release(): void {
    Signal.clearData(this);
  }

  private _onFile(_: unknown, change: Contents.IChangedArgs): void {
    const from = change.oldValue?.path;
    const to = change.newValue?.path;
    if (change.type === 'rename' && from && to) {
      this._tell(from, to);
    }
  }

  private _follow({ context }: NotebookPanel): void {
    if (this._paths.has(context)) {
      return;
    }
    this._paths.set(context, context.localPath);
    context.pathChanged.connect(this._onPath, this);
  }

  private _onPath(context: NotebookPanel['context']): void {
    const from = this._paths.get(context) ?? context.localPath;
    this._paths.set(context, context.localPath);
    this._tell(from, context.localPath);
  }

  /** For a notebook that is open here both signals fire: report it once. */
  private _tell(from: string, to: string): void {
    const [wasFrom, wasTo] = this._last;
    if (from === to || (from === wasFrom && to === wasTo)) {
      return;
    }
    this._last = [from, to];
    queueMicrotask(() => (this._last = []));
    this._listeners.tell(from, to);
  }
}
