import type { ISettingRegistry } from '@jupyterlab/settingregistry';

import type {
  IAgentError,
  IKeyring,
  IModelAbilities,
  IModelChoice,
  IModelService,
  ITranslator
} from '../contract';
import { choiceFromSettings, settingsFromChoice } from './model-settings';
import { once } from './once';

type Models = Pick<typeof import('../models'), 'provider' | 'explainFault'>;
type Table = Pick<typeof import('../models/context-windows'), 'abilitiesOf'>;

export interface IModelServiceOptions {
  keyring: IKeyring;
  trans: ITranslator;
  /** Where the choice is kept; absent, it lasts as long as the page. */
  settings?: Promise<ISettingRegistry.ISettings> | null;
  /** The room of models, for a list of models and for faults. */
  loadModels(): Promise<Models>;
  /** What models can do, by name: a small part of that room. */
  loadTable(): Promise<Table>;
}

/**
 * The person's model, without the code of any model: that is loaded when a
 * list of models is asked for, and the table of abilities when somebody listens.
 */
export class ModelService implements IModelService {
  constructor(private readonly options: IModelServiceOptions) {
    this._loadModels = once(async () => {
      this._models = await options.loadModels();
      return this._models;
    });
    this._loadTable = once(async () => {
      this._table = await options.loadTable();
      this.tell();
    });
    this.ready = this.follow();
  }

  /** Settled once the settings have been read. */
  readonly ready: Promise<void>;

  get choice(): IModelChoice {
    return this._choice;
  }

  get label(): string {
    const { trans } = this.options;
    if (this.isDemo) {
      return trans.__('Demo (scripted)');
    }
    return this._choice.model || trans.__('No model chosen');
  }

  get abilities(): IModelAbilities {
    return (
      this._table?.abilitiesOf(this._choice) ?? {
        images: this._choice.images ?? false,
        contextWindow: this._choice.contextWindow
      }
    );
  }

  get isDemo(): boolean {
    return this._choice.provider === 'demo';
  }

  get hasKey(): boolean {
    return this.options.keyring.get(this._choice) !== undefined;
  }

  onChange(listener: () => void): () => void {
    this._listeners.add(listener);
    this._loadTable().catch((error: unknown) => {
      console.warn('Cellwright: the table of models was not loaded', error);
    });
    return () => {
      this._listeners.delete(listener);
    };
  }

  async choose(choice: IModelChoice): Promise<void> {
    this._choice = { ...choice };
    this.tell();
    const settings = await this.options.settings;
    await settings?.set('model', settingsFromChoice(choice));
  }

  setKey(choice: IModelChoice, key: string): void {
    this.options.keyring.set(choice, key);
    this.tell();
  }

  async list(choice: IModelChoice): Promise<string[]> {
    const { provider } = await this._loadModels();
    const { list } = provider(choice.provider);
    return list?.(choice, this.options.keyring.get(choice)) ?? [];
  }

  explain(fault: unknown): IAgentError {
    const { trans } = this.options;
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

  private async follow(): Promise<void> {
    const settings = await this.options.settings;
    if (!settings) {
      return;
    }
    const read = (): void => {
      this._choice = choiceFromSettings(settings.composite.model);
      this.tell();
    };
    settings.changed.connect(read);
    read();
  }

  private tell(): void {
    this._listeners.forEach(listener => listener());
  }

  private _choice: IModelChoice = choiceFromSettings(undefined);
  private _models: Models | null = null;
  private _table: Table | null = null;
  private readonly _loadModels: () => Promise<Models>;
  private readonly _loadTable: () => Promise<void>;
  private readonly _listeners = new Set<() => void>();
}
