/** How a language writes numbers; `decimal` is null if not known. */
export interface ISeparators {
  decimal: '.' | ',' | null;
  /** Whether groups of three are separated by an ordinary space. */
  blank: boolean;
}

const known = new Map<string, ISeparators>();

/** The decimal mark and the group separators of a language. */
export function separators(language: string | null): ISeparators {
  if (language === null) {
    return { decimal: null, blank: false };
  }
  let found = known.get(language);
  if (found === undefined) {
    found = lookUp(language);
    known.set(language, found);
  }
  return found;
}

function lookUp(language: string): ISeparators {
  try {
    const parts = new Intl.NumberFormat(language).formatToParts(12345678.5);
    const of = (type: string): string =>
      parts.find(part => part.type === type)?.value ?? '';
    const decimal = of('decimal');
    return {
      decimal: decimal === '.' || decimal === ',' ? decimal : null,
      blank: /^\s$/u.test(of('group'))
    };
  } catch {
    // A model may give a language that does not exist.
    return { decimal: null, blank: false };
  }
}
