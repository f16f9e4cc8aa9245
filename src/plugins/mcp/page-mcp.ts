import type { JupyterFrontEnd } from '@jupyterlab/application';
import { PageConfig } from '@jupyterlab/coreutils';
import { ISettingRegistry } from '@jupyterlab/settingregistry';

import type { ITranslator } from '../../contract';
import { pageKeys } from '../keys/page-keys';
import { pageSettings } from '../settings/page-settings';
import { once, perPage } from '../util/once';
import { openManagedServers } from './managed-servers';
import { McpService } from './mcp-service';
import { openSignIn } from './open-sign-in';
import { ServerKeys } from './server-keys';

const opened = perPage((app, trans) => once(() => openMcp(app, trans)));

/** The MCP servers of this page, for both the panel and the agent. */
export const pageMcp = (app: JupyterFrontEnd, trans: ITranslator) =>
  opened(app, trans)();

async function openMcp(
  app: JupyterFrontEnd,
  trans: ITranslator
): Promise<McpService> {
  const { baseUrl } = app.serviceManager.serverSettings;
  const registry = await app.resolveOptionalService(ISettingRegistry);
  const base = new URL(baseUrl, location.href).href;
  const keys = new ServerKeys(pageKeys(app, trans), base);
  const managed = await openManagedServers(app);
  return new McpService({
    trans,
    managed,
    store: await pageSettings(app, registry, trans),
    keys,
    create: async () => {
      const { loadMcp } = await import('../../workflows');
      const { McpServers } = await loadMcp();
      return new McpServers({
        page: location.href,
        base,
        trans,
        asks: true,
        headers: async setting => {
          await keys.load();
          return { ...managed?.headers(setting), ...keys.headers(setting) };
        },
        clientSecret: async setting => {
          await keys.load();
          return keys.clientSecret(setting);
        },
        tokens: keys.tokens,
        callback: new URL(
          `${PageConfig.getOption('fullLabextensionsUrl') || 'lab/extensions'}/cellwright/static/sign-in.html`,
          base
        ).href,
        openSignIn: (url, signal) => openSignIn(url, signal, trans)
      });
    }
  });
}
