import type { IPreparedTool, ITranslator } from '../../../contract';
import type { IMemoryHit } from '../../../memory';
import type { IPlanTool } from '../state/plan-ports';
import { preparedTools } from './prepared-tools';

/** How memory has changed the tools of a step. */
export interface IToolMemory {
  /** Key of the memory that changed it; if there are several, the likeliest. */
  key: string;
  /** One sentence. */
  text: string;
}

/**
 * How memories have changed a step's tools, as a sentence for the person; null
 * if they have not.
 */
export function toolMemory(
  title: string,
  tools: readonly IPlanTool[],
  memories: readonly IMemoryHit[],
  given: Readonly<Record<string, Record<string, unknown>>>,
  trans: ITranslator
): IToolMemory | null {
  const without = preparedTools(tools, [], given);
  const withAll = preparedTools(tools, memories, given);
  if (isSame(without, withAll)) {
    return null;
  }
  const hit =
    memories.find(
      each => !isSame(without, preparedTools(tools, [each], given))
    ) ?? memories[0];
  const left = without.find(
    ({ name }) =>
      name === hit.entry.tools[0] && withAll.every(each => each.name !== name)
  );
  return {
    key: hit.entry.key,
    text: left
      ? trans.__(
          '“%1” does not use %2, which failed more than twice in steps like this.',
          title,
          left.name
        )
      : trans.__('The tools for “%1” were chosen by what worked before.', title)
  };
}

/**
 * Whether these are the same tools in the same order with the same arguments.
 */
function isSame(
  one: readonly IPreparedTool[],
  other: readonly IPreparedTool[]
): boolean {
  const plain = (tools: readonly IPreparedTool[]): string =>
    JSON.stringify(tools.map(({ name, arguments: given }) => [name, given]));
  return plain(one) === plain(other);
}
