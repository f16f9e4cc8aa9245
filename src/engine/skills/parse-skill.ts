import type { ITranslator } from '../../contract';
import { TOOLS } from '../../tools';
import {
  FrontMatterError,
  readFrontMatter
} from '../../contract/text/front-matter';
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
  const { front, body } = partsOf(source);
  if (front === null) {
    return {
      problem: trans.__(
        'it does not begin with a name and a description in YAML, between two lines “---”'
      )
    };
  }
  const textOf = (key: string): string => {
    const value = front[key];
    return typeof value === 'string' ? value : '';
  };
  const name = textOf('name');
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
  const description = withoutHidden(textOf('description'))
    .replace(/\s+/g, ' ')
    .trim();
  if (description === '') {
    return { problem: trans.__('it has no description') };
  }
  return {
    name,
    description:
      description.length <= MAX_DESCRIPTION
        ? description
        : `${description.slice(0, MAX_DESCRIPTION - 1)}…`,
    text: withoutHidden(body).trim()
  };
}

/** YAML that cannot be read counts as none. */
function partsOf(source: string): ReturnType<typeof readFrontMatter> {
  // Many skills have a colon in a description without quotes.
  const quoted = source.replace(
    /^(description:)[ \t]+([^\s"'|>].*)$/m,
    (_, key: string, text: string) => `${key} ${JSON.stringify(text.trim())}`
  );
  for (const each of [source, quoted]) {
    try {
      return readFrontMatter(each);
    } catch (error) {
      if (!(error instanceof FrontMatterError)) {
        throw error;
      }
    }
  }
  return { front: null, body: source };
}
