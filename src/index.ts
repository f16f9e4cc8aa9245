import type { JupyterFrontEndPlugin } from '@jupyterlab/application';

import { agentPlugin } from './plugins/agent-plugin';
import {
  modelsPlugin,
  preferencesPlugin,
  threadsPlugin,
  workspacePlugin
} from './plugins/lazy-plugins';
import { panelPlugin } from './plugins/panel-plugin';
import {
  middlewarePlugin,
  providersPlugin,
  toolsPlugin,
  workflowsPlugin
} from './plugins/registry-plugins';

export * from './tokens';

const plugins: JupyterFrontEndPlugin<unknown>[] = [
  toolsPlugin,
  providersPlugin,
  middlewarePlugin,
  workflowsPlugin,
  workspacePlugin,
  preferencesPlugin,
  modelsPlugin,
  threadsPlugin,
  agentPlugin,
  panelPlugin
];

export default plugins;
