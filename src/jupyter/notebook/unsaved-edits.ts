import type { IMapChange } from '@jupyter/ydoc';
import type { INotebookModel } from '@jupyterlab/notebook';
import type { IChangedArgs } from '@jupyterlab/coreutils';
import type { IDisposable } from '@lumino/disposable';

/** What a kernel writes into a notebook by being there: no person's work. */
const OF_THE_KERNEL: ReadonlySet<string> = new Set([
  'language_info',
  'kernelspec'
]);

/**
 * Whether an open notebook holds more that is unsaved than what its kernel says
 * of itself. `dirty` alone does not tell: a notebook that another version of
 * Python wrote is dirty as soon as it is open.
 */
export class UnsavedEdits implements IDisposable {
  constructor(private readonly model: INotebookModel) {
    this._any = model.dirty;
    model.metadataChanged.connect(this.onMetadata, this);
    model.contentChanged.connect(this.onContent, this);
    model.stateChanged.connect(this.onState, this);
  }

  get any(): boolean {
    return this.model.dirty && this._any;
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    this._isDisposed = true;
    this.model.metadataChanged.disconnect(this.onMetadata, this);
    this.model.contentChanged.disconnect(this.onContent, this);
    this.model.stateChanged.disconnect(this.onState, this);
  }

  /** Told right before the change of the content that it is. */
  private onMetadata(_: INotebookModel, { key }: IMapChange): void {
    this._isKernels = OF_THE_KERNEL.has(key);
  }

  private onContent(): void {
    this._any ||= !this._isKernels;
    this._isKernels = false;
  }

  private onState(_: INotebookModel, { name }: IChangedArgs<unknown>): void {
    if (name === 'dirty' && !this.model.dirty) {
      this._any = false;
    }
  }

  private _any: boolean;
  private _isKernels = false;
  private _isDisposed = false;
}
