import type { JupyterFrontEndPlugin } from '@jupyterlab/application';

import { agentPlugin } from './plugins/agent';
import { modelsPlugin } from './plugins/models';
import { panelPlugin } from './plugins/panel';
import {
  middlewarePlugin,
  providersPlugin,
  toolsPlugin
} from './plugins/registries';
import { preferencesPlugin } from './plugins/settings';
import { threadsPlugin } from './plugins/threads';
import { workspacePlugin } from './plugins/workspace';

export * from './tokens';

const plugins: JupyterFrontEndPlugin<unknown>[] = [
  toolsPlugin,
  providersPlugin,
  middlewarePlugin,
  workspacePlugin,
  preferencesPlugin,
  modelsPlugin,
  threadsPlugin,
  agentPlugin,
  panelPlugin
];

export default plugins;
