import type { StoreApi } from 'zustand/vanilla';

import type {
  IAgentError,
  IModelChoice,
  IModelProviderInfo
} from '../../contract';

import {
  chosen,
  firstChoice,
  plainAddress,
  type IModelForm
} from '../state/model-form';
import type { IPanelState } from '../state/panel-state';
import { perStore } from './per-store';
import type { IPanelServices } from '../state/panel-services';

/**
 * The form of the model's settings and the actions of its buttons. A key is
 * passed on to the keyring; nothing here stores it.
 */
export class ModelSetup {
  private _testing: AbortController | null = null;

  constructor(
    private readonly _main: StoreApi<IPanelState>,
    private readonly _services: IPanelServices
  ) {}

  /** Loads the providers; the form is already open. */
  async load(): Promise<void> {
    try {
      const providers = await this._services.models.providers();
      this._main.setState({ providers });
    } catch (fault) {
      this._merge({ error: this._services.models.explain(fault) });
    }
  }

  close(): void {
    this.cancelTest();
    this._set(null);
  }

  /** Earlier errors and test results no longer apply. */
  change(part: Partial<IModelForm>): void {
    this.cancelTest();
    this._merge({ error: null, test: null, ...part });
  }

  choose(part: Partial<IModelChoice>): void {
    const form = this._form;
    if (form) {
      this.change({ choice: { ...form.choice, ...part } });
    }
  }

  chooseProvider(id: string): void {
    const provider = this._providers.find(one => one.id === id);
    const stored = this._services.models.choice;
    if (provider) {
      const choice = stored.provider === id ? stored : firstChoice(provider);
      this.change({
        choice,
        typed: {},
        models: null,
        remember: this._services.models.remembers(choice)
      });
    }
  }

  /**
   * The provider chosen in the form; undefined until the providers are loaded.
   */
  get provider(): IModelProviderInfo | undefined {
    const id = this._form?.choice.provider;
    return this._providers.find(one => one.id === id);
  }

  /** @param key as typed; empty for the stored one. */
  async fetchModels(key: string): Promise<void> {
    const form = this._form;
    if (!form) {
      return;
    }
    const choice = {
      ...form.choice,
      baseUrl: plainAddress(form.choice.baseUrl)
    };
    this._keepKey(choice, key);
    this.change({ fetching: true });
    try {
      const models = await this._services.models.list(choice);
      this._merge({ fetching: false, models });
    } catch (fault) {
      this._merge({
        fetching: false,
        error: this._services.models.explain(fault)
      });
    }
  }

  /** Checks that the settings work, with a call of a tool. */
  async test(key: string): Promise<void> {
    const choice = this._chosen();
    if (!choice) {
      return;
    }
    this._keepKey(choice, key);
    this.change({ test: { running: true } });
    const testing = new AbortController();
    this._testing = testing;
    try {
      const found = await this._services.models.test(choice, testing.signal);
      if (this._testing === testing) {
        this._merge({ test: { running: false, ...found } });
      }
    } catch (fault) {
      if (this._testing === testing) {
        this._merge({
          test: null,
          error: this._services.models.explain(fault)
        });
      }
    }
  }

  cancelTest(): void {
    this._testing?.abort();
    this._testing = null;
    if (this._form?.test?.running) {
      this._merge({ test: null });
    }
  }

  /** @returns whether the choice was saved. */
  async submit(key: string): Promise<boolean> {
    const choice = this._chosen();
    if (!choice) {
      return false;
    }
    this._keepKey(choice, key);
    try {
      await this._services.models.choose(choice);
    } catch (fault) {
      this.change({ error: this._services.models.explain(fault) });
      return false;
    }
    this.close();
    return true;
  }

  forgetKey(): void {
    const form = this._form;
    if (form) {
      this._services.models.setKey(form.choice, '');
      this.change({ remember: false });
    }
  }

  private get _form(): IModelForm | null {
    return this._main.getState().modelForm;
  }

  private get _providers(): IModelProviderInfo[] {
    return this._main.getState().providers ?? [];
  }

  private _chosen(): IModelChoice | null {
    const form = this._form;
    const { provider } = this;
    if (!form || !provider) {
      return null;
    }
    const choice = chosen(form, provider, this._services.trans);
    if (typeof choice === 'string') {
      this.change({ error: plainError(choice) });
      return null;
    }
    return choice;
  }

  private _keepKey(choice: IModelChoice, key: string): void {
    if (key && this.provider?.key !== 'no') {
      this._services.models.setKey(choice, key, this._form?.remember ?? false);
    }
  }

  private _set(modelForm: IModelForm | null): void {
    this._main.setState({ modelForm });
  }

  /** Updates the form as it is now; it may have been closed in the meantime. */
  private _merge(part: Partial<IModelForm>): void {
    const form = this._form;
    if (form) {
      this._set({ ...form, ...part });
    }
  }
}

function plainError(text: string): IAgentError {
  return { code: 'form', title: '', text, retryable: false };
}

export const modelSetupOf = perStore(
  ({ main, services }) => new ModelSetup(main, services)
);
