import type { IMapChange } from '@jupyter/ydoc';
import type { IChangedArgs } from '@jupyterlab/coreutils';
import type { DocumentRegistry } from '@jupyterlab/docregistry';
import type { INotebookModel } from '@jupyterlab/notebook';
import { Signal } from '@lumino/signaling';

import { Disposable } from '../../contract/util/disposable';

/**
 * What a kernel writes into a notebook just by being connected: nobody's work.
 */
const OF_THE_KERNEL: ReadonlySet<string> = new Set([
  'language_info',
  'kernelspec'
]);

/**
 * Whether an open notebook has unsaved changes beyond what its kernel writes
 * about itself. `dirty` alone does not say: a notebook written by another
 * version of Python is dirty as soon as it is opened.
 *
 * A change made while a save is under way is not in the file. Yet JupyterLab
 * marks the notebook clean when that save ends, and would neither save it
 * automatically nor ask before the page is left. Such a notebook is marked
 * dirty again.
 */
export class UnsavedEdits extends Disposable {
  private _any: boolean;

  private _isKernels = false;

  /** Whether it has changed since the save under way read its content. */
  private _sinceSave = false;

  private readonly _model: INotebookModel;

  constructor({
    model: _model,
    saveState
  }: Pick<DocumentRegistry.IContext<INotebookModel>, 'model' | 'saveState'>) {
    super();
    this._model = _model;
    this._any = _model.dirty;
    saveState.connect(this._onSave, this);
    _model.metadataChanged.connect(this._onMetadata, this);
    _model.contentChanged.connect(this._onContent, this);
    _model.stateChanged.connect(this._onState, this);
  }

  get any(): boolean {
    return this._model.dirty && this._any;
  }

  protected override release(): void {
    Signal.clearData(this);
  }

  /** Emitted right before the change event of the content itself. */
  private _onMetadata(_: INotebookModel, { key }: IMapChange): void {
    this._isKernels = OF_THE_KERNEL.has(key);
  }

  private _onContent(): void {
    if (!this._isKernels) {
      this._any = true;
      this._sinceSave = true;
    }
    this._isKernels = false;
  }

  /** `started` is emitted right before a save reads the content. */
  private _onSave(_: unknown, state: DocumentRegistry.SaveState): void {
    if (state === 'completed' && this._sinceSave) {
      this._any = true;
      this._model.dirty = true;
    }
    this._sinceSave = false;
  }

  private _onState(_: INotebookModel, { name }: IChangedArgs<unknown>): void {
    if (name === 'dirty' && !this._model.dirty) {
      this._any = false;
    }
  }
}
