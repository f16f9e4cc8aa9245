import type { ITranslator } from '../../contract';
import { TOOLS } from '../../tools';
import { withoutHidden } from '../../contract/text/without-hidden';

/** The content of a `SKILL.md`. */
export interface ISkill {
  name: string;
  description: string;
  /** The text after the front matter. */
  text: string;
}

/** Maximum length of a name, the same limit that other agents have. */
const MAX_NAME = 64;

/** Maximum length of a description; a longer one is cut. */
const MAX_DESCRIPTION = 1024;

/** Maximum number of lines of front matter that are read. */
const MAX_LINES = 200;

/** Names that could be mistaken for ours. */
const OURS: ReadonlySet<string> = new Set(
  TOOLS.map(({ name }) => name.replaceAll('_', '-'))
);

/**
 * Reads a `SKILL.md`: its name, its description and its text. Whatever else the
 * front matter holds is for other agents, and skipped; nothing is evaluated.
 *
 * @returns the skill, or half a sentence for the person on why it cannot be
 * used.
 */
export function parseSkill(
  source: string,
  trans: ITranslator
): ISkill | { problem: string } {
  const lines = source.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  if (lines[0].trimEnd() !== '---') {
    return {
      problem: trans.__(
        'it does not begin with “---”, a name and a description'
      )
    };
  }
  const end = lines.slice(0, MAX_LINES).findIndex(isEnd);
  if (end < 0) {
    return { problem: trans.__('its front matter does not end with “---”') };
  }
  const fields = fieldsOf(lines.slice(1, end));
  const name = fields.get('name') ?? '';
  if (name.length > MAX_NAME || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
    return {
      problem: trans.__(
        'its name is not made of 1 to %1 lower-case letters, digits and single hyphens',
        MAX_NAME
      )
    };
  }
  if (OURS.has(name) || name.split('-')[0] === 'cellwright') {
    return {
      problem: trans.__('its name, “%1”, looks like one of Cellwright’s', name)
    };
  }
  const said = withoutHidden(fields.get('description') ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  if (said === '') {
    return { problem: trans.__('it has no description') };
  }
  return {
    name,
    description:
      said.length <= MAX_DESCRIPTION
        ? said
        : `${said.slice(0, MAX_DESCRIPTION - 1)}…`,
    text: withoutHidden(lines.slice(end + 1).join('\n')).trim()
  };
}

function isEnd(line: string, index: number): boolean {
  return index > 0 && line.trimEnd() === '---';
}

/** Keys at the beginning of a line, each with its text; the first one counts. */
function fieldsOf(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < lines.length; at++) {
    const [, key, rest = ''] =
      /^([\w-]+):(?:[ \t](.*))?$/.exec(lines[at]) ?? [];
    const more: string[] = [];
    while (at + 1 < lines.length && /^(?:\s|$)/.test(lines[at + 1])) {
      more.push(lines[++at].trim());
    }
    if (key !== undefined && !fields.has(key)) {
      fields.set(key, textOf(rest.trim(), more));
    }
  }
  return fields;
}

/** A text as YAML has it: plain, quoted, or as a block below. */
function textOf(first: string, more: readonly string[]): string {
  if (/^[|>]/.test(first)) {
    return more.join(' ');
  }
  const text = [first, ...more].join(' ').trim();
  const [quote] = text;
  if (quote !== '"' && quote !== "'") {
    return text.split(/(?:^|\s)#/, 1)[0];
  }
  const last = text.lastIndexOf(quote);
  const inner = text.slice(1, last > 0 ? last : undefined);
  if (quote === "'") {
    return inner.replaceAll("''", "'");
  }
  try {
    return String(JSON.parse(`"${inner}"`));
  } catch {
    // Not a text as JSON has it either; it is shown as it is.
    return inner;
  }
}
