import type {
  IAgentSettings,
  IMemorySettings,
  INotebookRule,
  IServerToolRule,
  IPolicy,
  IPreferences,
  ITranslator
} from '../../contract';
import { isSameNotebook } from '../../contract/policy/notebook-binding';
import { Listeners } from '../../contract/util/listeners';
import type { FolderInstructions } from './folder-instructions';
import type { RulesBeingRevoked } from './rules-being-revoked';
import {
  differ,
  lastingPolicy,
  pageRule,
  policyInSettings
} from './policy-in-settings';
import { readSettings } from './read-settings';
import type { SettingsStore } from './settings-store';
import { revokedRules, without } from './revoked-rules';

/** In ms: wait before writing a rule again, at first and at most. */
const FIRST_WAIT = 2_000;
const LAST_WAIT = 60_000;

/**
 * The agent's settings, for code that mostly reads them. Taking a rule back
 * does not wait for the server: the rule is suspended here and in the other
 * tabs until the change is written.
 */
export class Preferences implements IPreferences {
  private _current!: IAgentSettings;

  /** Rules for notebooks that last as long as the page. */
  private _pageRules: readonly INotebookRule[] = [];

  /** Rules for tools of servers that last as long as the page. */
  private _pageTools: readonly IServerToolRule[] = [];

  /** Whether the server has not accepted that a rule was taken back. */
  private _waits = false;

  private _writing = 0;

  private _wait = FIRST_WAIT;

  private _timer: ReturnType<typeof setTimeout> | undefined;

  private readonly _listeners = new Listeners();

  constructor(
    private readonly _store: SettingsStore,
    private readonly _revoked: RulesBeingRevoked,
    readonly folderInstructions: FolderInstructions,
    private readonly _trans: ITranslator,
    readonly openEditor: () => void
  ) {
    // All of them live as long as the page.
    _store.onChange(() => this._take());
    folderInstructions.onChange(() => this._take());
    _revoked.onChange(() => {
      this._take();
      this._writeSoon();
    });
    this._take();
    this._writeSoon();
  }

  get current(): IAgentSettings {
    return this._current;
  }

  get problems(): readonly string[] {
    const { problems } = this._store.content;
    const waits = this._waits
      ? [
          this._trans.__(
            'A rule you took back is still in your settings. It no longer applies in this browser, and your settings are updated as soon as the Jupyter server accepts the change.'
          )
        ]
      : [];
    return [...waits, ...problems];
  }

  onChange(listener: () => void): () => void {
    return this._listeners.add(listener);
  }

  /** Rules that allow commands or network access are kept only in this page. */
  async setPolicy(policy: IPolicy): Promise<'kept' | 'held'> {
    const before = lastingPolicy(this.current.policy);
    const after = lastingPolicy(policy);
    const ofPage = this._pageRules;
    const toolsOfPage = this._pageTools;
    this._pageRules = policy.notebooks.flatMap(rule => pageRule(rule) ?? []);
    this._pageTools = (policy.serverTools ?? []).filter(
      ({ lasts }) => lasts === 'page'
    );
    if (!differ(before, after)) {
      this._take();
      return 'kept';
    }
    const revoked = revokedRules(before, after);
    const more = revokedRules(after, before);
    const anew = this._revoked.names.filter(name => more.includes(name));
    this._writing++;
    this._revoked.remove(anew);
    this._revoked.add(revoked);
    try {
      await this._write(before, after);
      this._revoked.remove(revoked);
      return 'kept';
    } catch (error) {
      this._revoked.add(anew);
      if (revoked.length === 0 || more.length > 0) {
        if (revoked.length === 0) {
          this._pageRules = ofPage;
          this._pageTools = toolsOfPage;
        }
        throw error;
      }
      console.warn(
        'Cellwright will write later that a rule was taken back',
        error
      );
      this._waits = true;
      return 'held';
    } finally {
      this._writing--;
      this._take();
      this._writeSoon();
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
      ...(typeof raw === 'object' &&
        raw !== null &&
        !Array.isArray(raw) &&
        raw),
      ...rest,
      ...(off && { off: [...off] })
    }));
  }

  private _write(before: IPolicy, after: IPolicy): Promise<void> {
    return this._store.change('policy', raw =>
      policyInSettings(raw, before, after)
    );
  }

  private _take(): void {
    const { agent } = this._store.content;
    this._current = {
      ...agent,
      policy: without(
        {
          ...agent.policy,
          notebooks: joined(agent.policy.notebooks, this._pageRules),
          serverTools: [...(agent.policy.serverTools ?? []), ...this._pageTools]
        },
        this._revoked.names
      )
    };
    this._waits &&= this._revoked.names.length > 0;
    this._listeners.tell();
  }

  private _writeSoon(): void {
    if (this._revoked.names.length === 0) {
      clearTimeout(this._timer);
      this._timer = undefined;
      this._wait = FIRST_WAIT;
    } else if (this._writing === 0 && this._timer === undefined) {
      this._timer = setTimeout(() => {
        this._timer = undefined;
        void this._writeRevoked();
      }, this._wait);
    }
  }

  /** Writes the removal of rules that were taken back to the current file. */
  private async _writeRevoked(): Promise<void> {
    const names = [...this._revoked.names];
    this._writing++;
    try {
      await this._store.change('policy', raw => {
        const { policy } = readSettings(
          { policy: raw },
          this._trans,
          path => path
        ).agent;
        return policyInSettings(raw, policy, without(policy, names));
      });
      this._revoked.remove(names);
    } catch (error) {
      console.warn('Cellwright could not write a revoked rule', error);
      this._wait = Math.min(this._wait * 2, LAST_WAIT);
      this._waits = true;
      this._take();
    } finally {
      this._writing--;
      this._writeSoon();
    }
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
