import type { DocumentRegistry } from '@jupyterlab/docregistry';
import { Signal } from '@lumino/signaling';

import { Disposable } from '../../contract/util/disposable';

/** ms: a save whose dialog was cancelled never reports its end. */
const MAX_LENGTH = 5_000;

/**
 * Whether a document is being saved by anything in this page. When two saves
 * overlap, JupyterLab takes one for a change from outside and opens a dialog.
 */
export class PageSaves extends Disposable {
  private _isSaving = false;

  private _ended: () => void = () => undefined;

  constructor({ saveState }: Pick<DocumentRegistry.Context, 'saveState'>) {
    super();
    saveState.connect(this._onState, this);
  }

  /** Resolves once no save is under way. */
  async idle(): Promise<void> {
    if (!this._isSaving) {
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>(resolve => {
      this._ended = resolve;
      timer = setTimeout(() => this._end(), MAX_LENGTH);
    });
    clearTimeout(timer);
  }

  protected override release(): void {
    Signal.clearData(this);
    this._end();
  }

  private _onState(_: unknown, state: DocumentRegistry.SaveState): void {
    if (state === 'started') {
      this._isSaving = true;
    } else {
      this._end();
    }
  }

  private _end(): void {
    this._isSaving = false;
    this._ended();
  }
}
