import type { JupyterFrontEnd } from '@jupyterlab/application';

import { providersPlugin, toolsPlugin } from './registry-plugins';

const APP = {} as JupyterFrontEnd;

describe('the registries', () => {
  it('of models begins with the demo, which a new person meets first', async () => {
    const registry = await providersPlugin.activate(APP, null);
    const ids = (await registry.load()).map(({ id }) => id);
    expect(ids[0]).toBe('demo');
    expect(ids).toEqual(expect.arrayContaining(['openai', 'compatible']));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('of tools begins with ours', async () => {
    const tools = await (await toolsPlugin.activate(APP, null)).load();
    expect(tools.map(({ name }) => name)).toContain('jupyter_cell');
  });
});
