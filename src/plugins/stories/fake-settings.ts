import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  type ISettingRegistry,
  SettingRegistry
} from '@jupyterlab/settingregistry';
import type { IDataConnector } from '@jupyterlab/statedb';

import { SETTINGS_ID } from '../util/settings-id';
import { settingsSource } from '../settings/settings-source';

export const SCHEMA: ISettingRegistry.ISchema = JSON.parse(
  readFileSync(join(__dirname, '../../../schema/plugin.json'), 'utf8')
);

type Connector = IDataConnector<ISettingRegistry.IPlugin, string, string>;

/** A server that stores our settings, behind JupyterLab's own registry. */
export class FakeSettingsServer {
  readonly registry: SettingRegistry;

  /** How often the file was requested. */
  reads = 0;

  /** Whether saving fails. */
  down = false;

  /** Delays the reply to reading or writing, but not its effect. */
  readReply: Promise<void> = Promise.resolve();

  writeReply: Promise<void> = Promise.resolve();

  readonly path = '/home/ann/cellwright/plugin.jupyterlab-settings';
  load = (): Promise<ISettingRegistry.ISettings> =>
    settingsSource(this.registry).load();

  reload = (): Promise<ISettingRegistry.ISettings> =>
    settingsSource(this.registry).reload();

  private _file: { raw: string };

  constructor(raw = '{}') {
    this._file = { raw };
    const connector = {
      fetch: async (id: string) => {
        const { raw } = this;
        this.reads++;
        await this.readReply;
        return {
          id,
          raw,
          schema: SCHEMA,
          version: '1',
          data: { composite: {}, user: {} }
        };
      },
      list: async () => ({ ids: [SETTINGS_ID], values: [] }),
      save: async (_id: string, raw: string) => {
        if (this.down) {
          throw new Error('down');
        }
        this._file.raw = raw;
        await this.writeReply;
      },
      remove: async () => undefined
    };
    this.registry = new SettingRegistry({
      connector: connector as unknown as Connector
    });
  }

  /** Another page's registry for the same file. */
  inAnotherTab(): FakeSettingsServer {
    const other = new FakeSettingsServer();
    other._file = this._file;
    return other;
  }

  get raw(): string {
    return this._file.raw;
  }

  set raw(raw: string) {
    this._file.raw = raw;
  }

  /** Changes a setting as the settings page does. */
  async edit(name: string, value: unknown): Promise<void> {
    await this.registry.set(SETTINGS_ID, name, value as never);
  }
}
