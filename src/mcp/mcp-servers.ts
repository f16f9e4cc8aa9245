import { UriTemplate } from '@modelcontextprotocol/client';
import { z } from 'zod';

import {
  isWorkspaceError,
  WorkspaceError,
  type IMcpHost,
  type IMcpPrompt,
  type IMcpPromptMessage,
  type IMcpResource,
  type IMcpResourcePart,
  type IMcpResourceTemplate,
  type IMcpServer,
  type IMcpServers,
  type IMcpServerSetting,
  type IMcpTool,
  type McpTestResult
} from '../contract';
import { endsWithin } from '../contract/util/ends-within';
import { Listeners } from '../contract/util/listeners';
import { serverState, type IServerEntry } from './adapter/server-state';
import { ServerTools } from './adapter/server-tools';
import { serverPart } from './adapter/tool-name';
import { Connection } from './connection/connection';
import {
  promptMessages,
  promptOf,
  resourceOf,
  resourceParts,
  templateOf
} from './results/resource-parts';
import { messageOf } from './wire/is-timeout';

/** ms to wait for each server when listing all of them. */
const PATIENCE = 3_000;

/** The MCP servers in the settings, each with a connection of its own. */
export class McpServers implements IMcpServers {
  private _entries: IServerEntry[] = [];

  private readonly _listeners = new Listeners();

  constructor(private readonly _host: IMcpHost) {}

  list(): readonly IMcpServer[] {
    return this._entries.map(entry => serverState(entry, this._host.trans));
  }

  onChange(listener: () => void): () => void {
    return this._listeners.add(listener);
  }

  async configure(settings: readonly IMcpServerSetting[]): Promise<void> {
    const before = new Map(
      this._entries.map(entry => [
        JSON.stringify(entry.connection.setting),
        entry
      ])
    );
    const names = new Set<string>();
    this._entries = settings.map(setting => {
      const key = JSON.stringify(setting);
      const existing = before.get(key);
      before.delete(key);
      const part = serverPart(setting.name).toLowerCase();
      const isTaken = names.has(part);
      names.add(part);
      return existing && !isTaken ? existing : this._entry(setting, isTaken);
    });
    await Promise.all(
      [...before.values()].map(async entry => {
        await entry.connection.close('off');
        this._updateTools(entry);
        void this._closeLate(entry);
      })
    );
    this._listeners.tell();
  }

  async connect(name?: string): Promise<void> {
    await Promise.all(
      this._usable(name).map(({ connection }) => connection.connect())
    );
  }

  async signIn(name: string, signal: AbortSignal): Promise<void> {
    await this._named(name).connection.signInAndConnect(signal);
  }

  async signOut(name: string): Promise<void> {
    const { connection } = this._named(name);
    await connection.signIn?.forget();
    await connection.close();
    this._updateTools(this._named(name));
    this._listeners.tell();
  }

  async check(): Promise<void> {
    await Promise.all(
      this._usable().map(async ({ connection }) => {
        if (connection.status !== 'connected') {
          await connection.connect();
        } else if (
          !connection.tells ||
          connection.isBuffered ||
          connection.hasMissed
        ) {
          await connection.list();
        }
      })
    );
  }

  async test(
    setting: IMcpServerSetting,
    signal: AbortSignal
  ): Promise<McpTestResult> {
    const entry = this._entry({ ...setting, enabled: true }, false, true);
    const { connection, tools } = entry;
    const stop = (): void => void connection.close();
    signal.addEventListener('abort', stop);
    try {
      await connection.connect();
      if (connection.status !== 'connected') {
        return {
          ok: false,
          failure: connection.failure ?? {
            code: 'other',
            text: this._host.trans.__('The test was stopped.')
          }
        };
      }
      tools.update();
      const {
        protocol = '',
        title,
        version,
        counts,
        notes
      } = serverState(entry, this._host.trans);
      return { ok: true, protocol, title, version, counts, notes };
    } finally {
      signal.removeEventListener('abort', stop);
      await connection.close();
    }
  }

  tools(taken: ReadonlySet<string>): readonly IMcpTool[] {
    return this._entries.flatMap(entry => {
      const clashes = entry.tools.all
        .filter(({ name }) => taken.has(name))
        .map(({ name }) => name);
      const isNew = clashes.join() !== entry.clashes.join();
      entry.clashes = clashes;
      if (isNew) {
        this._listeners.tell();
      }
      return entry.tools.all.filter(({ name }) => !taken.has(name));
    });
  }

  resources(name?: string): Promise<readonly IMcpResource[]> {
    return this._lists(name, 'resources', 'resources/list', resourceOf);
  }

  resourceTemplates(name?: string): Promise<readonly IMcpResourceTemplate[]> {
    return this._lists(
      name,
      'resources',
      'resources/templates/list',
      templateOf,
      'resourceTemplates'
    );
  }

  async readResource(
    name: string,
    uri: string,
    signal?: AbortSignal
  ): Promise<readonly IMcpResourcePart[]> {
    return resourceParts(
      await this._ask(
        name,
        { method: 'resources/read', params: { uri } },
        signal
      )
    );
  }

  fillTemplate(uriTemplate: string, values: Record<string, string>): string {
    return new UriTemplate(uriTemplate).expand(values);
  }

  prompts(name?: string): Promise<readonly IMcpPrompt[]> {
    return this._lists(name, 'prompts', 'prompts/list', promptOf);
  }

  async prompt(
    server: string,
    name: string,
    args: Record<string, string>,
    signal?: AbortSignal
  ): Promise<readonly IMcpPromptMessage[]> {
    return promptMessages(
      await this._ask(
        server,
        { method: 'prompts/get', params: { name, arguments: args } },
        signal
      )
    );
  }

  async close(): Promise<void> {
    await this.configure([]);
  }

  /** Closes a server that was removed just before it connected; nobody else would. */
  private async _closeLate({ connection }: IServerEntry): Promise<void> {
    // Waits for a connection attempt under way; does nothing for a server that
    // is off.
    await connection.connect();
    await connection.close('off');
  }

  /** @param isTest a server for a connection test, whose changes are not reported. */
  private _entry(
    setting: IMcpServerSetting,
    isTaken: boolean,
    isTest = false
  ): IServerEntry {
    const connection = new Connection(setting, this._host, what => {
      if (isTest) {
        return;
      }
      if (what === 'tools') {
        this._updateTools(entry);
      }
      this._listeners.tell();
    });
    const entry: IServerEntry = {
      connection,
      tools: new ServerTools(connection, this._host.trans),
      clashes: []
    };
    if (isTaken) {
      connection.status = 'failed';
      connection.failure = {
        code: 'name',
        text: this._host.trans.__(
          'Another server is called “%1”, or nearly the same, so this one is not used. Give it another name.',
          setting.name
        )
      };
    } else if (!setting.enabled) {
      connection.status = 'off';
    }
    return entry;
  }

  private async _lists<T>(
    name: string | undefined,
    capability: 'resources' | 'prompts',
    method: string,
    read: (entry: Record<string, unknown>, server: string) => T | null,
    key: string = capability
  ): Promise<readonly T[]> {
    const list = async (connection: Connection): Promise<T[]> => {
      await connection.connect();
      if (!connection.client?.getServerCapabilities()?.[capability]) {
        return [];
      }
      try {
        const entries = await connection.inSession(() =>
          connection.entries(method, key)
        );
        const server = connection.setting.name;
        return entries.flatMap(entry => read(entry, server) ?? []);
      } catch (error) {
        console.warn('Cellwright: a server could not list its content', error);
        return [];
      }
    };
    const lists = await Promise.all(
      this._usable(name)
        // A failed server is contacted again by `check`.
        .filter(({ connection }) => name || connection.status !== 'failed')
        .map(async ({ connection }) => {
          const work = list(connection);
          // The others are listed without it; it will be in the next list.
          return name || (await endsWithin(work, PATIENCE)) ? await work : [];
        })
    );
    return lists.flat();
  }

  private async _ask(
    name: string,
    request: { method: string; params: Record<string, unknown> },
    signal: AbortSignal | undefined
  ): Promise<unknown> {
    const { connection } = this._named(name);
    await connection.connect();
    try {
      return await connection.inSession(async () => {
        const { client, setting, failure } = connection;
        if (!client) {
          throw new WorkspaceError('failed', failure?.text ?? setting.name);
        }
        return client.request(request, z.looseObject({}), {
          signal,
          timeout: setting.timeout * 1000
        });
      });
    } catch (error) {
      signal?.throwIfAborted();
      if (isWorkspaceError(error)) {
        throw error;
      }
      throw new WorkspaceError(
        'failed',
        this._host.trans.__(
          'The server “%1” could not provide it: “%2”',
          name,
          messageOf(error)
        ),
        { cause: error }
      );
    }
  }

  private _named(name: string): IServerEntry {
    const entry = this._entries.find(
      ({ connection }) => connection.setting.name === name
    );
    if (!entry) {
      throw new WorkspaceError(
        'not-found',
        this._host.trans.__(
          'There is no server called “%1”. See the list of MCP servers.',
          name
        )
      );
    }
    return entry;
  }

  /** Servers that are switched on and have a name and an address nobody else has. */
  private _usable(name?: string): IServerEntry[] {
    return this._entries.filter(
      ({ connection: { setting, status, failure, address } }) =>
        (name === undefined || setting.name === name) &&
        address &&
        status !== 'off' &&
        failure?.code !== 'name'
    );
  }

  private _updateTools({ connection, tools }: IServerEntry): void {
    if (connection.status === 'connected') {
      tools.update();
    } else {
      tools.clear();
    }
  }
}
