import type { ITranslator } from '../../contract';
import { TOOLS } from '../../tools';
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

/** The front matter of a file, and the text after it. */
interface IFrontMatter {
  fields: ReadonlyMap<string, string | string[]>;
  body: string;
}

/** The most lines of front matter that are read. */
const MAX_LINES = 200;

/**
 * First characters of YAML values that are more than plain text: anchors, tags,
 * maps, directives.
 */
const NOT_PLAIN = '&*!{}[]|>%@`"\'#?,';

/** Fields that may hold a flat map; its content is not used. */
const MAPS = ['metadata'];

/**
 * Reads the part of YAML that a `SKILL.md` needs: keys with a text (plain,
 * quoted or as a block) or with a list of texts. Everything else is refused,
 * and nothing is evaluated: no tags, no anchors, no nested maps.
 *
 * @returns the front matter, or a sentence on why it cannot be read.
 */
function readFrontMatter(
  text: string,
  trans: ITranslator
): IFrontMatter | { problem: string } {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  if (lines[0].trimEnd() !== '---') {
    return {
      problem: trans.__(
        'it does not begin with “---”, a name and a description'
      )
    };
  }
  const end = lines
    .slice(0, MAX_LINES)
    .findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  if (end < 0) {
    return { problem: trans.__('its front matter does not end with “---”') };
  }
  try {
    return {
      fields: new Reader(lines.slice(1, end), trans).read(),
      body: lines.slice(end + 1).join('\n')
    };
  } catch (error) {
    if (error instanceof FrontMatterError) {
      return { problem: error.message };
    }
    throw error;
  }
}

class FrontMatterError extends Error {}

/** Reads line by line, and refuses what it does not know. */
class Reader {
  private _at = 0;

  constructor(
    private readonly _lines: readonly string[],
    private readonly _trans: ITranslator
  ) {}

  read(): Map<string, string | string[]> {
    const fields = new Map<string, string | string[]>();
    while (this._at < this._lines.length) {
      const line = this._lines[this._at];
      if (isEmpty(line)) {
        this._at++;
        continue;
      }
      const { key, rest } = this._keyOf(line);
      if (fields.has(key)) {
        throw this._error(this._trans.__('“%1” appears twice', key));
      }
      this._at++;
      const value = this._value(key, rest);
      if (value !== null) {
        fields.set(key, value);
      }
    }
    return fields;
  }

  private _keyOf(line: string): { key: string; rest: string } {
    const colon = line.indexOf(':');
    const key = line.slice(0, colon);
    const rest = line.slice(colon + 1);
    if (
      colon < 1 ||
      !/^[A-Za-z][A-Za-z0-9_-]*$/.test(key) ||
      (rest !== '' && !/^[ \t]/.test(rest))
    ) {
      throw this._error(this._trans.__('it is not of the form “name: value”'));
    }
    return { key, rest: rest.trim() };
  }

  /** @returns null for a field that is ignored. */
  private _value(key: string, rest: string): string | string[] | null {
    if (rest === '' || rest.startsWith('#')) {
      return this._below(key);
    }
    if (/^[|>][+-]?$/.test(rest)) {
      return this._block(rest.startsWith('>'));
    }
    if (rest.startsWith('[')) {
      return this._flowList(rest);
    }
    if (rest.startsWith('"') || rest.startsWith("'")) {
      return this._quoted(rest);
    }
    const more = this._indented().map(line => line.trim());
    return [rest, ...more.filter(line => line !== '')]
      .map(part => this._plain(part))
      .join(' ');
  }

  /** The value in the lines below a key: a list, or a map that is not used. */
  private _below(key: string): string[] | string | null {
    const items: string[] = [];
    const start = this._at;
    while (this._at < this._lines.length) {
      const line = this._lines[this._at];
      const item = line.trim();
      if (isEmpty(line)) {
        this._at++;
      } else if (item.startsWith('- ')) {
        items.push(this._scalar(item.slice(2).trim()));
        this._at++;
      } else if (isIndented(line)) {
        if (items.length > 0 || !MAPS.includes(key)) {
          throw this._error(this._trans.__('it nests too deeply'));
        }
        this._at = start;
        this._skipMap();
        return null;
      } else {
        break;
      }
    }
    return items.length > 0 ? items : '';
  }

  private _skipMap(): void {
    for (const line of this._indented()) {
      if (
        !isEmpty(line) &&
        this._scalar(this._keyOf(line.trim()).rest) === ''
      ) {
        throw this._error(this._trans.__('it nests too deeply'));
      }
    }
  }

  private _block(folded: boolean): string {
    const lines = this._indented().map(line => line.trim());
    const text = folded
      ? lines.map(line => (line === '' ? '\n' : line)).join(' ')
      : lines.join('\n');
    return text.trim();
  }

  /** The indented lines that continue the one before, including empty ones. */
  private _indented(): string[] {
    const start = this._at;
    while (
      this._at < this._lines.length &&
      (this._lines[this._at].trim() === '' || isIndented(this._lines[this._at]))
    ) {
      this._at++;
    }
    return this._lines.slice(start, this._at);
  }

  private _flowList(rest: string): string[] {
    if (!rest.endsWith(']')) {
      throw this._error(
        this._trans.__('a list in brackets has to end on the same line')
      );
    }
    return rest
      .slice(1, -1)
      .split(',')
      .map(each => each.trim())
      .filter(each => each !== '')
      .map(each => this._scalar(each));
  }

  private _scalar(text: string): string {
    return text.startsWith('"') || text.startsWith("'")
      ? this._quoted(text)
      : this._plain(text);
  }

  private _quoted(text: string): string {
    const inner = text.slice(1, -1);
    if (text.startsWith('"')) {
      try {
        const value: unknown = JSON.parse(text);
        if (typeof value === 'string') {
          return value;
        }
      } catch {
        // The error for unmatched quotes, below, covers this.
      }
    } else if (
      text.length > 1 &&
      text.endsWith("'") &&
      !inner.replaceAll("''", '').includes("'")
    ) {
      return inner.replaceAll("''", "'");
    }
    throw this._error(this._trans.__('its quotation marks do not match'));
  }

  private _plain(text: string): string {
    const value = text.split(/\s#/, 1)[0].trim();
    if (value === '') {
      return value;
    }
    if (NOT_PLAIN.includes(value[0]) || value.startsWith('- ')) {
      throw this._error(
        this._trans.__(
          'a value cannot begin with “%1” without quotes',
          value[0]
        )
      );
    }
    if (/:(?:\s|$)/.test(value)) {
      throw this._error(
        this._trans.__('a value with a colon needs quotes around it')
      );
    }
    return value;
  }

  private _error(why: string): FrontMatterError {
    return new FrontMatterError(
      this._trans.__(
        'line %1 of its front matter cannot be read, since %2',
        // The first line of the file is the one with the dashes.
        Math.min(this._at, this._lines.length - 1) + 2,
        why
      )
    );
  }
}

function isEmpty(line: string): boolean {
  return line.trim() === '' || line.trimStart().startsWith('#');
}

function isIndented(line: string): boolean {
  return line.startsWith(' ') || line.startsWith('\t');
}
