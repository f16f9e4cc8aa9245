import type { PartialJSONValue } from '@lumino/coreutils';

import type {
  IAgentError,
  IModelAbilities,
  IModelChoice,
  IModelProvider,
  IModelProviderInfo,
  IModelRecipient,
  IModelService,
  ITranslator
} from '../../contract';
import { choiceInSettings } from '../settings/choice-in-settings';
import { once } from '../util/once';
import type { RememberedKeys } from '../keys/remembered-keys';
import type { SettingsStore } from '../settings/settings-store';

type Models = Pick<
  typeof import('../../models'),
  'explainFault' | 'testConnection'
>;

export interface IModelServiceOptions {
  store: SettingsStore;
  keys: RememberedKeys;
  remembering: IModelService['remembering'];
  trans: ITranslator;
  /** Every provider that is registered. */
  loadProviders(): Promise<readonly IModelProvider[]>;
  /** The room of models, for faults and for tests of a connection. */
  loadModels(): Promise<Models>;
}

/**
 * The person's model. The code of any model is loaded when one is chosen, and
 * what stands in for it until then (a name, no abilities) is corrected by a
 * change that is told.
 */
export class ModelService implements IModelService {
  /** Settled once the chosen model can be used: its provider and its key are here. */
  readonly ready: Promise<void>;

  /** Not `private`, which any script could pass by: a key is behind it. */
  private readonly _options: IModelServiceOptions;

  private _models: Models | null = null;

  private _providers: readonly IModelProvider[] = [];

  private readonly _loadModels: () => Promise<Models>;

  /** Told, where the settings could not keep it. */
  private readonly _toldHere = new Set<string>();

  private readonly _listeners = new Set<() => void>();

  constructor(options: IModelServiceOptions) {
    this._options = options;
    this._loadModels = once(async () => {
      this._models = await options.loadModels();
      return this._models;
    });
    // It lives as long as the page, and so does the store.
    options.store.onChange(() => {
      this._tell();
      void this._prepare();
    });
    this.ready = this._prepare();
  }

  get choice(): IModelChoice {
    return this._options.store.content.model;
  }

  get fallback(): IModelChoice | null {
    return this._options.store.content.fallback;
  }

  get label(): string {
    const { trans } = this._options;
    if (this.isDemo) {
      return trans.__('Demo (scripted)');
    }
    return (
      this._provider()?.label(this.choice, trans) ||
      this.choice.model ||
      trans.__('No model chosen')
    );
  }

  get abilities(): IModelAbilities {
    const { choice } = this;
    return (
      this._provider()?.abilities(choice) ?? {
        images: choice.images ?? false,
        contextWindow: choice.contextWindow,
        tools: true,
        parallelCalls: true
      }
    );
  }

  get isDemo(): boolean {
    return this.choice.provider === 'demo';
  }

  get hasKey(): boolean {
    return this._options.keys.get(this.choice) !== undefined;
  }

  get remembering(): IModelService['remembering'] {
    return this._options.remembering;
  }

  get recipient(): IModelRecipient | null {
    return this._recipientOf(this.choice);
  }

  get secondRecipient(): IModelRecipient | null {
    // The demo never fails.
    return this.fallback && !this.isDemo
      ? this._recipientOf(this.fallback)
      : null;
  }

  isTold(choice: IModelChoice): boolean {
    return this._recipientOf(choice)?.told ?? true;
  }

  onChange(listener: () => void): () => void {
    this._listeners.add(listener);
    return () => {
      this._listeners.delete(listener);
    };
  }

  async choose(choice: IModelChoice): Promise<void> {
    await this._options.store.change('model', raw =>
      choiceInSettings(raw, choice)
    );
    await this._prepare();
  }

  setKey(choice: IModelChoice, key: string, remember = false): void {
    void this._options.keys.set(choice, key, remember).then(() => this._tell());
    this._tell();
  }

  remembers(choice: IModelChoice): boolean {
    return this._options.keys.remembers(choice);
  }

  async acknowledge(): Promise<void> {
    const { store } = this._options;
    const names = [this.choice, ...(this.fallback ? [this.fallback] : [])]
      .filter(choice => !this.isTold(choice))
      .map(choice => recipientName(this._recipientOf(choice)!.host, choice));
    if (names.length > 0) {
      try {
        await store.change('told', raw => withTold(raw, names));
      } catch (error) {
        // Then it counts until the page is closed.
        names.forEach(name => this._toldHere.add(name));
        throw error;
      }
    }
  }

  async providers(): Promise<IModelProviderInfo[]> {
    await Promise.all([this._loadProviders(), this._options.keys.load()]);
    return this._providers.map(each => each.info(this._options.trans));
  }

  async test(choice: IModelChoice, signal: AbortSignal): Promise<string> {
    const [{ testConnection }, provider] = await Promise.all([
      this._loadModels(),
      this._loaded(choice)
    ]);
    const { trans, keys } = this._options;
    const { model, ms } = await testConnection(
      provider,
      choice,
      keys.get(choice),
      signal
    );
    return trans.__('%1 answered in %2 s.', model, (ms / 1_000).toFixed(1));
  }

  async list(choice: IModelChoice): Promise<string[]> {
    const [provider] = await Promise.all([
      this._loaded(choice),
      // A fault of this is explained by it.
      this._loadModels()
    ]);
    return (
      (await provider.list?.(choice, this._options.keys.get(choice))) ?? []
    );
  }

  explain(fault: unknown): IAgentError {
    const { trans } = this._options;
    return (
      this._models?.explainFault(fault, trans) ?? {
        code: 'not-loaded',
        title: trans.__('Cellwright could not be loaded'),
        text: trans.__(
          'The part that talks to models did not arrive from the server. Check your connection, then try again.'
        ),
        retryable: true
      }
    );
  }

  private _provider(id = this.choice.provider): IModelProvider | undefined {
    return this._providers.find(each => each.id === id);
  }

  /** Whom a choice sends to; under a name of ours where its provider is not here. */
  private _recipientOf(choice: IModelChoice): IModelRecipient | null {
    const { provider, model, baseUrl } = choice;
    const host =
      this._provider(provider)?.host(choice) ?? (baseUrl || provider);
    if (provider === 'demo' || host === '') {
      return null;
    }
    const name = recipientName(host, choice);
    const told =
      this._toldHere.has(name) ||
      this._options.store.content.told.includes(name);
    return { host, model, told };
  }

  /** The provider of a choice, and its key where one was kept. */
  private async _loaded(choice: IModelChoice): Promise<IModelProvider> {
    await Promise.all([this._loadProviders(), this._options.keys.load()]);
    const provider = this._provider(choice.provider);
    if (!provider) {
      throw new Error(`There is no model provider "${choice.provider}".`);
    }
    return provider;
  }

  /** What the chosen model needs; the demo needs nothing. */
  private async _prepare(): Promise<void> {
    if (this.isDemo && this.fallback === null) {
      return;
    }
    const before = [this._providers.length, this.hasKey].join();
    await Promise.all([
      this._loadProviders().catch((error: unknown) => {
        console.warn('Cellwright: the models were not loaded', error);
      }),
      this._options.keys.load()
    ]);
    if (before !== [this._providers.length, this.hasKey].join()) {
      this._tell();
    }
  }

  private async _loadProviders(): Promise<void> {
    this._providers = await this._options.loadProviders();
  }

  private _tell(): void {
    this._listeners.forEach(listener => listener());
  }
}

/** More names in the list the file has; undefined where it has something else. */
function withTold(
  raw: unknown,
  names: readonly string[]
): PartialJSONValue[] | undefined {
  const list = raw ?? [];
  return Array.isArray(list) ? [...new Set([...list, ...names])] : undefined;
}

/** As the setting `told` keeps it: who gets what, and by which protocol. */
function recipientName(host: string, { provider }: IModelChoice): string {
  return `${host} ${provider}`;
}
