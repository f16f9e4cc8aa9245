import type { DocumentRegistry } from '@jupyterlab/docregistry';
import type { IDisposable } from '@lumino/disposable';

/** ms: a save whose dialog was cancelled never reports its end. */
const MAX_LENGTH = 5_000;

/**
 * Whether a document is being saved by anything in this page. When two saves
 * overlap, JupyterLab takes one for a change from outside and opens a dialog.
 */
export class PageSaves implements IDisposable {
  private _isSaving = false;

  private _isDisposed = false;

  private _ended: () => void = () => undefined;

  constructor(
    private readonly _context: Pick<DocumentRegistry.Context, 'saveState'>
  ) {
    _context.saveState.connect(this._onState, this);
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    if (!this._isDisposed) {
      this._isDisposed = true;
      this._context.saveState.disconnect(this._onState, this);
      this._end();
    }
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
