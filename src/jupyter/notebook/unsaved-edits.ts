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
  private _any: boolean;

  private _isKernels = false;

  private _isDisposed = false;

  constructor(private readonly _model: INotebookModel) {
    this._any = _model.dirty;
    _model.metadataChanged.connect(this._onMetadata, this);
    _model.contentChanged.connect(this._onContent, this);
    _model.stateChanged.connect(this._onState, this);
  }

  get any(): boolean {
    return this._model.dirty && this._any;
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    this._isDisposed = true;
    this._model.metadataChanged.disconnect(this._onMetadata, this);
    this._model.contentChanged.disconnect(this._onContent, this);
    this._model.stateChanged.disconnect(this._onState, this);
  }

  /** Told right before the change of the content that it is. */
  private _onMetadata(_: INotebookModel, { key }: IMapChange): void {
    this._isKernels = OF_THE_KERNEL.has(key);
  }

  private _onContent(): void {
    this._any ||= !this._isKernels;
    this._isKernels = false;
  }

  private _onState(_: INotebookModel, { name }: IChangedArgs<unknown>): void {
    if (name === 'dirty' && !this._model.dirty) {
      this._any = false;
    }
  }
}
