import type { AgentMode } from '../../contract';

/** Name of the graph above the agent for a mode; null if the mode has none. */
export function workflowIn(mode: AgentMode): 'plan' | 'report' | null {
  return mode === 'plan' || mode === 'report' ? mode : null;
}
