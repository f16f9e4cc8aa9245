import {
  type FrontValue,
  readFrontMatter
} from '../../contract/text/front-matter';
import { cleanText } from '../text/clean-text';
import {
  MAX_PARTS,
  isPartType,
  type ITemplatePart,
  readPlaceholder
} from './template-part';

/** A section of a report, and the question it has to answer. */
export interface ITemplateSection {
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
  const parts = listOf(front.parts).flatMap(partOf);
  const named = new Set(parts.map(({ name }) => name));
  for (const part of placeholdersIn(body)) {
    if (![SECTIONS, TITLE].includes(part.name) && !named.has(part.name)) {
      named.add(part.name);
      parts.push(part);
    }
  }
  return {
    title: textOf(front.title),
    kind: textOf(front.kind) || 'general',
    language: textOf(front.language) || null,
    sections: listOf(front.sections).flatMap(sectionOf),
    checklist: listOf(front.checklist).filter(each => typeof each === 'string'),
    parts: parts.slice(0, MAX_PARTS),
    body: body.trim() === '' ? `{{${SECTIONS}}}` : body.trim()
  };
}

function placeholdersIn(body: string): ITemplatePart[] {
  return [...body.matchAll(/\{\{([^{}]+)\}\}/g)].flatMap(
    ([, inner]) => readPlaceholder(inner) ?? []
  );
}

function partOf(item: FrontValue): ITemplatePart[] {
  if (typeof item === 'string') {
    const part = readPlaceholder(item);
    return part ? [part] : [];
  }
  const map = mapOf(item);
  const name = textOf(map.name);
  const type = textOf(map.type) || 'text';
  return name === '' || !isPartType(type)
    ? []
    : [
        {
          name,
          label: textOf(map.label) || name,
          type,
          required: isRequired(map),
          choices: textOf(map.choices)
            .split('|')
            .map(choice => choice.trim())
            .filter(choice => choice !== '')
        }
      ];
}

function sectionOf(item: FrontValue): ITemplateSection[] {
  const map = mapOf(item);
  const section =
    typeof item === 'string'
      ? { title: item, answers: '', required: true }
      : {
          title: textOf(map.title),
          answers: textOf(map.answers),
          required: isRequired(map)
        };
  return section.title === '' ? [] : [section];
}

function isRequired(map: { [key: string]: FrontValue }): boolean {
  return textOf(map.required).toLowerCase() !== 'false';
}

function mapOf(value: FrontValue): { [key: string]: FrontValue } {
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

function listOf(value: FrontValue | undefined): FrontValue[] {
  return Array.isArray(value) ? value.filter(each => each !== null) : [];
}

function textOf(value: FrontValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
