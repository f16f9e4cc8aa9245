/** Releases something once, however often `dispose` is called. */
export abstract class Disposable {
  private _isDisposed = false;

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    if (!this._isDisposed) {
      this._isDisposed = true;
      this.release();
    }
  }

  protected abstract release(): void;
}
