import type { ITranslator } from '../../contract';
import { TOOLS } from '../../tools';

import { readFrontMatter } from './read-front-matter';
import { withoutHidden } from '../../contract/text/without-hidden';

/** The content of a `SKILL.md`. */
export interface ISkill {
  name: string;
  description: string;
  /** The text after the front matter. */
  text: string;
  /** As listed in the front matter; null if it has no list. */
  allowedTools: string[] | null;
}

/** The most characters of a name, the same limit that other agents have. */
const MAX_NAME = 64;

/** The most characters of a description. */
const MAX_DESCRIPTION = 1024;

/** Names that could be mistaken for ours. */
const OURS: ReadonlySet<string> = new Set(
  TOOLS.map(({ name }) => name.replaceAll('_', '-'))
);

/**
 * Reads a `SKILL.md`.
 *
 * @returns the skill, or half a sentence for the person on why it cannot be
 * used.
 */
export function parseSkill(
  source: string,
  trans: ITranslator
): ISkill | { problem: string } {
  const read = readFrontMatter(source, trans);
  if ('problem' in read) {
    return read;
  }
  const { fields, body } = read;
  const name = fields.get('name');
  if (
    typeof name !== 'string' ||
    name.length > MAX_NAME ||
    !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)
  ) {
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
  const description = oneLine(textOf(fields.get('description')));
  if (description === '' || description.length > MAX_DESCRIPTION) {
    return {
      problem: trans.__(
        'its description is not a text of 1 to %1 characters',
        MAX_DESCRIPTION
      )
    };
  }
  const allowed = fields.get('allowed-tools');
  return {
    name,
    description,
    text: withoutHidden(body).trim(),
    allowedTools: allowed === undefined ? null : namesIn(allowed)
  };
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

function oneLine(text: string): string {
  return withoutHidden(text).replace(/\s+/g, ' ').trim();
}

/**
 * "Read, Bash(git add:*) Grep" → Read, Bash, Grep; the text in brackets is
 * ignored.
 */
function namesIn(value: string | string[]): string[] {
  const text = Array.isArray(value) ? value.join(' ') : value;
  const names: string[] = [];
  let depth = 0;
  let name = '';
  for (const character of `${text} `) {
    if (character === '(') {
      depth++;
    } else if (character === ')') {
      depth = Math.max(0, depth - 1);
    } else if (depth > 0) {
      continue;
    } else if (/[\s,]/.test(character)) {
      names.push(name);
      name = '';
    } else {
      name += character;
    }
  }
  return [...new Set(names.filter(each => each !== ''))];
}
