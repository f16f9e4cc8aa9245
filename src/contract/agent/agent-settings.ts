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

/** The agent's settings; the choice of a model is stored separately. */
export interface IAgentSettings {
  policy: IPolicy;
  limits: {
    /** Model calls per run; then it pauses with a "Continue" button. */
    modelCalls: number;
    /** Calls accepted from one answer; null for all. */
    callsPerStep: number | null;
    /** Calls per run, by tool name; after that the run continues without the tool. */
    toolCalls: Record<string, number>;
    /** Minutes a card waits for a decision; null for forever. */
    approvalMinutes: number | null;
    /**
     * At the time limit: reject the cards and let the run continue, or stop the
     * run.
     */
    approvalTimeout: 'reject' | 'cancel';
  };
  summary: {
    /**
     * `window`: at 60 % of the model's context window, or at 72,000 tokens if
     * that is not known; `small`: at 8,000 tokens or 30 messages; `off`: never.
     */
    trigger: 'window' | 'small' | 'off';
    /** Most recent messages that are left as they are. */
    keep: number;
  };
  context: {
    /** Results older than this many steps are left out of what is sent. */
    keepResults: number;
    /** Whether the first message includes the outline, variables and kernel. */
    facts: boolean;
    /** Nudges models that stall between steps. */
    continuation: 'auto' | 'on' | 'off';
    /** Whether the agent keeps a todo list. */
    todos: boolean;
  };
  plan: IPlanSettings;
  memory: IMemorySettings;
  search: {
    /**
     * Whether tools and memories are also searched by meaning, with vectors of
     * their texts.
     */
    meaning: boolean;
    /** The model that computes the vectors; empty for the provider's usual one. */
    model: string;
  };
  /** Language of the answers; empty to follow the person's own. */
  language: string;
  /** The person's own instructions, for all notebooks. */
  instructions: string;
  /** Replaces our system prompt except for its safety rules; empty for ours. */
  systemPrompt: string;
  /** Folder with the person's own skills; empty for none. */
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
  /** Records on each cell who proposed and who approved it. */
  provenance: boolean;
  /** System notification when a card is waiting and the page is hidden. */
  notify: boolean;
  threads: {
    /** In the browser, or in files beside the notebooks. */
    storage: 'browser' | 'files';
    /** Days without use after which a conversation is deleted; 0 keeps all. */
    keepDays: number;
    /** Total size in MB above which the oldest are deleted; 0 keeps all. */
    keepMegabytes: number;
  };
  /** Whether the debug view collects entries. They stay in memory. */
  debug: boolean;
}

/** The settings and how to change them, as seen by the panel and other extensions. */
export interface IPreferences {
  readonly current: IAgentSettings;
  /** `onChange` also reports its changes. */
  readonly folderInstructions: IFolderInstructions;
  /** Settings that could not be used, a sentence each; their defaults apply. */
  readonly problems: readonly string[];
  /** @returns a function that ends the subscription. */
  onChange(listener: () => void): () => void;
  /**
   * Applies at once. `held`: a permission was withdrawn but could not be saved
   * yet; the withdrawal holds in this browser and is saved later. Rejects if a
   * rule that permits more could not be saved; that rule then does not hold.
   */
  setPolicy(policy: IPolicy): Promise<'kept' | 'held'>;
  setDebug(on: boolean): Promise<void>;
  /** Switches learning on or off as a whole, and by kind. */
  setMemory(
    change: Partial<Pick<IMemorySettings, 'on' | 'off'>>
  ): Promise<void>;
  /** Opens the settings page. */
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
      '.*',
      '!.cellwright.md',
      '!.cellwright-report.md',
      '!.cellwright',
      '!.gitignore',
      '!.gitattributes',
      '!.editorconfig',
      '!.dockerignore',
      '!.pre-commit-config.yaml',
      '!.gitlab-ci.yml',
      '!.flake8',
      '!.github',
      '!.claude',
      '!.agents',
      '!.ipynb_checkpoints',
      '*.env',
      '*.env.*',
      '*.pem',
      '*.key',
      '*.p12',
      '*.pfx',
      '*.ppk',
      '*.jks',
      '*.keystore',
      '*.kdbx',
      '*.tfstate',
      'id_rsa*',
      'id_dsa*',
      'id_ecdsa*',
      'id_ed25519*',
      '*credentials',
      '*secrets',
      '*credentials.*',
      'secrets.*',
      'client_secret*',
      'service-account*.json',
      'token.json',
      'kaggle.json',
      'rootkey.csv',
      '*accesskeys.csv'
    ]
  },
  reports: DEFAULT_REPORT_SETTINGS,
  save: true,
  provenance: true,
  notify: false,
  threads: { storage: 'browser', keepDays: 90, keepMegabytes: 500 },
  debug: false
};
