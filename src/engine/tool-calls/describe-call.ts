import type { ITool, ITranslator } from '../../contract';
import { spoken } from '../../contract/text/spoken';
import type { CellNames } from '../../tools';
import { parseArguments, withCells } from '../tool-set/parse-arguments';
import { WRITE_TODOS } from '../tool-set/tool-set';

/** What is needed to describe a call. */
export interface ICallWords {
  tools: ReadonlyMap<string, ITool>;
  names: Pick<CellNames, 'numbered' | 'whole'>;
  trans: ITranslator;
}

/** One line on what a call that has not run yet wants to do. */
export function describeCall(
  { tools, names, trans }: ICallWords,
  name: string,
  args: Record<string, unknown>
): string {
  if (name === WRITE_TODOS) {
    return trans.__('Updating the to-do list');
  }
  const tool = tools.get(name);
  const parsed = tool && parseArguments(tool, args, names).args;
  return tool && parsed
    ? tool.running(parsed, trans)
    : trans.__('Something that cannot be run: %1', spoken(name));
}

/**
 * The arguments of a call as they are shown and stored, with whole cell ids.
 */
export function wholeArguments(
  { tools, names }: Pick<ICallWords, 'names' | 'tools'>,
  name: string,
  args: Record<string, unknown>
): Record<string, unknown> {
  const tool = tools.get(name);
  return tool ? withCells(tool, args, each => names.whole(each)) : args;
}
