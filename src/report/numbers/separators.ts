/** How a language writes numbers; `decimal` is null where it is not known. */
export interface ISeparators {
  decimal: '.' | ',' | null;
  /** Whether a common blank stands between groups of three. */
  blank: boolean;
}

const known = new Map<string, ISeparators>();

/** What separates whole from part, and groups, in a language. */
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
    // A model may name a language that is none.
    return { decimal: null, blank: false };
  }
}
