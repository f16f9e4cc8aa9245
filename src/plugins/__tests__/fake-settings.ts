import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ISettingRegistry } from '@jupyterlab/settingregistry';
import { SettingRegistry } from '@jupyterlab/settingregistry';
import type { IDataConnector } from '@jupyterlab/statedb';

import { SETTINGS_ID } from '../panel-commands';

export const SCHEMA: ISettingRegistry.ISchema = JSON.parse(
  readFileSync(join(__dirname, '../../../schema/plugin.json'), 'utf8')
);

type Connector = IDataConnector<ISettingRegistry.IPlugin, string, string>;

/** A server that keeps our settings, in front of JupyterLab's own registry. */
export class FakeSettingsServer {
  constructor(raw = '{}') {
    this.file = { raw };
    const connector = {
      fetch: async (id: string) => ({
        id,
        raw: this.raw,
        schema: SCHEMA,
        version: '1',
        data: { composite: {}, user: {} }
      }),
      list: async () => ({ ids: [SETTINGS_ID], values: [] }),
      save: async (_id: string, raw: string) => {
        if (this.down) {
          throw new Error('down');
        }
        this.file.raw = raw;
      },
      remove: async () => undefined
    };
    this.registry = new SettingRegistry({
      connector: connector as unknown as Connector
    });
  }

  /** Another page's registry, in front of the same file. */
  inAnotherTab(): FakeSettingsServer {
    const other = new FakeSettingsServer();
    other.file = this.file;
    return other;
  }

  get raw(): string {
    return this.file.raw;
  }

  set raw(raw: string) {
    this.file.raw = raw;
  }

  private file: { raw: string };

  readonly registry: SettingRegistry;
  /** Whether saving fails. */
  down = false;

  readonly path = '/home/ann/cellwright/plugin.jupyterlab-settings';

  load = (): Promise<ISettingRegistry.ISettings> =>
    this.registry.load(SETTINGS_ID);

  reload = (): Promise<ISettingRegistry.ISettings> =>
    this.registry.reload(SETTINGS_ID);

  /** As the settings page does it. */
  async edit(name: string, value: unknown): Promise<void> {
    await this.registry.set(SETTINGS_ID, name, value as never);
  }
}
