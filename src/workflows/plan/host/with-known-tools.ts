import type { IMemoryObservation } from '../../../contract';

/**
 * An observation without names of tools that do not exist; null if it is about
 * such a tool. A model can write anything as the name of a tool, in a plan and
 * in a call, also a value that it read.
 */
export function withKnownTools(
  seen: IMemoryObservation,
  isKnown: (name: string) => boolean
): IMemoryObservation | null {
  switch (seen.kind) {
    case 'plan':
      return {
        ...seen,
        steps: seen.steps.map(({ title, tools }) => ({
          title,
          tools: tools.filter(isKnown)
        }))
      };
    case 'tool':
      return isKnown(seen.tool) ? seen : null;
    case 'workflow':
      return { ...seen, tools: seen.tools.filter(isKnown) };
    case 'behaviour':
    case 'clarification':
      // Their tools are those that were found.
      return seen;
  }
}
