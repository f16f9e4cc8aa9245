import {
  type ISettingRegistry,
  SettingRegistry
} from '@jupyterlab/settingregistry';
import type { IDataConnector } from '@jupyterlab/statedb';
import { join } from 'node:path';

import { LineProcess } from '../../testing/processes/line-process';
import { pythonPath } from '../../testing/processes/python-process';
import { settingsSource } from '../settings/settings-source';
import type { ISettingsSource } from '../settings/settings-store';

type Connector = IDataConnector<ISettingRegistry.IPlugin, string, string>;

/**
 * What jupyterlab_server does with settings files: its own code, without its
 * web server.
 */
export class RealSettingsServer {
  private _process: LineProcess;

  constructor() {
    this._process = new LineProcess(
      'Python',
      pythonPath(),
      ['-u', '-c', SERVER, join(__dirname, '../../../schema/plugin.json')],
      {}
    );
  }

  /** Replaces the file, and the overrides for everybody. */
  async place(file: string, overrides: object): Promise<void> {
    await this._process.ask({ do: 'place', file, overrides });
  }

  /** The file's text on disk. */
  async file(): Promise<string> {
    const { text } = await this._process.ask<{ text: string }>({ do: 'file' });
    return text;
  }

  /** Parses a JSON5 text. */
  async parsed(text: string): Promise<unknown> {
    const { value } = await this._process.ask<{ value: unknown }>({
      do: 'parse',
      text
    });
    return value;
  }

  /** The JupyterLab registry of a new page. */
  page(): ISettingsSource {
    const connector = {
      fetch: async (id: string) => {
        const { status, body } = await this._process.ask<{
          status: number;
          body: string;
        }>({ do: 'get' });
        if (status !== 200) {
          throw Object.assign(new Error(body), { response: { status } });
        }
        const plugin = JSON.parse(body) as ISettingRegistry.IPlugin;
        return { ...plugin, id, data: { composite: {}, user: {} } };
      },
      save: async (_id: string, raw: string) => {
        const { status, body } = await this._process.ask<{
          status: number;
          body: string;
        }>({ do: 'put', raw });
        if (status !== 204) {
          throw Object.assign(new Error(body), { response: { status } });
        }
      }
    };
    const registry = new SettingRegistry({
      connector: connector as unknown as Connector
    });
    return {
      ...settingsSource(registry),
      path: '/home/ann/plugin.jupyterlab-settings'
    };
  }

  dispose(): void {
    this._process.dispose();
  }
}

const SERVER = `
import json, os, shutil, sys, tempfile
channel = os.fdopen(os.dup(1), 'w', encoding='utf-8')
os.dup2(2, 1)
import json5
from tornado.web import HTTPError
from jupyterlab_server.settings_utils import get_settings, save_settings

top = tempfile.mkdtemp(prefix='cellwright-settings-')
app, schemas, settings = (os.path.join(top, name) for name in ('app', 'schemas', 'settings'))
file = os.path.join(settings, 'cellwright', 'plugin.jupyterlab-settings')
for folder in (app, os.path.join(schemas, 'cellwright'), os.path.dirname(file)):
    os.makedirs(folder)
shutil.copy(sys.argv[1], os.path.join(schemas, 'cellwright', 'plugin.json'))
name = 'cellwright:plugin'
overrides = {}

def place(request):
    with open(file, 'w', encoding='utf-8') as out:
        out.write(request['file'])
    overrides.clear()
    if request['overrides']:
        overrides[name] = request['overrides']
    return {}

def look(request):
    with open(file, encoding='utf-8') as text:
        return {'text': text.read()}

def parse(request):
    return {'value': json5.loads(request['text'])}

def get(request):
    # As the handler: what is not an error of its own is one of the server.
    try:
        result, _ = get_settings(app, schemas, settings, name, overrides)
        return {'status': 200, 'body': json.dumps(result)}
    except HTTPError as error:
        return {'status': error.status_code, 'body': str(error)}
    except Exception as error:
        return {'status': 500, 'body': repr(error)}

def put(request):
    try:
        save_settings(schemas, settings, name, request['raw'], overrides)
        return {'status': 204, 'body': ''}
    except Exception as error:
        return {'status': 400, 'body': str(error)}

for line in sys.stdin:
    request = json.loads(line)
    what = {'place': place, 'file': look, 'parse': parse, 'get': get, 'put': put}[request['do']]
    channel.write(json.dumps(what(request)) + '\\n')
    channel.flush()
shutil.rmtree(top)
`;
