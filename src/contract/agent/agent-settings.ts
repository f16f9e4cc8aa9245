import {
  DEFAULT_MEMORY_SETTINGS,
  type IMemorySettings
} from '../memory/memory-settings';
import {
  DEFAULT_PLAN_SETTINGS,
  type IPlanSettings
} from '../plan/plan-settings';
import type { IFolderInstructions } from '../ports/folder-instructions';
import {
  DEFAULT_REPORT_SETTINGS,
  type IReportSettings
} from '../report/report-settings';
import { DEFAULT_POLICY, type IPolicy } from '../policy/policy';

/** What a person can set about the agent; the choice of a model is apart. */
export interface IAgentSettings {
  policy: IPolicy;
  limits: {
    /** Model calls a run; then it pauses with a "Continue". */
    modelCalls: number;
    /** Calls kept of one answer; null for all. */
    callsPerStep: number | null;
    /** Calls a run by name of a tool; then it goes on without. */
    toolCalls: Record<string, number>;
    /** Minutes a card waits for a decision; null for ever. */
    approvalMinutes: number | null;
    /** Then what it shows is rejected and the run goes on, or the run is stopped. */
    approvalTimeout: 'reject' | 'cancel';
  };
  summary: {
    /**
     * `window`: at 60 % of the model's window, 24,000 tokens where it is not
     * known; `small`: at 8,000 tokens or 30 messages; `off`: never.
     */
    trigger: 'window' | 'small' | 'off';
    /** Messages that stay as they are. */
    keep: number;
  };
  context: {
    /** Results older than this many steps are cleared from what is sent. */
    keepResults: number;
    /** Whether the first message brings the outline, variables and kernel along. */
    facts: boolean;
    /** Nudges models that stall between steps. */
    continuation: 'auto' | 'on' | 'off';
    /** Whether the agent keeps a todo list. */
    todos: boolean;
  };
  plan: IPlanSettings;
  memory: IMemorySettings;
  search: {
    /** Whether tools and memories are found by meaning too, with vectors of their texts. */
    meaning: boolean;
    /** The model that makes the vectors; empty for the provider's usual one. */
    model: string;
  };
  /** Language of answers; empty for the person's own. */
  language: string;
  /** The person's own instructions, for all notebooks. */
  instructions: string;
  /** In the place of our system prompt, all but its rules of safety; empty for ours. */
  systemPrompt: string;
  /** Folder of the person's own skills; empty for none. */
  skillsFolder: string;
  privacy: {
    /** No value, output or sample reaches the model. */
    schemasOnly: boolean;
    /** Globs of files that are never read. */
    deny: string[];
  };
  reports: IReportSettings;
  /** Saves the notebook after each effect on it. */
  save: boolean;
  /** Notes on each cell who proposed and who approved it. */
  provenance: boolean;
  /** A notice of the system where a card waits and the page is hidden. */
  notify: boolean;
  threads: {
    /** In the browser, or as files beside the notebooks. */
    storage: 'browser' | 'files';
    /** Deleted when not used for so long; 0 keeps them. */
    keepDays: number;
    /** MB of all; then the oldest go. 0 keeps them. */
    keepMegabytes: number;
  };
  /** The debug view collects. In memory only. */
  debug: boolean;
}

/** The settings and how to change them, as the panel and others meet them. */
export interface IPreferences {
  readonly current: IAgentSettings;
  /** Its changes are told by `onChange` as well. */
  readonly folderInstructions: IFolderInstructions;
  /** What could not be used, in sentences; the default stands in for it. */
  readonly problems: readonly string[];
  /** @returns a function that ends the subscription. */
  onChange(listener: () => void): () => void;
  /**
   * Counts at once. `held`: what was taken back could not be written yet; it
   * holds in this browser and is written later. Rejects for a rule that lets
   * more through and could not be written: that one does not hold.
   */
  setPolicy(policy: IPolicy): Promise<'kept' | 'held'>;
  setDebug(on: boolean): Promise<void>;
  /** What is learned: all of it on or off, and which kinds are off. */
  setMemory(
    change: Partial<Pick<IMemorySettings, 'on' | 'off'>>
  ): Promise<void>;
  /** Opens the page of all settings. */
  openEditor(): void;
}

export const DEFAULT_SETTINGS: IAgentSettings = {
  policy: DEFAULT_POLICY,
  limits: {
    modelCalls: 30,
    callsPerStep: null,
    toolCalls: { write_todos: 20, list_files: 10 },
    approvalMinutes: null,
    approvalTimeout: 'reject'
  },
  summary: { trigger: 'window', keep: 10 },
  context: { keepResults: 8, facts: true, continuation: 'auto', todos: true },
  plan: DEFAULT_PLAN_SETTINGS,
  memory: DEFAULT_MEMORY_SETTINGS,
  search: { meaning: false, model: '' },
  language: '',
  instructions: '',
  systemPrompt: '',
  skillsFolder: '',
  privacy: {
    schemasOnly: false,
    deny: [
      '.env',
      '.env.*',
      '*.pem',
      '*.key',
      '*.p12',
      '*.pfx',
      '*.keystore',
      '*.kdbx',
      'id_rsa*',
      'id_dsa*',
      'id_ecdsa*',
      'id_ed25519*',
      '.netrc',
      '.pgpass',
      '.npmrc',
      '.pypirc',
      '.git-credentials',
      '.aws/**',
      '.ssh/**',
      '.gnupg/**',
      '.kube/**',
      '.docker/config.json',
      '.jupyter/**',
      'credentials.json',
      'credentials',
      'secrets.*',
      'service-account*.json'
    ]
  },
  reports: DEFAULT_REPORT_SETTINGS,
  save: true,
  provenance: true,
  notify: false,
  threads: { storage: 'browser', keepDays: 90, keepMegabytes: 500 },
  debug: false
};
