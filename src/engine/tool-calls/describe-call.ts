import type { ITool, ITranslator } from '../../contract';
import { parseArguments } from '../tool-set/parse-arguments';
import { WRITE_TODOS } from '../tool-set/tool-set';

/** One line for a call that has not run: what it wants to do. */
export function describeCall(
  tools: ReadonlyMap<string, ITool>,
  trans: ITranslator,
  name: string,
  args: Record<string, unknown>
): string {
  if (name === WRITE_TODOS) {
    return trans.__('Updating the plan');
  }
  const tool = tools.get(name);
  const parsed = tool && parseArguments(tool, args).args;
  return tool && parsed
    ? tool.running(parsed, trans)
    : trans.__('A call that cannot run: %1', name);
}
