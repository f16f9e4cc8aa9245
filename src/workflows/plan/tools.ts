import { hashText, type Effect, type IMemoryObservation } from '../../contract';
import type { IWorkflowHost } from '../../engine/run-context/workflow';
import { parametersOf } from '../../engine/tool-set/parse-arguments';
import type { IPlanTools } from './plan-ports';

/** How long a list of tools is considered current, in ms. */
const CHECK_EVERY = 300_000;

/** The most tools on the card of a step. */
const MAX_STEP_TOOLS = 5;

/** Effects that memory never lets through without a card. */
const REACHES_OUT: readonly Effect[] = ['shell', 'network', 'write'];

/** The tools of a step: those that its plan names, if they are offered. */
export function hostTools(
  host: Pick<IWorkflowHost, 'checkTools' | 'effectOf' | 'tool'>,
  now: () => number
): IPlanTools {
  let checked = -Infinity;
  return {
    check: async () => {
      if (now() - checked >= CHECK_EVERY) {
        checked = now();
        try {
          await host.checkTools();
        } catch (error) {
          // The step continues with the known tools; a call of a missing one is
          // answered with an error.
          console.warn('Cellwright: the tools could not be looked up', error);
        }
      }
    },
    named: ({ tools }) =>
      [...new Set(tools.flatMap(name => host.tool(name) ?? []))]
        .slice(0, MAX_STEP_TOOLS)
        .map(tool => {
          const schema = parametersOf(tool);
          return {
            name: tool.name,
            schema: { ...schema, type: 'object' },
            version: hashText(
              JSON.stringify([
                schema,
                tool.description,
                tool.server,
                tool.effects
              ])
            )
          };
        }),
    reachesOut: (name, args) => {
      const tool = host.tool(name);
      if (tool?.effects.every(each => !REACHES_OUT.includes(each))) {
        return false;
      }
      const effect = host.effectOf(name, args);
      return effect === null || REACHES_OUT.includes(effect);
    }
  };
}

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
