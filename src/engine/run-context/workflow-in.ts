import type { AgentMode } from '../../contract';

/** Name of the graph above the agent that works in a mode; null for none. */
export function workflowIn(mode: AgentMode): 'plan' | 'report' | null {
  return mode === 'plan' || mode === 'report' ? mode : null;
}
