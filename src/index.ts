import type { JupyterFrontEndPlugin } from '@jupyterlab/application';

import { agentPlugin } from './plugins/agent';
import { modelsPlugin } from './plugins/models';
import { panelPlugin } from './plugins/panel';
import { workspacePlugin } from './plugins/workspace';

export * from './tokens';

const plugins: JupyterFrontEndPlugin<unknown>[] = [
  workspacePlugin,
  modelsPlugin,
  agentPlugin,
  panelPlugin
];

export default plugins;
