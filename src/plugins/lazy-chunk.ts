import type { IAgent } from '../contract';
import type { IMakeAgentOptions } from './agent/make-agent';

/**
 * What is needed once somebody looks at the panel: one file for all of it, since
 * each file of its own adds to what JupyterLab loads at its start.
 */
export { tellLeftOut } from './util/tell-left-out';
export { threadStore } from './threads/thread-store';
export { makeModels } from './models/make-models';
export { makePreferences } from './settings/make-preferences';
export { fillPanel } from './panel/fill-panel';

/** Not with the rest: a panel without a conversation does without. */
export async function makeAgent(options: IMakeAgentOptions): Promise<IAgent> {
  const agent = await import('./agent/make-agent');
  return agent.makeAgent(options);
}
