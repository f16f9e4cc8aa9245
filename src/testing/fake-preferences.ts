import {
  type IAgentSettings,
  type IMemorySettings,
  type IPolicy,
  type IPreferences,
  DEFAULT_SETTINGS
} from '../contract';
import { FakeFolderInstructions } from './fake-folder-instructions';

/** Settings in memory; records everything that is asked of them. */
export class FakePreferences implements IPreferences {
  current: IAgentSettings = DEFAULT_SETTINGS;
  readonly folderInstructions = new FakeFolderInstructions();
  problems: string[] = [];
  /** Each policy that was set, in order. */
  readonly policies: IPolicy[] = [];
  /** How often the settings page was opened. */
  opened = 0;
  /** The error with which setting a policy fails. */
  refuses: Error | null = null;

  private readonly _listeners = new Set<() => void>();

  get listeners(): number {
    return this._listeners.size;
  }

  onChange(listener: () => void): () => void {
    this._listeners.add(listener);
    return () => this._listeners.delete(listener);
  }

  async setPolicy(policy: IPolicy): Promise<void> {
    if (this.refuses) {
      throw this.refuses;
    }
    this.policies.push(policy);
    this.set({ policy });
  }

  async setDebug(debug: boolean): Promise<void> {
    this.set({ debug });
  }

  async setMemory(
    change: Partial<Pick<IMemorySettings, 'on' | 'off'>>
  ): Promise<void> {
    this.set({ memory: { ...this.current.memory, ...change } });
  }

  openEditor(): void {
    this.opened++;
  }

  /** Changes a setting as the settings page does. */
  set(change: Partial<IAgentSettings>, problems = this.problems): void {
    this.current = { ...this.current, ...change };
    this.problems = problems;
    this._listeners.forEach(listener => listener());
  }
}
