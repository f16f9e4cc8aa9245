import { hashText, type ITool } from '../../../contract';
import { isRefusedEffect } from './is-refused-effect';
import type { IWorkflowHost } from '../../../engine/run-context/workflow';
import { parametersOf } from '../../../engine/tool-set/parameters';
import type { IPlanTool, IPlanTools } from '../state/plan-ports';

/** How long a list of tools is considered current, in ms. */
const CHECK_EVERY = 300_000;

/**
 * The tools that fit a step: first those that its plan names, then those found
 * in the index. The limit is only for the latter: a named tool that was left out
 * would not be looked at before the step goes ahead without its card.
 */
export function hostTools(
  host: Pick<IWorkflowHost, 'checkTools' | 'findTools' | 'tool'>,
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
    recommend: async (step, limit) => {
      const found = await host.findTools(
        [step.title, step.does, ...step.tools].join('\n'),
        limit
      );
      const named = [
        ...new Set(step.tools.flatMap(name => host.tool(name) ?? []))
      ];
      return [
        ...named.map(tool => ({ tool, score: 1 })),
        ...found
          .filter(({ tool }) => !named.includes(tool))
          .slice(0, Math.max(0, limit - named.length))
      ].map(({ tool, score }) => planTool(tool, score));
    }
  };
}

function planTool(tool: ITool, score: number): IPlanTool {
  const schema = parametersOf(tool);
  return {
    name: tool.name,
    schema: { ...schema, type: 'object' },
    score,
    reachesOut: tool.effects.some(isRefusedEffect),
    version: hashText(
      JSON.stringify([schema, tool.description, tool.server, tool.effects])
    )
  };
}
