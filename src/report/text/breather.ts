/** Works that long before others get their turn, in ms. */
const SLICE = 30;

/** Lets the page go on in the middle of long work. */
export class Breather {
  private _since = performance.now();

  /** Between two parts of the work: others get their turn if it is time. */
  async breathe(): Promise<void> {
    if (performance.now() - this._since > SLICE) {
      await new Promise(resolve => setTimeout(resolve, 0));
      this._since = performance.now();
    }
  }
}
