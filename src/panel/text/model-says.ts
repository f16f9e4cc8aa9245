import type { ITranslator } from '../../contract';
import { visibleProse } from '../render/visible-text';

/** Most of the model's words that stand in one line. */
const MAX_LINE = 200;

/**
 * The model's own words about its call, which may be untrue: in quotes, so that
 * they cannot pass for ours.
 *
 * @param most number of characters shown.
 */
export function modelSays(
  text: string,
  trans: ITranslator,
  most = MAX_LINE
): string {
  const line = visibleProse(text)
    .replace(/\s+/gu, ' ')
    .replace(/[“”]/g, '"')
    .trim();
  return trans.__(
    'The model says: “%1”',
    line.length > most ? `${line.slice(0, most)}…` : line
  );
}
