import type { PartialJSONValue } from '@lumino/coreutils';

import type {
  IAgentError,
  IConnectionTest,
  IModelAbilities,
  IModelChoice,
  IModelProvider,
  IModelProviderInfo,
  IModelRecipient,
  IModelService,
  ITranslator
} from '../../contract';
import { Listeners } from '../../contract/util/listeners';
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
  trans: ITranslator;
  /** All registered providers. */
  loadProviders(): Promise<readonly IModelProvider[]>;
  /** The models layer, for explaining errors and testing connections. */
  loadModels(): Promise<Models>;
}

/**
 * The person's model. A model's code is loaded when it is chosen. Until then a
 * stand-in is shown (a name, no abilities), which is corrected with a change
 * event.
 */
export class ModelService implements IModelService {
  /**
   * Settles once the chosen model can be used: its provider and its key are
   * loaded.
   */
  readonly ready: Promise<void>;

  /** Not `private`, which any script could bypass: it gives access to a key. */
  readonly #options: IModelServiceOptions;

  private _models: Models | null = null;

  private _providers: readonly IModelProvider[] = [];

  private readonly _loadModels: () => Promise<Models>;

  /**
   * Recipients that the person was told about, but that the settings could not
   * store.
   */
  private readonly _toldHere = new Set<string>();

  private readonly _listeners = new Listeners();

  constructor(options: IModelServiceOptions) {
    this.#options = options;
    this._loadModels = once(async () => {
      this._models = await options.loadModels();
      return this._models;
    });
    // It lives as long as the page, and so does the store.
    options.store.onChange(() => {
      this._listeners.tell();
      void this._prepare();
    });
    this.ready = this._prepare();
  }

  get choice(): IModelChoice {
    return this.#options.store.content.model;
  }

  get fallback(): IModelChoice | null {
    return this.#options.store.content.fallback;
  }

  get label(): string {
    const { trans } = this.#options;
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
    return this.#options.keys.get(this.choice) !== undefined;
  }

  get remembering(): IModelService['remembering'] {
    return this.#options.keys.remembering;
  }

  get recipient(): IModelRecipient | null {
    const found = this._recipientOf(this.choice);
    return found && this._sendsTexts
      ? {
          ...found,
          texts: true,
          disclosed: found.disclosed && this.isToldOfTexts
        }
      : found;
  }

  get isToldOfTexts(): boolean {
    const found = this._recipientOf(this.choice);
    return (
      this._sendsTexts &&
      // If nothing leaves the page, there is nothing to tell.
      (found === null || this._isTold(textsName(found.host, this.choice)))
    );
  }

  get secondRecipient(): IModelRecipient | null {
    // The demo never fails, so nothing is sent to the second model.
    return this.fallback && !this.isDemo
      ? this._recipientOf(this.fallback)
      : null;
  }

  isTold(choice: IModelChoice): boolean {
    return this._recipientOf(choice)?.disclosed ?? true;
  }

  onChange(listener: () => void): () => void {
    return this._listeners.add(listener);
  }

  async choose(choice: IModelChoice): Promise<void> {
    await this.#options.store.change('model', raw =>
      choiceInSettings(raw, choice)
    );
    await this._prepare();
  }

  setKey(choice: IModelChoice, key: string, remember = false): void {
    void this.#options.keys
      .set(choice, key, remember)
      .then(() => this._listeners.tell());
    this._listeners.tell();
  }

  remembers(choice: IModelChoice): boolean {
    return this.#options.keys.remembers(choice);
  }

  async acknowledge(): Promise<void> {
    const { store } = this.#options;
    const { recipient } = this;
    const names = [this.choice, ...(this.fallback ? [this.fallback] : [])]
      .filter(choice => !this.isTold(choice))
      .map(choice => recipientName(this._recipientOf(choice)!.host, choice));
    if (recipient?.texts && !this.isToldOfTexts) {
      names.push(textsName(recipient.host, this.choice));
    }
    if (names.length > 0) {
      try {
        await store.change('disclosed', raw => withDisclosed(raw, names));
      } catch (error) {
        // It counts until the page is closed, then.
        names.forEach(name => this._toldHere.add(name));
        throw error;
      }
    }
  }

  async providers(): Promise<IModelProviderInfo[]> {
    await Promise.all([this._loadProviders(), this.#options.keys.load()]);
    return this._providers.map(each => each.info(this.#options.trans));
  }

  async test(
    choice: IModelChoice,
    signal: AbortSignal
  ): Promise<IConnectionTest> {
    const [{ testConnection }, provider] = await Promise.all([
      this._loadModels(),
      this._loaded(choice)
    ]);
    const { trans, keys } = this.#options;
    return testConnection(provider, choice, keys.get(choice), signal, trans);
  }

  async list(choice: IModelChoice): Promise<string[]> {
    const [provider] = await Promise.all([
      this._loaded(choice),
      // Needed to explain an error of the request.
      this._loadModels()
    ]);
    return (
      (await provider.list?.(choice, this.#options.keys.get(choice))) ?? []
    );
  }

  explain(fault: unknown): IAgentError {
    const { trans } = this.#options;
    return (
      this._models?.explainFault(fault, trans) ?? {
        code: 'not-loaded',
        title: trans.__('Cellwright could not be loaded'),
        text: trans.__(
          'The part that talks to models could not be fetched from the server. Check your connection, then try again.'
        ),
        retryable: true
      }
    );
  }

  /** Whether it is on, and the provider of the chosen model supports it. */
  private get _sendsTexts(): boolean {
    return (
      this.#options.store.content.agent.search.meaning &&
      this._provider()?.makeEmbeddings !== undefined
    );
  }

  private _provider(id = this.choice.provider): IModelProvider | undefined {
    return this._providers.find(each => each.id === id);
  }

  /**
   * The recipient of a choice; if its provider is not loaded, under the address
   * or id in the choice.
   */
  private _recipientOf(choice: IModelChoice): IModelRecipient | null {
    const { provider, model, baseUrl } = choice;
    const host =
      this._provider(provider)?.host(choice) ?? (baseUrl || provider);
    if (provider === 'demo' || host === '') {
      return null;
    }
    return {
      host,
      model,
      disclosed: this._isTold(recipientName(host, choice))
    };
  }

  private _isTold(name: string): boolean {
    return (
      this._toldHere.has(name) ||
      this.#options.store.content.disclosed.includes(name)
    );
  }

  /** The provider of a choice, and its key if one was stored. */
  private async _loaded(choice: IModelChoice): Promise<IModelProvider> {
    await Promise.all([this._loadProviders(), this.#options.keys.load()]);
    const provider = this._provider(choice.provider);
    if (!provider) {
      throw new Error(`There is no model provider "${choice.provider}".`);
    }
    return provider;
  }

  /** Loads what the chosen model needs; the demo needs nothing. */
  private async _prepare(): Promise<void> {
    if (this.isDemo && this.fallback === null) {
      return;
    }
    const before = [this._providers.length, this.hasKey].join();
    await Promise.all([
      this._loadProviders().catch((error: unknown) => {
        console.warn('Cellwright: the models were not loaded', error);
      }),
      this.#options.keys.load()
    ]);
    if (before !== [this._providers.length, this.hasKey].join()) {
      this._listeners.tell();
    }
  }

  private async _loadProviders(): Promise<void> {
    this._providers = await this.#options.loadProviders();
  }
}

/**
 * The file's list with more names added; undefined if the file has something
 * else there.
 */
function withDisclosed(
  raw: unknown,
  names: readonly string[]
): PartialJSONValue[] | undefined {
  const list = raw ?? [];
  return Array.isArray(list) ? [...new Set([...list, ...names])] : undefined;
}

/** The same for texts that are compared by meaning. */
function textsName(host: string, choice: IModelChoice): string {
  return `${recipientName(host, choice)} meaning`;
}

/** The form in the setting `disclosed`: who receives data, and by which protocol. */
function recipientName(host: string, { provider }: IModelChoice): string {
  return `${host} ${provider}`;
}
