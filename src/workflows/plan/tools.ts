import { hashText, type Effect, type IPlanStep } from '../../contract';
import type { IWorkflowHost } from '../../engine/workflows/workflow';
import { parametersOf } from '../../engine/tool-set/parse-arguments';

/** The most tools on the card of a step. */
const MAX_STEP_TOOLS = 5;

/** Effects that memory never lets through without a card. */
const REACHES_OUT: readonly Effect[] = ['shell', 'network', 'write'];

/** A tool that a step names. */
export interface IPlanTool {
  name: string;
  schema: { type: 'object'; [key: string]: unknown };
  /** Differs when the tool has changed. */
  version: string;
}

/** The tools that a step names, as far as they are offered. */
export function namedTools(
  host: Pick<IWorkflowHost, 'tool'>,
  { tools }: Pick<IPlanStep, 'tools'>
): IPlanTool[] {
  return [...new Set(tools.flatMap(name => host.tool(name) ?? []))]
    .slice(0, MAX_STEP_TOOLS)
    .map(tool => {
      const schema = parametersOf(tool);
      return {
        name: tool.name,
        schema: { ...schema, type: 'object' },
        version: hashText(
          JSON.stringify([schema, tool.description, tool.server, tool.effects])
        )
      };
    });
}

/**
 * Whether this call would reach a shell, the network or files, or nobody knows
 * what it would do.
 */
export function reachesOut(
  host: Pick<IWorkflowHost, 'effectOf' | 'tool'>,
  name: string,
  args: Record<string, unknown>
): boolean {
  const tool = host.tool(name);
  if (tool?.effects.every(each => !REACHES_OUT.includes(each))) {
    return false;
  }
  const effect = host.effectOf(name, args);
  return effect === null || REACHES_OUT.includes(effect);
}
