import type { IAgentParts } from './agent/agent';
import type { IMakeAgentOptions } from './agent/make-agent';

/**
 * What is needed once somebody opens the panel, in one chunk, since every chunk
 * adds to what JupyterLab loads first.
 */
export { tellLeftOut } from './util/tell-left-out';
export { threadStore } from './threads/thread-store';
export { makeModels } from './models/make-models';
export { makePreferences } from './settings/make-preferences';
export { fillPanel } from './panel/fill-panel';

/** A chunk of its own: a panel without a conversation does not need it. */
export async function agentParts(
  options: IMakeAgentOptions
): Promise<IAgentParts> {
  const agent = await import('./agent/make-agent');
  return agent.agentParts(options);
}
