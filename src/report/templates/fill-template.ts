import { readPlaceholder } from './template-part';
import type { IReportTemplate } from './read-template';

export interface IFilledTemplate {
  /** Markdown, to be read by `readReport`. */
  markdown: string;
  /** Required parts that nobody gave. */
  missing: string[];
}

/** A text that Markdown reads as that text. */
const MARKED = /[\\`*_[\]{}<>()#+\-.!|~$&:"]/g;

/**
 * A template with its parts and sections in their places. What a person typed
 * into a form is text there, whatever it looks like; a section is Markdown.
 */
export function fillTemplate(
  { body, parts: declared }: IReportTemplate,
  {
    title,
    parts,
    sections
  }: {
    title: string;
    parts: Readonly<Record<string, string>>;
    sections: readonly { title: string; markdown: string }[];
  }
): IFilledTemplate {
  const given = new Map(Object.entries(parts));
  const markdown = body.replace(/\{\{([^{}]+)\}\}/g, (whole, inner: string) => {
    const name = readPlaceholder(inner)?.name;
    switch (name) {
      case undefined:
        return whole;
      case 'sections':
        return sections
          .map(each => `## ${escaped(each.title)}\n\n${each.markdown.trim()}`)
          .join('\n\n');
      case 'title':
        return escaped(title);
      default:
        return escaped(given.get(name) ?? '');
    }
  });
  return {
    markdown,
    missing: declared
      .filter(({ name, required }) => required && !given.get(name)?.trim())
      .map(({ name }) => name)
  };
}

function escaped(text: string): string {
  return text.replace(MARKED, '\\$&').replace(/\s*\n\s*/g, ' ');
}
