import type { PartialJSONObject } from '@lumino/coreutils';

import type {
  IAgentSettings,
  IMemorySettings,
  INotebookRule,
  IServerToolRule,
  IPolicy,
  IPreferences
} from '../../contract';
import { isSameNotebook } from '../../contract/policy/notebook-binding';
import { isRecord } from '../../contract/util/is-record';
import { Listeners } from '../../contract/util/listeners';
import type { FolderInstructions } from './folder-instructions';
import {
  differ,
  lastingPolicy,
  partOfRule,
  policyInSettings
} from './policy-in-settings';
import type { SettingsStore } from './settings-store';

/** The agent's settings, for code that mostly reads them. */
export class Preferences implements IPreferences {
  private _current!: IAgentSettings;

  /** Rules for notebooks that last as long as the page. */
  private _pageRules: readonly INotebookRule[] = [];

  /** Rules for tools of servers that last as long as the page. */
  private _pageTools: readonly IServerToolRule[] = [];

  private readonly _listeners = new Listeners();

  constructor(
    private readonly _store: SettingsStore,
    readonly folderInstructions: FolderInstructions,
    readonly openEditor: () => void
  ) {
    // Both live as long as the page.
    _store.onChange(() => this._take());
    folderInstructions.onChange(() => this._take());
    this._take();
  }

  get current(): IAgentSettings {
    return this._current;
  }

  get problems(): readonly string[] {
    return this._store.content.problems;
  }

  onChange(listener: () => void): () => void {
    return this._listeners.add(listener);
  }

  /**
   * Applies at once. Rules that allow commands or network access last as long
   * as the page.
   *
   * @throws the server's error if it does not save it: then nothing has changed.
   */
  async setPolicy(policy: IPolicy): Promise<void> {
    const before = lastingPolicy(this.current.policy);
    const after = lastingPolicy(policy);
    const ofPage = this._pageRules;
    const toolsOfPage = this._pageTools;
    this._pageRules = policy.notebooks.flatMap(
      rule => partOfRule(rule, true) ?? []
    );
    this._pageTools = (policy.serverTools ?? []).filter(
      ({ lasts }) => lasts === 'page'
    );
    if (!differ(before, after)) {
      this._take();
      return;
    }
    try {
      await this._store.change('policy', raw =>
        policyInSettings(raw, before, after)
      );
    } catch (error) {
      this._pageRules = ofPage;
      this._pageTools = toolsOfPage;
      throw error;
    } finally {
      this._take();
    }
  }

  setDebug(on: boolean): Promise<void> {
    return this._store.set('debug', on);
  }

  setMemory(
    change: Partial<Pick<IMemorySettings, 'on' | 'off'>>
  ): Promise<void> {
    const { off, ...rest } = change;
    return this._store.change('memory', raw => ({
      ...(isRecord(raw) && (raw as PartialJSONObject)),
      ...rest,
      ...(off && { off: [...off] })
    }));
  }

  private _take(): void {
    const { agent } = this._store.content;
    this._current = {
      ...agent,
      policy: {
        ...agent.policy,
        notebooks: joined(agent.policy.notebooks, this._pageRules),
        serverTools: [...(agent.policy.serverTools ?? []), ...this._pageTools]
      }
    };
    this._listeners.tell();
  }
}

/** Both lists, with rules for the same notebook merged. */
function joined(
  stored: readonly INotebookRule[],
  ofPage: readonly INotebookRule[]
): INotebookRule[] {
  const rules = stored.map(rule => ({
    ...rule,
    effects: [
      ...rule.effects,
      ...ofPage
        .filter(each => isSameNotebook(each, rule))
        .flatMap(({ effects }) => effects)
    ]
  }));
  const others = ofPage.filter(
    rule => !stored.some(each => isSameNotebook(each, rule))
  );
  return [...rules, ...others];
}
