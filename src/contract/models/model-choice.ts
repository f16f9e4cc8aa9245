import type { IAgentError } from '../agent/agent-event';

/** What a model can do, according to our table or the person. */
export interface IModelAbilities {
  /** Accepts images; null if not known, so that it is tried once. */
  images: boolean | null;
  /** Tokens; null if not known. */
  contextWindow: number | null;
  /** Calls tools; a model that cannot can only chat. */
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
  /** The options of a `choice`. */
  values?: { value: string; title: string }[];
  default: string | number | boolean;
}

/** A well-known server that speaks a provider's protocol. */
export interface IModelPreset {
  id: string;
  /** "LM Studio" */
  title: string;
  baseUrl: string;
  /** What to know before it works, in a sentence; may be empty. */
  hint: string;
  needsKey: boolean;
}

/** What the form needs to know about a provider. */
export interface IModelProviderInfo {
  id: string;
  /** "Anthropic" */
  title: string;
  description: string;
  /** `no`: there is no key; `optional`: local servers. */
  key: 'no' | 'optional' | 'required';
  /** Whether the person can enter an address. */
  address: boolean;
  presets: IModelPreset[];
  options: IModelOption[];
  /** Known models, by name. */
  models: string[];
  /** Why it cannot be used in this browser; null if it can. */
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
   * Temperature for a single request if the person set none and the model
   * accepts one; 0 if absent. Never part of the settings.
   */
  usualTemperature?: number;
  /** Tokens; null to use the table. */
  contextWindow: number | null;
  /** null to use the table. */
  images: boolean | null;
  /** The provider's own settings, by `IModelOption.name`. */
  options: Record<string, string | number | boolean>;
  /** Per million tokens, in any currency; null if not known. */
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

/** Stores keys, encrypted, beyond this page load. */
export interface IKeyVault {
  /** Keys by place, in `Keyring`'s notation. */
  load(): Promise<Record<string, string>>;
  save(place: string, key: string): Promise<void>;
  forget(place: string): Promise<void>;
}

/** Whom the conversation is sent to, and whether the person was told. */
export interface IModelRecipient {
  /** As `ModelAddress.recipient` names them; `recipientText` puts it into words. */
  host: string;
  model: string;
  disclosed: boolean;
  /** Whether texts are also sent there, to be compared by meaning. */
  texts?: boolean;
}

/** What a test of a connection found. */
export interface IConnectionTest {
  /** Which model answered and how long it took, in a sentence. */
  text: string;
  /** What works (null if it was not checked), and what to change. */
  checks: { title: string; ok: boolean | null; text: string }[];
}

/**
 * The person's model: which one is chosen, whether it can be used, and how to
 * change it.
 */
export interface IModelService {
  readonly choice: IModelChoice;
  /** "Demo (scripted)", "gpt-5-mini". */
  readonly label: string;
  readonly abilities: IModelAbilities;
  /** Whether it is the scripted demo model, which is not an AI. */
  readonly isDemo: boolean;
  /** Whether a key for the choice is available in this session. */
  readonly hasKey: boolean;
  /** @returns a function that ends the subscription. */
  onChange(listener: () => void): () => void;
  /** Saves the choice in the settings, without the key. */
  choose(choice: IModelChoice): Promise<void>;
  /**
   * Keeps a key in memory until the page is closed; an empty one is forgotten
   * everywhere.
   * @param remember also stores it, encrypted, on this device.
   */
  setKey(choice: IModelChoice, key: string, remember?: boolean): void;
  /**
   * Whether a key can be stored on this device; if not, `why` says so in a
   * sentence.
   */
  readonly remembering:
    | {
        ok: true;
        /** Who stores it, in a sentence, if not this browser. */
        where?: string;
      }
    | { ok: false; why: string };
  /** Whether the key of a choice is stored on this device. */
  remembers(choice: IModelChoice): boolean;
  /** Every provider that can be chosen. */
  providers(): Promise<IModelProviderInfo[]>;
  /**
   * Has the model call a tool and read its result, to check that everything
   * fits.
   * @throws ModelFault
   */
  test(choice: IModelChoice, signal: AbortSignal): Promise<IConnectionTest>;
  /** The second model, used when the first fails; null for none. */
  readonly fallback: IModelChoice | null;
  /** Whom a message goes to; null if it stays in this browser. */
  readonly recipient: IModelRecipient | null;
  /** Whom it goes to when the first model fails; null if it goes to nobody else. */
  readonly secondRecipient: IModelRecipient | null;
  /**
   * Whether the person knows what a choice sends to whom; also true if it sends
   * nothing.
   */
  isTold(choice: IModelChoice): boolean;
  /**
   * Whether the person knows that texts also go to the first model's provider,
   * to be compared by meaning; false if none do.
   */
  readonly isToldOfTexts: boolean;
  /** Records that the person knows what goes to these recipients. */
  acknowledge(): Promise<void>;
  /**
   * Asks the endpoint for its list of models.
   * @throws ModelFault
   */
  list(choice: IModelChoice): Promise<string[]>;
  /** Explains a fault in a sentence and says what to do. */
  explain(fault: unknown): IAgentError;
}

/** What can go wrong between us and a model. */
export type ModelFaultCode =
  | 'wrong-key'
  | 'unknown-model'
  /** An invalid base URL; the detail is a `ModelAddressProblem`. */
  | 'address'
  | 'unreachable'
  /** It redirects to another address, which a browser does not reveal. */
  | 'redirect'
  | 'mixed-content'
  | 'rate-limit'
  | 'server-error'
  | 'context-too-long'
  | 'cut-stream'
  /** A stream that ended before any content arrived. */
  | 'nothing-came'
  | 'not-json'
  | 'empty-answer'
  | 'refused'
  | 'other';

/** Thrown by providers; the engine turns it into a sentence. */
export class ModelFault extends Error {
  readonly marker = MODEL_FAULT;
  constructor(
    readonly code: ModelFaultCode,
    /** What the server said, shortened, never with a key. */
    readonly detail: string,
    readonly facts: {
      status?: number;
      /** ms, from `retry-after`. */
      retryAfter?: number;
      /** Who was asked, as `ModelAddress.recipient` names them. */
      host?: string;
      model?: string;
      /** Title of a web page that arrived instead of an answer; may be empty. */
      page?: string;
      /** Whether the server could not read the call that its model wrote. */
      unreadable?: true;
      /** Size of what was sent, as we estimate it. */
      sentTokens?: number;
    } = {},
    options?: { cause?: unknown }
  ) {
    super(`${code}: ${detail}`, options);
    this.name = 'ModelFault';
  }

  /** ms the server asked us to wait; LangChain's retry reads this name. */
  get retryAfterMs(): number | undefined {
    return this.facts.retryAfter;
  }

  /** Whether simply repeating the same call may work. */
  get retryable(): boolean {
    return (
      this.code === 'rate-limit' ||
      // The same request would probably end the same way.
      (this.code === 'server-error' && !this.facts.unreadable) ||
      this.code === 'cut-stream' ||
      this.code === 'nothing-came'
    );
  }
}

const MODEL_FAULT = 'cellwright.ModelFault';

/** Compares by a marker, not by class: two bundled copies of this file can meet. */
export function isModelFault(error: unknown): error is ModelFault {
  return (
    typeof error === 'object' &&
    error !== null &&
    (error as { marker?: unknown }).marker === MODEL_FAULT
  );
}
