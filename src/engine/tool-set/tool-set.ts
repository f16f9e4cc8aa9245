import type { ITool, IToolDeclaration, ITranslator } from '../../contract';
import { declaredTool } from './declared-tool';
import { SetupError } from '../errors/errors';

/** LangChain's own tool for the todo list. */
export const WRITE_TODOS = 'write_todos';

/** Ours, for when there are more tools than are offered. */
export const FIND_TOOLS = 'find_tools';

/**
 * Every tool there is, built in or from other extensions, in the order of
 * registration.
 *
 * @param known tools made from declarations before: the same declaration gives
 * the same tool.
 * @throws SetupError for a name that no provider accepts, or that is taken.
 */
export function toolSet(
  entries: readonly (ITool | IToolDeclaration)[],
  trans: ITranslator,
  known = new WeakMap<IToolDeclaration, ITool>()
): ITool[] {
  const taken = new Set([WRITE_TODOS, FIND_TOOLS]);
  return entries.map(entry => {
    const { name } = entry;
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
      throw new SetupError(
        trans.__(
          'A tool cannot be called “%1”: use 1 to 64 letters, digits, “_” and “-”.',
          name
        )
      );
    }
    if (taken.has(name)) {
      throw new SetupError(
        trans.__(
          'There are two tools called “%1”. The extension that added the second has to rename it.',
          name
        )
      );
    }
    taken.add(name);
    if (!isDeclaration(entry)) {
      return entry;
    }
    const tool = known.get(entry) ?? declaredTool(entry, trans);
    known.set(entry, tool);
    return tool;
  });
}

function isDeclaration(
  entry: ITool | IToolDeclaration
): entry is IToolDeclaration {
  return 'parameters' in entry;
}
