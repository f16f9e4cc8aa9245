import { readPlaceholder } from './template-part';
import type { IReportTemplate } from './read-template';

export interface IFilledTemplate {
  /** Markdown, to be read by `readReport`. */
  markdown: string;
  /** Required parts that nobody gave. */
  missing: string[];
}

/** Characters of parts in all places together: a file may name one a thousand times. */
const MOST_INSERTED = 500_000;

/** A text that Markdown reads as that text. */
const MARKED = /[\\`*_[\]{}<>()#+\-.!|~$&:"]/g;

/**
 * A template with its parts in their places, and its sections in the first of theirs. What a person typed
 * into a form is text there, whatever it looks like; a section is Markdown.
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
    /** For parts that nobody typed: Markdown, with references to evidence. */
    filled?: Readonly<Record<string, string>>;
    sections: readonly { title: string; markdown: string }[];
  }
): IFilledTemplate {
  const given = new Map(Object.entries(parts));
  let isPlaced = false;
  let left = MOST_INSERTED;
  const valueOf = (name: string): string => {
    if (name === 'sections') {
      // A report has its sections once.
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
  const markdown = body.replace(/\{\{([^{}]+)\}\}/g, (whole, inner: string) => {
    const name = readPlaceholder(inner)?.name;
    return name === undefined ? whole : valueOf(name);
  });
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
  // A list has one on each line.
  return text
    .trim()
    .replace(MARKED, '\\$&')
    .replace(/\s*\n\s*/g, ', ');
}
