import type { ITranslator } from '../../contract';

/** Which rule was not met. */
export type RefusedKind = keyof ReturnType<typeof reasons>;

/** Why code asks: the first thing in it that is not known to be harmless. */
export class CodeRefusal extends Error {
  /**
   * @param what the part of the code, as it stands there.
   * @param isOwn whether it stands in a function of the notebook's own.
   */
  constructor(
    readonly kind: RefusedKind,
    readonly what = '',
    readonly isOwn = false
  ) {
    super(`${kind}: ${what}`);
  }
}

/** Code is quoted in a sentence up to this length. */
const MAX_QUOTED = 60;

/** The end of "May run commands: …", for the card. */
export function reasonText(
  { kind, what }: CodeRefusal,
  trans: ITranslator
): string {
  const quoted = what.replace(/[`\s]+/g, ' ').slice(0, MAX_QUOTED);
  return reasons(quoted, trans)[kind];
}

function reasons(what: string, trans: ITranslator) {
  return {
    package: trans.__('it uses `%1`, which Cellwright does not know', what),
    program: trans.__(
      'it uses `%1`, which can start programs or load any code',
      what
    ),
    member: trans.__(
      'it uses `%1`, which is not on the list of harmless things',
      what
    ),
    name: trans.__('no cell here says what `%1` is', what),
    ipython: trans.__(
      '`%1` is a command of IPython, which Cellwright does not know',
      what
    ),
    syntax: trans.__('Cellwright can’t read it as plain Python'),
    internals: trans.__('`%1` reaches into the workings of Python', what),
    text: trans.__('it runs text as code (`%1`)', what),
    markup: trans.__('it puts text into the page as markup (`%1`)', what),
    setting: trans.__('`%1` changes how code or files are handled', what),
    file: trans.__(
      'it writes, moves or deletes files other than data files beside the notebook (`%1`)',
      what
    ),
    environment: trans.__(
      'it changes the environment of the kernel (`%1`)',
      what
    ),
    address: trans.__('it puts an address together (`%1`)', what),
    length: trans.__('it is too long to be judged'),
    language: what
      ? trans.__('Cellwright can’t judge %1 code', what)
      : trans.__('the kernel’s language is not known yet'),
    parser: trans.__(
      'JupyterLab’s Python parser could not be loaded; reload the page'
    )
  };
}
