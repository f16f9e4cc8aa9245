import type { ITranslator } from '../../contract';

/** Which rule was not met. */
export type RefusedKind =
  | 'package'
  | 'program'
  | 'member'
  | 'name'
  | 'ipython'
  | 'syntax'
  | 'internals'
  | 'text'
  | 'markup'
  | 'setting'
  | 'file'
  | 'environment'
  | 'address'
  | 'length'
  | 'language'
  | 'parser';

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

/** The end of "This asks because …", for the card. */
export function reasonText(
  { kind, what: whole }: CodeRefusal,
  trans: ITranslator
): string {
  const what = whole.replace(/[`\s]+/g, ' ').slice(0, MAX_QUOTED);
  switch (kind) {
    case 'package':
      return trans.__('it uses `%1`, which Cellwright does not know', what);
    case 'program':
      return trans.__(
        'it uses `%1`, which can start programs or load any code',
        what
      );
    case 'member':
      return trans.__(
        'it uses `%1`, which is not on the list of harmless things',
        what
      );
    case 'name':
      return trans.__('no cell here says what `%1` is', what);
    case 'ipython':
      return trans.__(
        '`%1` is a command of IPython, which Cellwright does not know',
        what
      );
    case 'syntax':
      return trans.__('Cellwright can’t read it as plain Python');
    case 'internals':
      return trans.__('`%1` reaches into the workings of Python', what);
    case 'text':
      return trans.__('it runs text as code (`%1`)', what);
    case 'markup':
      return trans.__('it puts text into the page as markup (`%1`)', what);
    case 'setting':
      return trans.__('`%1` changes how code or files are handled', what);
    case 'file':
      return trans.__(
        'it writes, moves or deletes files other than data files beside the notebook (`%1`)',
        what
      );
    case 'environment':
      return trans.__('it changes the environment of the kernel (`%1`)', what);
    case 'address':
      return trans.__('it puts an address together (`%1`)', what);
    case 'length':
      return trans.__('it is too long to be judged');
    case 'language':
      return what
        ? trans.__('Cellwright can’t judge %1 code', what)
        : trans.__('the kernel’s language is not known yet');
    case 'parser':
      return trans.__(
        'JupyterLab’s Python parser could not be loaded; reload the page'
      );
  }
}
