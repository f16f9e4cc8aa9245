import { z } from 'zod';

import { DEFAULT_SERVER_TIMEOUT } from '../mcp';
import { MEMORY_KINDS } from '../memory';
import type { IPolicy } from '../policy/policy';
import type { IFolderInstructions } from '../ports/folder-instructions';

/** Files that are never read, by default. */
const NEVER_READ = [
  '.*',
  '!.cellwright.md',
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
];

/** Thirty days. */
const MAX_MINUTES = 43_200;
/** Ten years. */
const MAX_DAYS = 3_650;
/** More than any model can read at once; a larger number is a typing error. */
const MAX_TOKENS = 100_000_000;

// The bounds are wide: they exclude what would break, not what is unusual.
const flag = (value: boolean) => z.boolean().default(value);
const text = () => z.string().default('');
const trimmed = () => z.string().trim().default('');
const count = (value: number, min: number, max: number) =>
  z.int().min(min).max(max).default(value);
const share = (value: number) => z.number().min(0).max(1).default(value);
const choice = <V extends string>(...values: [V, ...V[]]) =>
  z.enum(values).default(values[0] as z.util.NoUndefined<V>);
const rule = z.enum(['ask', 'allow']);
const list = <S extends z.ZodType>(item: S) => z.array(item).default([]);
const group = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape).prefault({} as never);

const model = (provider: string) =>
  group({
    provider: z.string().trim().default(provider),
    model: trimmed(),
    baseUrl: trimmed(),
    temperature: z.number().min(0).max(2).optional(),
    contextWindow: z.int().min(1_000).max(MAX_TOKENS).optional(),
    images: choice('auto', 'yes', 'no'),
    /** The provider's own, by `IModelOption.name`. */
    options: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .default({}),
    /** Per million tokens, in any currency. */
    inputPrice: z.number().min(0).max(1_000_000).optional(),
    outputPrice: z.number().min(0).max(1_000_000).optional()
  });

const BOUND = z.looseObject({ notebook: z.string(), root: z.string() }).and(
  z.union([
    z.looseObject({ id: z.string().min(1) }),
    z.looseObject({
      id: z.undefined().optional(),
      cells: z.array(z.string())
    })
  ])
);

/** A rule for a notebook; none that outlives the page is for shell or network. */
export const NOTEBOOK_RULE = BOUND.and(
  z.looseObject({
    effects: z.array(z.enum(['read', 'edit', 'execute', 'write']))
  })
);

/** A rule for a server's tool that was made by hand; a card's is not stored. */
export const SERVER_TOOL_RULE = z.looseObject({
  server: z.string().min(1),
  address: z.string().min(1),
  tool: z.string().min(1),
  hash: z.string().min(1),
  lasts: z.literal('ever').default('ever'),
  description: z.string().optional(),
  repeat: z.boolean().optional(),
  notebook: BOUND.nullable()
});

/** An MCP server: name and address are enough. */
export const MCP_SERVER = z.object({
  name: z.string().trim().min(1),
  url: z.string().trim(),
  auth: choice('none', 'bearer', 'headers', 'oauth'),
  headers: list(z.string()),
  clientId: z.string().trim().optional(),
  enabled: flag(true),
  timeout: z.number().min(1).max(600).default(DEFAULT_SERVER_TIMEOUT),
  disabledTools: z.array(z.string()).optional()
});

/** The settings as `schema/plugin.json` has them, with their defaults. */
export const SETTINGS_FILE = z.strictObject({
  /** Opens the panel when JupyterLab starts. */
  openOnStart: flag(false),
  model: model('demo'),
  /** The second model, used when the first fails. */
  fallback: model(''),
  policy: group({
    read: rule.default('allow'),
    edit: rule.default('ask'),
    execute: rule.default('ask'),
    write: rule.default('ask'),
    shell: choice('ask'),
    network: choice('ask'),
    markdown: rule.default('allow'),
    notebooks: list(NOTEBOOK_RULE),
    serverTools: list(SERVER_TOOL_RULE),
    packages: list(z.string()),
    languages: list(z.string()),
    interruptOn: z
      .record(
        z.string(),
        z.union([
          z.boolean(),
          z.object({
            allowedDecisions: z
              .array(z.enum(['approve', 'edit', 'reject', 'respond']))
              .min(1),
            description: z.string().optional()
          })
        ])
      )
      .default({}),
    descriptionPrefix: text()
  }),
  mcp: group({
    /** Each has a name of its own. */
    servers: z
      .array(MCP_SERVER)
      .superRefine((servers, { addIssue }) => {
        servers.forEach(({ name }, at) => {
          if (servers.findIndex(each => each.name === name) < at) {
            addIssue({ code: 'custom', path: [at] });
          }
        });
      })
      .default([]),
    check: flag(true),
    toolCheckInterval: count(300, 10, 86_400),
    instructions: flag(true)
  }),
  answers: group({
    language: trimmed(),
    instructions: text(),
    systemPrompt: text(),
    skillsFolder: trimmed()
  }),
  reports: group({
    /** Pieces of evidence per section. */
    pieces: count(10, 1, 50),
    /** The checks that the finished text goes through. */
    checklist: flag(true),
    complete: flag(true),
    numbers: flag(true),
    figures: flag(true),
    links: flag(true),
    length: flag(true),
    /** Minutes before the evidence card is rejected; 0 for never. */
    evidenceMinutes: count(0, 0, MAX_MINUTES),
    /** The person's own templates, besides those next to the notebook. */
    templatesFolder: trimmed(),
    /** Id of the template for reports that name none; empty for none. */
    template: trimmed()
  }),
  limits: group({
    modelCalls: count(30, 1, 1_000),
    callsPerStep: count(0, 0, 100),
    toolCalls: z
      .record(z.string(), z.int().min(0).max(1_000))
      .default({ write_todos: 20, list_files: 10 }),
    approvalMinutes: count(0, 0, MAX_MINUTES),
    /**
     * At the time limit: reject the cards and let the run continue, or stop the
     * run.
     */
    approvalTimeout: choice('reject', 'cancel')
  }),
  summary: group({
    /**
     * `window`: at 60 % of the model's context window, or at 72,000 tokens if
     * that is not known; `small`: at 8,000 tokens or 30 messages; `off`: never.
     */
    trigger: choice('window', 'small', 'off'),
    /** Most recent messages that are left as they are. */
    keep: count(10, 2, 200)
  }),
  context: group({
    /** Results older than this many steps are left out of what is sent. */
    keepResults: count(8, 1, 1_000),
    /** Whether the first message includes the outline, variables and kernel. */
    facts: flag(true),
    /** Nudges models that stall between steps. */
    continuation: choice('auto', 'on', 'off'),
    /** Whether the agent keeps a todo list. */
    todos: flag(true)
  }),
  plan: group({
    /** With everything else off and this on, each one counts as on. */
    askAll: flag(true),
    askQuestions: flag(true),
    askPlan: flag(true),
    askStep: flag(false),
    /** Clarity at which a task needs no question. */
    clearEnough: share(0.7),
    /** Minimum values for reusing a past clarification. */
    reuseUses: count(1, 1, 1_000),
    reuseSuccess: share(0.5),
    reuseConfidence: share(0.6),
    /** Minimum score for using a plan that memories improved. */
    improved: share(0.6),
    /** How often questions are asked again, or a step changes the plan. */
    rounds: count(5, 1, 20),
    requestsPerStep: count(12, 1, 200),
    /** Reading steps that may run in parallel. */
    atOnce: count(3, 1, 8),
    /** What a plan may use before it pauses; 0 for no limit. */
    mostTokens: count(0, 0, 1e9),
    mostCost: z.number().min(0).max(1e6).default(0),
    /** Where results are stored: in the browser only, or beside the notebook too. */
    results: choice('browser', 'files')
  }),
  memory: group({
    /** If off, nothing is searched and nothing collected. */
    on: flag(true),
    /** Kinds that are neither searched nor collected. */
    off: list(z.enum(MEMORY_KINDS)),
    /** Maximum number of entries. */
    most: count(5_000, 1, 100_000)
  }),
  search: group({
    /**
     * Whether tools and memories are also searched by meaning, with vectors of
     * their texts.
     */
    meaning: flag(false),
    /** The model that computes the vectors; empty for the provider's usual one. */
    model: trimmed()
  }),
  privacy: group({
    /** No value, output or sample reaches the model. */
    schemasOnly: flag(false),
    /** Globs of files that are never read. */
    deny: z.array(z.string()).default(NEVER_READ)
  }),
  threads: group({
    /** In the browser, or in files beside the notebooks. */
    storage: choice('browser', 'files'),
    /** Days without use after which a conversation is deleted; 0 keeps all. */
    keepDays: count(90, 0, MAX_DAYS),
    /** Total size in MB above which the oldest are deleted; 0 keeps all. */
    keepMegabytes: count(500, 0, 100_000)
  }),
  /** Saves the notebook after each effect on it. */
  save: flag(true),
  /** Records on each cell who proposed and who approved it. */
  provenance: flag(true),
  /** System notification when a card is waiting and the page is hidden. */
  notify: flag(false),
  /** Whether the debug view collects entries. They stay in memory. */
  debug: flag(false),
  /** "host provider" of each recipient that the person was told about. */
  disclosed: list(z.string())
});

export type SettingsFile = z.output<typeof SETTINGS_FILE>;

/** What a setting takes, as in a JSON schema. */
export interface ISettingSchema {
  type?: string;
  default?: unknown;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  properties?: Record<string, ISettingSchema>;
  items?: ISettingSchema;
  additionalProperties?: ISettingSchema;
}

export function settingsSchema(): ISettingSchema {
  return z.toJSONSchema(SETTINGS_FILE, {
    io: 'input',
    unrepresentable: 'any'
  }) as ISettingSchema;
}

/**
 * What holds where something unreadable stands: whoever changed the default
 * wanted to be asked, or less to be learned and sent.
 */
export const UNREADABLE_SETTINGS = {
  policy: { read: 'ask', markdown: 'ask' },
  plan: { askAll: true, askQuestions: true, askPlan: true, askStep: true },
  memory: { on: false },
  search: { meaning: false },
  privacy: { schemasOnly: true },
  mcp: { instructions: false }
};

/** The person's settings for learning. */
export type IMemorySettings = SettingsFile['memory'];

/** The agent's settings; the choice of a model is stored separately. */
export interface IAgentSettings extends Pick<
  SettingsFile,
  | 'summary'
  | 'context'
  | 'plan'
  | 'reports'
  | 'memory'
  | 'search'
  | 'privacy'
  | 'threads'
  | 'save'
  | 'provenance'
  | 'notify'
  | 'debug'
> {
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
    approvalTimeout: SettingsFile['limits']['approvalTimeout'];
  };
  /** Language of the answers; empty to follow the person's own. */
  language: string;
  /** The person's own instructions, for all notebooks. */
  instructions: string;
  /** Replaces our system prompt except for its safety rules; empty for ours. */
  systemPrompt: string;
  /** Folder with the person's own skills; empty for none. */
  skillsFolder: string;
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
  /** Applies at once. Rejects if it is not saved: then nothing has changed. */
  setPolicy(policy: IPolicy): Promise<void>;
  setDebug(on: boolean): Promise<void>;
  /** Switches learning on or off as a whole, and by kind. */
  setMemory(
    change: Partial<Pick<IMemorySettings, 'on' | 'off'>>
  ): Promise<void>;
  /** Opens the settings page. */
  openEditor(): void;
}

export function agentSettings(file: SettingsFile): IAgentSettings {
  const { limits, answers, summary, context, plan, reports } = file;
  const { memory, search, privacy, threads } = file;
  const { save, provenance, notify, debug } = file;
  return {
    policy: policyIn(file.policy),
    limits: {
      ...limits,
      callsPerStep: limits.callsPerStep || null,
      approvalMinutes: limits.approvalMinutes || null
    },
    ...answers,
    ...{ summary, context, plan, reports, memory, search, privacy, threads },
    ...{ save, provenance, notify, debug }
  };
}

export function policyIn(group: SettingsFile['policy']): IPolicy {
  const { read, edit, execute, write, shell, network, ...rest } = group;
  return { ...rest, effects: { read, edit, execute, write, shell, network } };
}

export const DEFAULT_FILE = SETTINGS_FILE.parse({});
export const DEFAULT_SETTINGS = agentSettings(DEFAULT_FILE);

/**
 * Permits reading, inserting Markdown, and editing Markdown that the agent
 * wrote.
 */
export const DEFAULT_POLICY = DEFAULT_SETTINGS.policy;
