import type { IAgentError } from './events';

/** What a model can do, as far as our table or the person says. */
export interface IModelAbilities {
  /** Takes images. */
  images: boolean;
  /** Tokens; null when not known. */
  contextWindow: number | null;
}

/** The person's choice of a model. Never holds a key. */
export interface IModelChoice {
  /** `demo` or `openai`. */
  provider: string;
  /** Model name as the endpoint knows it; empty for the demo. */
  model: string;
  baseUrl: string;
  temperature: number | null;
  /** Tokens; null to use the table. */
  contextWindow: number | null;
  /** null to use the table. */
  images: boolean | null;
}

export const DEMO_CHOICE: IModelChoice = {
  provider: 'demo',
  model: '',
  baseUrl: '',
  temperature: null,
  contextWindow: null,
  images: null
};

/** Keys by provider and base URL, in memory, for this page's life only. */
export interface IKeyring {
  get(choice: IModelChoice): string | undefined;
  set(choice: IModelChoice, key: string): void;
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
  /** Keeps a key in memory until the page is closed; empty forgets it. */
  setKey(choice: IModelChoice, key: string): void;
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
  | 'unreachable'
  | 'mixed-content'
  | 'rate-limit'
  | 'server-error'
  | 'context-too-long'
  | 'cut-stream'
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
      /** Host and port that was asked. */
      host?: string;
      model?: string;
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
      this.code === 'cut-stream'
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
