import { PART_TYPES, type IReportPart } from '../../contract';

/** Something that a template asks for by its name. */
export type ITemplatePart = IReportPart;

export function isPartType(value: string): value is ITemplatePart['type'] {
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
        choices: (choices ?? '')
          .split('|')
          .map(choice => choice.trim())
          .filter(choice => choice !== '')
      };
}
