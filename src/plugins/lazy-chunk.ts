/**
 * What is needed once somebody looks at the panel or starts the agent: one
 * file for all of it, since each file of its own adds to what JupyterLab loads
 * at its start.
 */
export { tellLeftOut } from './util/tell-left-out';
export { makeAgent } from './agent/make-agent';
export { threadStore } from './threads/thread-store';
export { makeModels } from './models/make-models';
export { makePreferences } from './settings/make-preferences';
export { fillPanel } from './panel/fill-panel';
