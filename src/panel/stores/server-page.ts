import { createStore, type StoreApi } from 'zustand/vanilla';

import {
  type IManagedServer,
  type IMcpOrigin,
  type IMcpSecrets,
  type IMcpServer,
  type IMcpServers,
  type IMcpServerSetting,
  type IMcpService,
  type IMcpTool,
  type IServerToolRule,
  isSameServerTool,
  type ITranslator
} from '../../contract';
import type { IMcpConfig } from '../actions/read-mcp-config';
import { isOwnHand } from '../trust/is-own-hand';
import {
  EMPTY_SERVER_FORM,
  type IServerForm,
  serverFormOf,
  settingIn
} from '../state/server-form';
import { perStore } from './per-store';
import { rulesOf } from '../actions/rules';
import type { PanelStore } from './panel-store';
import { visibleName } from '../render/visible-text';

/**
 * The page of MCP servers: its content, and the actions of its buttons.
 * Whatever reaches a server or allows more needs the person's own action; a key
 * is passed on and never stored here.
 */
export class ServerPage {
  readonly state: StoreApi<IServerPageState> = createStore(
    () => NEW_SERVER_PAGE
  );

  private _servers: IMcpServers | null = null;

  private _asking: AbortController | null = null;

  constructor(
    private readonly _store: PanelStore,
    private readonly _service: IMcpService
  ) {}

  /**
   * Keeps the page up to date.
   *
   * @param isAsked whether servers may be connected: not when somebody other
   * than the person opened the page.
   * @returns a function that ends it.
   */
  watch(isAsked: boolean): () => void {
    this.state.setState({ problem: null, removing: null });
    const ends = [this._service.onChange(() => this._changed())];
    const { managed } = this._service;
    if (managed) {
      ends.push(managed.onChange(() => this._changed()));
    }
    // The code that talks to servers is loaded only if a server is on, which
    // also connects the servers.
    void this._try(async () => {
      if (isAsked) {
        await this._service.check();
      }
      if (this.list.some(({ status }) => status === 'connected')) {
        await this._loaded();
      }
    });
    return () => {
      this.cancel();
      ends.forEach(end => end());
    };
  }

  get list(): readonly IMcpServer[] {
    return this._service.list;
  }

  get managed(): readonly IManagedServer[] {
    return this._service.managed?.list() ?? [];
  }

  /** Title of the list that a server comes from; null for the settings. */
  listOf({ name }: IMcpServerSetting): string | null {
    const { managed, settings } = this._service;
    return managed && !settings.servers.some(one => one.name === name)
      ? managed.title
      : null;
  }

  /** The tools of a server that are switched on. */
  toolsOf(server: string): readonly IMcpTool[] {
    return (
      this._servers
        ?.tools(new Set())
        .filter(({ mcp }) => mcp.server === server) ?? []
    );
  }

  search(server: string, query: string): void {
    this.state.setState(({ queries }) => ({
      queries: { ...queries, [server]: query }
    }));
  }

  openForm(setting?: IMcpServerSetting): void {
    this.state.setState({
      form: setting ? serverFormOf(setting) : EMPTY_SERVER_FORM,
      removing: null
    });
  }

  /** Fills the form with what somebody else proposes, and does nothing more. */
  propose({ url, name }: { url: string; name: string }): void {
    this.state.setState({ form: { ...EMPTY_SERVER_FORM, url, name } });
  }

  closeForm(): void {
    this.cancel();
    this.state.setState({ form: null });
  }

  /** Earlier errors and test results no longer apply. */
  change(part: Partial<IServerForm>): void {
    this._asking?.abort();
    this._merge({ test: null, problem: null, ...part });
  }

  /** Cancels a running test or sign-in. */
  cancel(): void {
    this._asking?.abort();
    this._asking = null;
    this.state.setState({ signingIn: null });
    if (this._form?.test && 'running' in this._form.test) {
      this._merge({ test: null });
    }
  }

  /** Tests the server in the form once, without staying connected. */
  async test(secrets: IMcpSecrets, event: Event): Promise<void> {
    const setting = this._isOwnHand(event) ? this._setting() : null;
    if (!setting) {
      return;
    }
    const asking = this._begin();
    this._merge({ test: { running: true }, problem: null });
    try {
      await this._keepSecrets(setting, secrets);
      const servers = await this._loaded();
      const test = await servers.test(setting, asking.signal);
      if (!asking.signal.aborted) {
        this._merge({ test });
      }
    } catch (error) {
      if (!asking.signal.aborted) {
        this._merge({ test: null, problem: textOf(error, this._trans) });
      }
    }
  }

  /** @returns whether the server was saved in the settings. */
  async submit(secrets: IMcpSecrets, event: Event): Promise<boolean> {
    const setting = this._isOwnHand(event) ? this._setting() : null;
    const form = this._form;
    if (!setting || !form) {
      return false;
    }
    this.cancel();
    try {
      await this._keepSecrets(setting, secrets);
      await this._service.save(setting, form.of ?? undefined);
    } catch (error) {
      this._merge({ problem: textOf(error, this._trans) });
      return false;
    }
    this.state.setState({ form: null });
    if (setting.enabled) {
      void this._try(() => this._connect(setting.name));
    }
    return true;
  }

  /** Adds servers of another agent's file; a header is kept as a key is. */
  add(servers: IMcpConfig['http'], event: Event): void {
    if (!this._isOwnHand(event)) {
      return;
    }
    void this._try(async () => {
      const problems: string[] = [];
      for (const { name, url, headers } of servers) {
        const names = Object.keys(headers);
        const setting = settingIn(
          {
            ...EMPTY_SERVER_FORM,
            name,
            url,
            auth: names.length > 0 ? 'headers' : 'none',
            headers: names
          },
          this._settings,
          this._trans
        );
        if (typeof setting === 'string') {
          problems.push(setting);
          continue;
        }
        await this._keepSecrets(setting, { headers });
        await this._service.save(setting);
        await this._connect(name.trim());
      }
      this.state.setState({ problem: problems.join(' ') || null });
    });
  }

  connect(name: string, event: Event): void {
    if (this._isOwnHand(event)) {
      void this._try(() => this._connect(name));
    }
  }

  signIn(name: string, event: Event): void {
    if (!this._isOwnHand(event)) {
      return;
    }
    const asking = this._begin();
    this.state.setState({ signingIn: name });
    void this._try(async () => {
      try {
        await (await this._loaded()).signIn(name, asking.signal);
      } catch (error) {
        if (!asking.signal.aborted) {
          throw error;
        }
      } finally {
        if (this._asking === asking) {
          this.state.setState({ signingIn: null });
        }
      }
    });
  }

  signOut(name: string): void {
    void this._try(async () => (await this._loaded()).signOut(name));
  }

  /**
   * Switching a server on allows more; switching it off never needs permission.
   */
  setEnabled(setting: IMcpServerSetting, enabled: boolean, event: Event): void {
    if (!enabled || this._isOwnHand(event)) {
      void this._try(async () => {
        await this._replace(setting.name, one => ({ ...one, enabled }));
        if (enabled) {
          await this._connect(setting.name);
        }
      });
    }
  }

  /** Whether the servers' instructions for use are sent to the model. */
  get passesInstructions(): boolean {
    return this._service.settings.instructions;
  }

  /** As for a server: only switching it on allows more. */
  setInstructions(on: boolean, event: Event): void {
    if (!on || this._isOwnHand(event)) {
      void this._try(() => this._service.change({ instructions: on }));
    }
  }

  setTool(server: string, tool: string, on: boolean, event: Event): void {
    if (!on || this._isOwnHand(event)) {
      void this._try(async () => {
        await this._replace(server, one => ({
          ...one,
          disabledTools: [
            ...(one.disabledTools ?? []).filter(each => each !== tool),
            ...(on ? [] : [tool])
          ]
        }));
        await this._connect(server);
      });
    }
  }

  /** Rules for a tool, including those for an earlier version of it. */
  rulesFor(tool: IMcpOrigin): readonly IServerToolRule[] {
    const { serverTools = [] } = rulesOf(this._store).policy;
    return serverTools.filter(rule => isSameServerTool(rule, tool));
  }

  askRemove(name: string | null): void {
    this.state.setState({ removing: name });
  }

  remove(setting: IMcpServerSetting): void {
    this.state.setState({ removing: null });
    void this._try(async () => {
      await this._service.remove(setting.name);
      this._store.announce(
        this._trans.__('%1 was removed.', visibleName(setting.name))
      );
    });
  }

  /**
   * A command for a server that no page can talk to, as text for the person.
   */
  proposeGateway(text: string): void {
    this._store.composing.ask({ prompt: text, attachments: [] });
    this._store.show('thread');
  }

  get remembering(): IMcpService['remembering'] {
    return this._service.remembering;
  }

  hasSecrets(setting: IMcpServerSetting): boolean {
    return this._service.hasSecrets(setting);
  }

  private get _form(): IServerForm | null {
    return this.state.getState().form;
  }

  private get _settings(): readonly IMcpServerSetting[] {
    return this.list.map(({ setting }) => setting);
  }

  private get _trans(): ITranslator {
    return this._store.services.trans;
  }

  private _setting(): IMcpServerSetting | null {
    const form = this._form;
    if (!form) {
      return null;
    }
    const setting = settingIn(form, this._settings, this._trans);
    if (typeof setting === 'string') {
      this._merge({ problem: setting, test: null });
      return null;
    }
    return setting;
  }

  private _isOwnHand(event: Event): boolean {
    return isOwnHand(event, this._store.services, text =>
      this._store.announce(text)
    );
  }

  private async _keepSecrets(
    setting: IMcpServerSetting,
    secrets: IMcpSecrets
  ): Promise<void> {
    if (secrets.key || Object.keys(secrets.headers ?? {}).length > 0) {
      await this._service.setSecrets(
        setting,
        secrets,
        this._form?.remember ?? false
      );
    }
  }

  private async _replace(
    name: string,
    change: (setting: IMcpServerSetting) => IMcpServerSetting
  ): Promise<void> {
    const setting = this._settings.find(one => one.name === name);
    if (setting) {
      await this._service.save(change(setting), name);
    }
  }

  private async _connect(name: string): Promise<void> {
    await (await this._loaded()).connect(name);
  }

  private async _loaded(): Promise<IMcpServers> {
    this._servers = await this._service.load();
    return this._servers;
  }

  private _begin(): AbortController {
    this.cancel();
    this._asking = new AbortController();
    return this._asking;
  }

  /** Shows errors on the page and announces them. */
  private async _try(act: () => Promise<void>): Promise<void> {
    this.state.setState({ problem: null });
    try {
      await act();
    } catch (error) {
      console.warn(
        'Cellwright: a request on the page of servers failed',
        error
      );
      this.state.setState({ problem: textOf(error, this._trans) });
    }
    this._changed();
  }

  private _changed(): void {
    this.state.setState(({ revision }) => ({ revision: revision + 1 }));
  }

  /** Updates the form as it is now; it may have been closed in the meantime. */
  private _merge(part: Partial<IServerForm>): void {
    const form = this._form;
    if (form) {
      this.state.setState({ form: { ...form, ...part } });
    }
  }
}

function textOf(error: unknown, trans: ITranslator): string {
  return error instanceof Error && error.message !== ''
    ? error.message
    : trans.__('That did not work. Please try again.');
}

/** Null if MCP servers are not available. */
export const serverPageOf = perStore(
  store =>
    store.services.mcp?.().then(service => new ServerPage(store, service)) ??
    null
);

/** State of the page of MCP servers, besides the servers. */
interface IServerPageState {
  form: IServerForm | null;
  /** What went wrong, in a sentence. */
  problem: string | null;
  /** Name of the server that is being signed in to. */
  signingIn: string | null;
  /** Name of the server for which it is asking whether to remove it. */
  removing: string | null;
  /** Search words for tools, by server. */
  queries: Record<string, string>;
  /** Incremented when the servers, the settings or the rules changed. */
  revision: number;
}

/** The initial state. */
const NEW_SERVER_PAGE: IServerPageState = {
  form: null,
  problem: null,
  signingIn: null,
  removing: null,
  queries: {},
  revision: 0
};
