import { parser } from '@lezer/python';

import type { IGrammar, IGrammars } from '../contract';

/** The real grammar of JupyterLab's editors, available at once or never. */
export class FakeGrammars implements IGrammars {
  /** How often it was requested. */
  loads = 0;

  /** @param _isThere false if it cannot be loaded. */
  constructor(private readonly _isThere = true) {}

  get python(): IGrammar | null {
    return this._isThere ? parser : null;
  }

  async load(): Promise<void> {
    this.loads += 1;
  }
}
