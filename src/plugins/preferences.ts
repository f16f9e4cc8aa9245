import type {
  IAgentSettings,
  INotebookRule,
  IPolicy,
  IPreferences
} from '../contract';
import { isSameNotebook } from '../contract/notebook-binding';
import { pageRule, policyToSettings } from './policy-settings';
import type { SettingsStore } from './settings-store';

/** The settings of the agent, for those who only ask and change a few. */
export class Preferences implements IPreferences {
  constructor(
    private readonly store: SettingsStore,
    readonly openEditor: () => void
  ) {
    this._retire();
  }

  get current(): IAgentSettings {
    const { agent } = this.store.content;
    const { policy } = agent;
    return this._pageRules.length === 0
      ? agent
      : {
          ...agent,
          policy: {
            ...policy,
            notebooks: joined(policy.notebooks, this._pageRules)
          }
        };
  }

  get problems(): readonly string[] {
    const { problems, retired } = this.store.content;
    return [...new Set([...problems, ...this._retired, ...retired])];
  }

  onChange(listener: () => void): () => void {
    const end = this.store.onChange(listener);
    this._listeners.add(listener);
    return () => {
      end();
      this._listeners.delete(listener);
    };
  }

  /** What lets commands or the network through is kept in this page alone. */
  async setPolicy(policy: IPolicy): Promise<void> {
    const isKept =
      JSON.stringify(policyToSettings(policy)) ===
      JSON.stringify(policyToSettings(this.store.content.agent.policy));
    this._pageRules = policy.notebooks.flatMap(rule => pageRule(rule) ?? []);
    this._listeners.forEach(listener => listener());
    if (!isKept) {
      await this.store.set('policy', policyToSettings(policy));
    }
  }

  setDebug(on: boolean): Promise<void> {
    return this.store.set('debug', on);
  }

  /** Takes rules that no longer count out of the file; the page goes on to say so. */
  private _retire(): void {
    const { retired, agent } = this.store.content;
    if (retired.length > 0) {
      this._retired = retired;
      this.store
        .set('policy', policyToSettings(agent.policy))
        .catch((error: unknown) => {
          // They count no more in any case; the next page tries again.
          console.warn('Cellwright could not take old rules away', error);
        });
    }
  }

  /** Of notebooks, for as long as the page lives. */
  private _pageRules: readonly INotebookRule[] = [];
  private _retired: readonly string[] = [];
  private readonly _listeners = new Set<() => void>();
}

/** Both, those for the same notebook as one. */
function joined(
  kept: readonly INotebookRule[],
  ofPage: readonly INotebookRule[]
): INotebookRule[] {
  const rules = kept.map(rule => ({
    ...rule,
    effects: [
      ...rule.effects,
      ...ofPage
        .filter(each => isSameNotebook(each, rule))
        .flatMap(({ effects }) => effects)
    ]
  }));
  const others = ofPage.filter(
    rule => !kept.some(each => isSameNotebook(each, rule))
  );
  return [...rules, ...others];
}
