import { z } from 'zod';

import { PART_TYPES, type IReportPart } from '../../contract';
import {
  readFrontMatter,
  type FrontValue
} from '../../contract/text/front-matter';
import { cleanText } from '../text/clean-text';

/** A section of a report, and the question it has to answer. */
interface ITemplateSection {
  title: string;
  answers: string;
  required: boolean;
}

export interface IReportTemplate {
  title: string;
  /** `general` if it names no kind. */
  kind: string;
  /** BCP 47; null for the person's own language. */
  language: string | null;
  sections: ITemplateSection[];
  /** What the finished report is checked against, one sentence each. */
  checklist: string[];
  parts: ITemplatePart[];
  /** Markdown with `{{parts}}`; `{{sections}}` is where the sections go. */
  body: string;
}

const SECTIONS = 'sections';
const TITLE = 'title';

/**
 * Reads a template written by a person: Markdown with front matter. Parts that
 * only appear in its text are asked for as well.
 *
 * @throws FrontMatterError that names the line that cannot be read.
 */
export function readTemplate(source: string): IReportTemplate {
  const { front: given, body } = readFrontMatter(cleanText(source));
  const front = given ?? {};
  const parts = listOf(front.parts, declaredPart);
  const named = new Set(parts.map(({ name }) => name));
  for (const part of placeholdersIn(body)) {
    if (![SECTIONS, TITLE].includes(part.name) && !named.has(part.name)) {
      named.add(part.name);
      parts.push(part);
    }
  }
  return {
    title: word.parse(front.title),
    kind: word.parse(front.kind) || 'general',
    language: word.parse(front.language) || null,
    sections: listOf(front.sections, section),
    checklist: listOf(front.checklist, z.string()),
    parts: parts.slice(0, MAX_PARTS),
    body: body.trim() === '' ? `{{${SECTIONS}}}` : body.trim()
  };
}

function placeholdersIn(body: string): ITemplatePart[] {
  return [...body.matchAll(/\{\{([^{}]+)\}\}/g)].flatMap(
    ([, inner]) => readPlaceholder(inner) ?? []
  );
}

/** What is no text counts as none. */
const word = z.string().catch('');

const required = word.transform(text => text.toLowerCase() !== 'false');

const declaredPart = z.union([
  z.string().transform(readPlaceholder),
  z
    .object({
      name: z.string().min(1),
      label: word,
      type: word.transform(type => type || 'text').pipe(z.enum(PART_TYPES)),
      required,
      choices: word.transform(choicesIn)
    })
    .transform(part => ({ ...part, label: part.label || part.name }))
]);

const section = z.union([
  z
    .string()
    .min(1)
    .transform(title => ({ title, answers: '', required: true })),
  z.object({ title: z.string().min(1), answers: word, required })
]);

/** The items of a list that are of a kind. */
function listOf<T>(
  value: FrontValue | undefined,
  kind: z.ZodType<T>
): NonNullable<T>[] {
  return (Array.isArray(value) ? value : []).flatMap(
    item => kind.safeParse(item).data ?? []
  );
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
 *
 * @returns Markdown, to be read by `readReport`.
 */
export function fillTemplate(
  { body, parts: declared }: Pick<IReportTemplate, 'body' | 'parts'>,
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
): string {
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
  return body
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
}

function escaped(text: string): string {
  // A list has one item per line.
  return text
    .trim()
    .replace(MARKED, '\\$&')
    .replace(/(?<!\s)\s*\n\s*/g, ', ');
}

/** Something that a template asks for by its name. */
export type ITemplatePart = IReportPart;

function isPartType(value: string): value is ITemplatePart['type'] {
  return (PART_TYPES as readonly string[]).includes(value);
}

const PLACEHOLDER =
  /^\s*([\p{L}_][\p{L}\p{N}_ -]{0,60}?)\s*(?:(\?)\s*)?(?::\s*([a-z-]+)\s*(?:\(([^()]{1,400})\)\s*)?)?$/u;

/** The most characters between the braces. */
const MAX_LENGTH = 500;

/** The most parts that a template can ask for; each is a field of a form. */
export const MAX_PARTS = 200;

/**
 * Reads the text between `{{` and `}}`: `name`, `name?` for an optional part,
 * `name: date`, `size: choice(small|large)`. Null for anything else.
 */
export function readPlaceholder(inner: string): ITemplatePart | null {
  const [, name, mayMiss, type = 'text', choices] =
    (inner.length <= MAX_LENGTH && PLACEHOLDER.exec(inner)) || [];
  return name === undefined || !isPartType(type)
    ? null
    : {
        name,
        label: name.replaceAll('_', ' '),
        type,
        required: mayMiss === undefined,
        choices: choicesIn(choices ?? '')
      };
}

function choicesIn(text: string): string[] {
  return text.split('|').flatMap(choice => choice.trim() || []);
}
