import type { IMapChange } from '@jupyter/ydoc';
import type { IChangedArgs } from '@jupyterlab/coreutils';
import type { DocumentRegistry } from '@jupyterlab/docregistry';
import type { INotebookModel } from '@jupyterlab/notebook';

import { Disposable } from '../../contract/util/disposable';

/** What a kernel writes into a notebook by being there: no person's work. */
const OF_THE_KERNEL: ReadonlySet<string> = new Set([
  'language_info',
  'kernelspec'
]);

/**
 * Whether an open notebook holds more that is unsaved than what its kernel says
 * of itself. `dirty` alone does not tell: a notebook that another version of
 * Python wrote is dirty as soon as it is open.
 *
 * What is changed while a save is on its way is not in the file, yet JupyterLab
 * calls the notebook clean when that save is over, and would neither save it by
 * itself nor ask before the page is left. Such a notebook is made dirty again.
 */
export class UnsavedEdits extends Disposable {
  private _any: boolean;

  private _isKernels = false;

  /** Whether it changed since the save that is on its way took its content. */
  private _sinceSave = false;

  private readonly _model: INotebookModel;

  private readonly _saveState: DocumentRegistry.Context['saveState'];

  constructor({
    model: _model,
    saveState
  }: Pick<DocumentRegistry.IContext<INotebookModel>, 'model' | 'saveState'>) {
    super();
    this._model = _model;
    this._saveState = saveState;
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
    this._saveState.disconnect(this._onSave, this);
    this._model.metadataChanged.disconnect(this._onMetadata, this);
    this._model.contentChanged.disconnect(this._onContent, this);
    this._model.stateChanged.disconnect(this._onState, this);
  }

  /** Told right before the change of the content that it is. */
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

  /** `started` is told right before a save takes the content. */
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
