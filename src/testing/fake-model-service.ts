import {
  type IAgentError,
  type IConnectionTest,
  type IModelAbilities,
  type IModelChoice,
  type IModelProviderInfo,
  type IModelRecipient,
  type IModelService,
  DEMO_CHOICE,
  isModelFault
} from '../contract';

/**
 * How a provider describes itself to the form, unless a spec says otherwise.
 */
export function fakeProviderInfo(
  info: Partial<IModelProviderInfo> = {}
): IModelProviderInfo {
  return {
    id: 'openai',
    title: 'OpenAI',
    description: '',
    key: 'required',
    address: true,
    presets: [],
    options: [],
    models: [],
    missing: null,
    ...info
  };
}

/** Stores the choice, and records every key with where it was given. */
export class FakeModelService implements IModelService {
  choice: IModelChoice = DEMO_CHOICE;
  fallback: IModelChoice | null = null;
  abilities: IModelAbilities = {
    images: true,
    contextWindow: 100_000,
    tools: true,
    parallelCalls: true
  };

  remembering: IModelService['remembering'] = { ok: true };
  readonly keys: { choice: IModelChoice; key: string; remember: boolean }[] =
    [];

  readonly chosen: IModelChoice[] = [];
  readonly listed: IModelChoice[] = [];
  readonly tested: IModelChoice[] = [];
  /** Whether texts are sent too, to be compared by meaning. */
  sendsTexts = false;
  isToldOfTexts = false;
  /** Hosts that the person was told about. */
  readonly acknowledged = new Set<string>();
  /** Where a message is sent; defaults to the choice's address. */
  host = '';
  known: IModelProviderInfo[] = [
    fakeProviderInfo({
      id: 'demo',
      title: 'Demo (scripted)',
      key: 'no',
      address: false
    }),
    fakeProviderInfo({
      title: 'OpenAI or compatible',
      key: 'optional',
      models: ['gpt-5', 'gpt-5-mini']
    })
  ];

  /** Implements `list`. */
  answer: () => Promise<string[]> = async () => ['small', 'large'];
  /** Implements `test`. */
  connect: (signal: AbortSignal) => Promise<IConnectionTest> = async () => ({
    text: 'gpt-5-mini answered in 0.4 s.',
    checks: [
      { title: 'Tools', ok: true, text: 'It called the tool.' },
      { title: 'Streaming', ok: true, text: 'It arrives in pieces.' },
      { title: 'Pictures', ok: null, text: 'Not sent to this model.' }
    ]
  });

  private readonly _listeners = new Set<() => void>();

  get label(): string {
    return this.isDemo ? 'Demo (scripted)' : this.choice.model;
  }

  get isDemo(): boolean {
    return this.choice.provider === DEMO_CHOICE.provider;
  }

  get hasKey(): boolean {
    return this.keys.length > 0 && this.keys[this.keys.length - 1].key !== '';
  }

  get recipient(): IModelRecipient | null {
    if (this.isDemo) {
      return null;
    }
    const found = this._recipientOf(this.choice, this.host);
    return this.sendsTexts
      ? {
          ...found,
          texts: true,
          disclosed: found.disclosed && this.isToldOfTexts
        }
      : found;
  }

  get secondRecipient(): IModelRecipient | null {
    return this.fallback && !this.isDemo
      ? this._recipientOf(this.fallback)
      : null;
  }

  isTold(choice: IModelChoice): boolean {
    return this.acknowledged.has(choice.baseUrl);
  }

  get listeners(): number {
    return this._listeners.size;
  }

  onChange(listener: () => void): () => void {
    this._listeners.add(listener);
    return () => this._listeners.delete(listener);
  }

  async choose(choice: IModelChoice): Promise<void> {
    this.choice = choice;
    this.chosen.push(choice);
    this._tell();
  }

  setKey(choice: IModelChoice, key: string, remember = false): void {
    this.keys.push({ choice, key, remember });
    this._tell();
  }

  remembers({ provider, baseUrl }: IModelChoice): boolean {
    const last = this.keys.findLast(
      each =>
        each.choice.provider === provider && each.choice.baseUrl === baseUrl
    );
    return last !== undefined && last.key !== '' && last.remember;
  }

  async providers(): Promise<IModelProviderInfo[]> {
    return this.known;
  }

  async test(
    choice: IModelChoice,
    signal: AbortSignal
  ): Promise<IConnectionTest> {
    this.tested.push(choice);
    return this.connect(signal);
  }

  async acknowledge(): Promise<void> {
    this.isToldOfTexts = this.sendsTexts;
    for (const each of [this.recipient, this.secondRecipient]) {
      if (each) {
        this.acknowledged.add(each.host);
      }
    }
    this._tell();
  }

  async list(choice: IModelChoice): Promise<string[]> {
    this.listed.push(choice);
    return this.answer();
  }

  explain(fault: unknown): IAgentError {
    return {
      code: isModelFault(fault) ? fault.code : 'other',
      title: 'The model’s server did not answer.',
      text: isModelFault(fault) ? fault.detail : String(fault),
      retryable: false
    };
  }

  private _recipientOf(
    { baseUrl, model }: IModelChoice,
    host = ''
  ): IModelRecipient {
    const to = host || baseUrl;
    return { host: to, model, disclosed: this.acknowledged.has(to) };
  }

  private _tell(): void {
    this._listeners.forEach(listener => listener());
  }
}
