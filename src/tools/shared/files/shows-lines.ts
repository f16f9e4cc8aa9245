import type { IToolContext } from '../../../contract';
import { isCode } from './mime-type';

/**
 * Whether a model may learn anything of a file's lines. With "schemas only" it
 * may not where they may hold values. This goes for comparing them with a text
 * of the model's too: told where its text stands, or only that it does not, a
 * model can find out a value piece by piece.
 */
export function showsLines(
  path: string,
  { values, notebook }: Pick<IToolContext, 'values' | 'notebook'>
): boolean {
  return values || isCode(path, notebook.kernel.language);
}
