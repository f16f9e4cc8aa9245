import { readPlaceholder } from './template-part';
import type { IReportTemplate } from './read-template';

export interface IFilledTemplate {
  /** Markdown, to be read by `readReport`. */
  markdown: string;
  /** Required parts that have no value. */
  missing: string[];
}

/**
 * The most characters of all inserted parts: a file may name one part a
 * thousand times.
 */
const MAX_INSERTED = 500_000;

/** Characters that Markdown could take for markup. */
const MARKED = /[\\`*_[\]{}<>()#+\-.!|~$&:"]/g;

/**
 * A template with its parts filled in, and the sections at their first
 * placeholder. What a person typed into a form stays plain text, whatever it
 * looks like; sections are Markdown.
 */
export function fillTemplate(
  { body, parts: declared }: IReportTemplate,
  {
    title,
    parts,
    filled = {},
    sections
  }: {
    title: string;
    parts: Readonly<Record<string, string>>;
    /**
     * Values for parts that nobody typed: Markdown, with references to
     * evidence.
     */
    filled?: Readonly<Record<string, string>>;
    sections: readonly { title: string; markdown: string }[];
  }
): IFilledTemplate {
  const given = new Map(Object.entries(parts));
  const required = new Set(
    declared.filter(part => part.required).map(({ name }) => name)
  );
  let isPlaced = false;
  let left = MAX_INSERTED;
  const valueOf = (name: string): string => {
    if (name === 'sections') {
      // The sections are inserted only once.
      const isFirst = !isPlaced;
      isPlaced = true;
      return isFirst
        ? sections
            .map(each => `## ${escaped(each.title)}\n\n${each.markdown.trim()}`)
            .join('\n\n')
        : '';
    }
    const typed = name === 'title' ? title : (given.get(name) ?? '');
    const value = typed
      ? escaped(typed)
      : Object.hasOwn(filled, name)
        ? filled[name]
        : '';
    left -= value.length;
    return left < 0 ? '' : value;
  };
  const markdown = body
    .split('\n')
    .flatMap(line => {
      let blanks = 0;
      let empty = 0;
      const text = line.replace(/\{\{([^{}]+)\}\}/g, (whole, inner: string) => {
        const name = readPlaceholder(inner)?.name;
        const value = name === undefined ? whole : valueOf(name);
        blanks += 1;
        empty += value === '' && !required.has(name ?? '') ? 1 : 0;
        return value;
      });
      // "Version: " without a version says nothing. One that has to be there
      // leaves its gap, which is listed.
      return blanks > 0 && blanks === empty ? [] : [text];
    })
    .join('\n');
  return {
    markdown,
    missing: declared
      .filter(
        ({ name, required }) =>
          required && !given.get(name)?.trim() && !filled[name]
      )
      .map(({ name }) => name)
  };
}

function escaped(text: string): string {
  // A list has one item per line.
  return text
    .trim()
    .replace(MARKED, '\\$&')
    .replace(/(?<!\s)\s*\n\s*/g, ', ');
}
