import { parser } from '@lezer/python';

import type { IGrammar, IGrammars } from '../contract';

/** As in JupyterLab up to 4.6: a comment at the very end is an error. */
const grammar: IGrammar = {
  startParse(code) {
    const comment = code.lastIndexOf('#');
    const isLast = comment >= 0 && !/['"\n]/.test(code.slice(comment));
    return parser.startParse(isLast ? `${code}\n)` : code);
  }
};

/** The grammar of JupyterLab's editors, available at once or never. */
export class FakeGrammars implements IGrammars {
  /** How often it was requested. */
  loads = 0;

  /** @param _isThere false if it cannot be loaded. */
  constructor(private readonly _isThere = true) {}

  get python(): IGrammar | null {
    return this._isThere ? grammar : null;
  }

  async load(): Promise<void> {
    this.loads += 1;
  }
}
