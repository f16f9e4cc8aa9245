import type { DocumentRegistry } from '@jupyterlab/docregistry';
import type { IDisposable } from '@lumino/disposable';

/** ms: a save whose dialog was cancelled never says that it is over. */
const LONGEST = 5_000;

/**
 * Whether a document is being saved, by whoever in this page. Of two saves at
 * once JupyterLab takes one for somebody else's, and asks with a dialog.
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

  /** Resolves once none is on its way. */
  async idle(): Promise<void> {
    if (!this._isSaving) {
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>(resolve => {
      this._ended = resolve;
      timer = setTimeout(() => this._end(), LONGEST);
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
