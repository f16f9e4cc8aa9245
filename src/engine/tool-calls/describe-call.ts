import { parseArguments, withCells } from './parse-arguments';
import type { Run } from '../run/run';
import { WRITE_TODOS } from './tool-set';

/** One line for a call that has not run: what it wants to do. */
export function describeCall(
  run: Run,
  name: string,
  args: Record<string, unknown>
): string {
  const { tools, trans } = run.options;
  if (name === WRITE_TODOS) {
    return trans.__('Updating the plan');
  }
  const tool = tools.get(name);
  const parsed = tool && parseArguments(tool, args, run.names).args;
  return tool && parsed
    ? tool.running(parsed, trans)
    : trans.__('A call that cannot run: %1', name);
}

/** The arguments of a call as they are shown and kept: cells by their ids. */
export function wholeArguments(
  { names, options }: Run,
  name: string,
  args: Record<string, unknown>
): Record<string, unknown> {
  const tool = options.tools.get(name);
  return tool ? withCells(tool, args, each => names.whole(each)) : args;
}
