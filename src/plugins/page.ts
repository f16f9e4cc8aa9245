/**
 * What is needed once somebody looks at the panel or starts the agent: one
 * file for all of it, since each file of its own adds to what JupyterLab loads
 * at its start.
 */
export { tellLeftOut } from './left-out';
export { makeAgent } from './make-agent';
export { threadStore } from './make-threads';
export { makeModels } from './make-models';
export { makePreferences } from './make-preferences';
export { fillPanel } from './panel-content';
