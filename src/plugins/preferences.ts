import type { IAgentSettings, IPolicy, IPreferences } from '../contract';
import { policyToSettings } from './policy-settings';
import type { SettingsStore } from './settings-store';

/** The settings of the agent, for those who only ask and change a few. */
export class Preferences implements IPreferences {
  constructor(
    private readonly store: SettingsStore,
    readonly openEditor: () => void
  ) {}

  get current(): IAgentSettings {
    return this.store.content.agent;
  }

  get problems(): readonly string[] {
    return this.store.content.problems;
  }

  onChange(listener: () => void): () => void {
    return this.store.onChange(listener);
  }

  setPolicy(policy: IPolicy): Promise<void> {
    return this.store.set('policy', policyToSettings(policy));
  }

  setDebug(on: boolean): Promise<void> {
    return this.store.set('debug', on);
  }
}
