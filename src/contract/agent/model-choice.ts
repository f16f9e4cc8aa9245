import type { IAgentError } from './agent-event';

/** What a model can do, as far as our table or the person says. */
export interface IModelAbilities {
  /** Takes images. */
  images: boolean;
  /** Tokens; null when not known. */
  contextWindow: number | null;
  /** Calls tools; a model that cannot can only talk. */
  tools: boolean;
  /** Makes several calls in one answer. */
  parallelCalls: boolean;
}

/** One setting of a provider beyond the common ones; the form draws it. */
export interface IModelOption {
  name: string;
  title: string;
  description?: string;
  kind: 'text' | 'number' | 'boolean' | 'choice';
  /** Of `choice`. */
  values?: { value: string; title: string }[];
  default: string | number | boolean;
}

/** A well-known server of a provider's protocol. */
export interface IModelPreset {
  id: string;
  /** "LM Studio" */
  title: string;
  baseUrl: string;
  /** What to know before it works, in a sentence; may be empty. */
  hint: string;
  needsKey: boolean;
}

/** What the form needs to know of a provider. */
export interface IModelProviderInfo {
  id: string;
  /** "Anthropic" */
  title: string;
  description: string;
  /** `no`: it has none; `optional`: local servers. */
  key: 'no' | 'optional' | 'required';
  /** Whether an address can be given. */
  address: boolean;
  presets: IModelPreset[];
  options: IModelOption[];
  /** Models known by name. */
  models: string[];
  /** Why it cannot be used in this browser; null when it can. */
  missing: string | null;
}

/** The person's choice of a model. Never holds a key. */
export interface IModelChoice {
  /** Id of a provider: `demo`, `openai`, `anthropic` … */
  provider: string;
  /** Model name as the endpoint knows it; empty for the demo. */
  model: string;
  baseUrl: string;
  temperature: number | null;
  /**
   * What one request asks for where the person set no temperature and the model
   * takes one; 0 where not given. Never part of the settings.
   */
  usualTemperature?: number;
  /** Tokens; null to use the table. */
  contextWindow: number | null;
  /** null to use the table. */
  images: boolean | null;
  /** The provider's own settings, by `IModelOption.name`. */
  options: Record<string, string | number | boolean>;
  /** Per million tokens, in whatever currency; null when not known. */
  prices: { input: number; output: number } | null;
}

export const DEMO_CHOICE: IModelChoice = {
  provider: 'demo',
  model: '',
  baseUrl: '',
  temperature: null,
  contextWindow: null,
  images: null,
  options: {},
  prices: null
};

/** Keys by provider and base URL. No token gives access to them. */
export interface IKeyring {
  get(choice: IModelChoice): string | undefined;
  set(choice: IModelChoice, key: string): void;
}

/** Where keys are kept beyond this page's life, encrypted. */
export interface IKeyVault {
  /** Keys by place, as `Keyring` names places. */
  load(): Promise<Record<string, string>>;
  save(place: string, key: string): Promise<void>;
  forget(place: string): Promise<void>;
}

/** Whom the conversation is sent to, and whether the person was told. */
export interface IModelRecipient {
  /** As `ModelAddress.recipient` names them; `recipientText` has the words. */
  host: string;
  model: string;
  told: boolean;
  /** Whether texts go there as well, to be compared by meaning. */
  texts?: boolean;
}

/** The person's model: what is chosen, whether it can be used, and how to change it. */
export interface IModelService {
  readonly choice: IModelChoice;
  /** "Demo (scripted)", "gpt-5-mini". */
  readonly label: string;
  readonly abilities: IModelAbilities;
  /** The scripted demo model, which is not an AI. */
  readonly isDemo: boolean;
  /** Whether a key is at hand for the choice in this session. */
  readonly hasKey: boolean;
  /** @returns a function that ends the subscription. */
  onChange(listener: () => void): () => void;
  /** Keeps the choice in the settings; the key never is. */
  choose(choice: IModelChoice): Promise<void>;
  /**
   * Keeps a key in memory until the page is closed; empty forgets it everywhere.
   * @param remember also keeps it encrypted on this device.
   */
  setKey(choice: IModelChoice, key: string, remember?: boolean): void;
  /** Whether a key can be kept on this device; `why` not, in a sentence. */
  readonly remembering:
    | {
        ok: true;
        /** Who keeps it, in a sentence, where it is not this browser. */
        where?: string;
      }
    | { ok: false; why: string };
  /** Whether the key of a choice is kept on this device. */
  remembers(choice: IModelChoice): boolean;
  /** Every provider that can be chosen. */
  providers(): Promise<IModelProviderInfo[]>;
  /**
   * One small request, to see that everything fits.
   * @returns what answered and how long it took, in a sentence.
   * @throws ModelFault
   */
  test(choice: IModelChoice, signal: AbortSignal): Promise<string>;
  /** The second model, for when the first fails; null for none. */
  readonly fallback: IModelChoice | null;
  /** Whom a message goes to; null where it stays in this browser. */
  readonly recipient: IModelRecipient | null;
  /** Whom it goes to when the first model fails; null where it goes no further. */
  readonly secondRecipient: IModelRecipient | null;
  /** Whether the person knows what goes to whom with a choice; or nothing goes anywhere. */
  isTold(choice: IModelChoice): boolean;
  /**
   * Whether the person knows that texts go to the first one's provider as well,
   * to be compared by meaning; false where none go.
   */
  readonly isToldOfTexts: boolean;
  /** Notes that the person knows what goes to these recipients. */
  acknowledge(): Promise<void>;
  /**
   * Asks the endpoint which models it has.
   * @throws ModelFault
   */
  list(choice: IModelChoice): Promise<string[]>;
  /** A sentence for a fault, with what to do. */
  explain(fault: unknown): IAgentError;
}

/** What can go wrong between us and a model. */
export type ModelFaultCode =
  | 'wrong-key'
  | 'unknown-model'
  /** A base URL that cannot be one; the detail is a `ModelAddressProblem`. */
  | 'address'
  | 'unreachable'
  /** It leads elsewhere, which a browser does not tell. */
  | 'redirect'
  | 'mixed-content'
  | 'rate-limit'
  | 'server-error'
  | 'context-too-long'
  | 'cut-stream'
  /** A stream that ended before anything came. */
  | 'nothing-came'
  | 'not-json'
  | 'empty-answer'
  | 'refused'
  | 'other';

/** Thrown by providers; the engine makes a sentence of it. */
export class ModelFault extends Error {
  readonly marker = MODEL_FAULT;
  constructor(
    readonly code: ModelFaultCode,
    /** What the server said, bounded, never with a key. */
    readonly detail: string,
    readonly facts: {
      status?: number;
      /** ms, from `retry-after`. */
      retryAfter?: number;
      /** Who was asked, as `ModelAddress.recipient` names them. */
      host?: string;
      model?: string;
      /** Title of a web page that came in the place of an answer; may be empty. */
      page?: string;
      /** What was sent, as we estimate it. */
      sentTokens?: number;
    } = {},
    options?: { cause?: unknown }
  ) {
    super(`${code}: ${detail}`, options);
    this.name = 'ModelFault';
  }

  /** ms the server asked to wait; the name LangChain's retry reads. */
  get retryAfterMs(): number | undefined {
    return this.facts.retryAfter;
  }

  /** Whether the same call may work when it is repeated by itself. */
  get retryable(): boolean {
    return (
      this.code === 'rate-limit' ||
      this.code === 'server-error' ||
      this.code === 'cut-stream' ||
      this.code === 'nothing-came'
    );
  }
}

const MODEL_FAULT = 'cellwright.ModelFault';

/** By marker and not by class: two bundled copies of this file can meet. */
export function isModelFault(error: unknown): error is ModelFault {
  return (
    typeof error === 'object' &&
    error !== null &&
    (error as { marker?: unknown }).marker === MODEL_FAULT
  );
}
