import type { IAgent } from '../contract';
import type { IMakeAgentOptions } from './make-agent';

/**
 * What is needed once somebody looks at the panel: one file for all of it, since
 * each file of its own adds to what JupyterLab loads at its start.
 */
export { tellLeftOut } from './left-out';
export { threadStore } from './make-threads';
export { makeModels } from './make-models';
export { makePreferences } from './make-preferences';
export { fillPanel } from './panel-content';

/** Not with the rest: a panel without a conversation does without. */
export async function makeAgent(options: IMakeAgentOptions): Promise<IAgent> {
  const agent = await import('./make-agent');
  return agent.makeAgent(options);
}
