import type { JupyterFrontEndPlugin } from '@jupyterlab/application';

import { agentPlugin } from './plugins/agent-plugin';
import { modelsPlugin } from './plugins/models-plugin';
import { panelPlugin } from './plugins/panel-plugin';
import {
  middlewarePlugin,
  providersPlugin,
  toolsPlugin,
  workflowsPlugin
} from './plugins/registry-plugins';
import { preferencesPlugin } from './plugins/preferences-plugin';
import { threadsPlugin } from './plugins/threads-plugin';
import { workspacePlugin } from './plugins/workspace-plugin';

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
