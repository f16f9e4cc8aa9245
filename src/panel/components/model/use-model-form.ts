import { useEffect, useRef, useState } from 'react';

import {
  type IAgentError,
  type IConnectionTest,
  type IModelChoice,
  type IModelProviderInfo,
  type ITranslator,
  addressProblemText,
  DEMO_CHOICE,
  readModelAddress,
  thisPage
} from '../../../contract';
import { usePanel } from '../common/panel-context';

/** The content of the form of the model's settings. Never a key. */
interface IModelForm {
  choice: IModelChoice;
  /** Those that are given. */
  prices: { input?: number | null; output?: number | null };
  /** Whether a typed key is stored on this device. */
  remember: boolean;
  /** Models that the endpoint lists; null until it was asked. */
  models: string[] | null;
  fetching: boolean;
  /** Result of the connection test; null before one. */
  test: { running: true } | ({ running: false } & IConnectionTest) | null;
  error: IAgentError | null;
}

export type ModelSetup = ReturnType<typeof useModelForm>;

/**
 * The form of the model's settings and the actions of its buttons. A key is
 * passed on to the keyring; nothing here stores it.
 *
 * @param typedKey the key as typed; empty for the stored one.
 */
export function useModelForm(typedKey: () => string) {
  const { store, models, trans } = usePanel();
  const [form, setForm] = useState<IModelForm>(() => ({
    choice: models.choice,
    prices: models.choice.prices ?? {},
    remember: models.remembers(models.choice),
    models: null,
    fetching: false,
    test: null,
    error: null
  }));
  const [providers, setProviders] = useState<IModelProviderInfo[] | null>(null);
  const testing = useRef<AbortController | null>(null);
  const provider = providers?.find(({ id }) => id === form.choice.provider);
  const merge = (part: Partial<IModelForm>) =>
    setForm(current => ({ ...current, ...part }));

  useEffect(() => {
    models
      .providers()
      .then(setProviders, (fault: unknown) =>
        setForm(current => ({ ...current, error: models.explain(fault) }))
      );
    // However the form is closed, nobody waits for the test any more.
    return () => testing.current?.abort();
  }, [models]);

  /** Earlier errors and test results no longer apply. */
  const change = (part: Partial<IModelForm>) => {
    testing.current?.abort();
    merge({ error: null, test: null, ...part });
  };
  const keepKey = (choice: IModelChoice) => {
    const key = typedKey();
    if (key && provider?.key !== 'no') {
      models.setKey(choice, key, form.remember);
    }
  };
  /** What the form represents; null if something in it cannot be used. */
  const choiceIn = (): IModelChoice | null => {
    const choice = provider ? chosen(form, provider, trans) : null;
    if (typeof choice === 'string') {
      change({
        error: { code: 'form', title: '', text: choice, retryable: false }
      });
      return null;
    }
    return choice;
  };

  /** Has the model answer; resolves with whether all that was tried works. */
  const works = async (choice: IModelChoice): Promise<boolean> => {
    change({ test: { running: true } });
    const { signal } = (testing.current = new AbortController());
    const found = await models
      .test(choice, signal)
      .catch((fault: unknown) => models.explain(fault));
    if (signal.aborted) {
      return false;
    }
    if (!('checks' in found)) {
      merge({ test: { running: false, text: '', checks: [] }, error: found });
      return false;
    }
    merge({ test: { running: false, ...found } });
    return found.checks.every(({ ok }) => ok !== false);
  };

  return {
    form,
    /** Whether something failed in a test. */
    isDoubtful:
      form.test?.running === false &&
      (form.error !== null || form.test.checks.some(({ ok }) => ok === false)),
    providers,
    provider,
    change,
    choose: (part: Partial<IModelChoice>) =>
      change({ choice: { ...form.choice, ...part } }),
    chooseProvider(id: string): void {
      const next = providers?.find(one => one.id === id);
      if (next) {
        const choice =
          models.choice.provider === id
            ? models.choice
            : {
                ...DEMO_CHOICE,
                provider: id,
                baseUrl: next.presets[0]?.baseUrl ?? ''
              };
        change({
          choice,
          prices: choice.prices ?? {},
          models: null,
          remember: models.remembers(choice)
        });
      }
    },
    async fetchModels(): Promise<void> {
      const baseUrl = plainAddress(form.choice.baseUrl);
      const choice = { ...form.choice, baseUrl };
      keepKey(choice);
      change({ fetching: true });
      try {
        merge({ fetching: false, models: await models.list(choice) });
      } catch (fault) {
        merge({ fetching: false, error: models.explain(fault) });
      }
    },
    /** Checks that the settings work, with a call of a tool. */
    async test(): Promise<void> {
      const choice = choiceIn();
      if (choice) {
        keepKey(choice);
        await works(choice);
      }
    },
    /**
     * Saves what the form represents if it works, or if the person was shown
     * that it does not.
     *
     * @returns whether the choice was saved; the form closes then.
     */
    async submit(): Promise<boolean> {
      const choice = choiceIn();
      if (!choice || form.test?.running) {
        return false;
      }
      keepKey(choice);
      const isTested =
        form.test !== null || choice.provider === DEMO_CHOICE.provider;
      if (!isTested && !(await works(choice))) {
        return false;
      }
      try {
        await models.choose(choice);
      } catch (fault) {
        change({ error: models.explain(fault) });
        return false;
      }
      store.closeModelForm();
      return true;
    }
  };
}

/**
 * An address without what causes errors on servers: spaces around it and
 * slashes at its end.
 */
export function plainAddress(address: string): string {
  return address.trim().replace(/(?<!\/)\/+$/, '');
}

/**
 * The choice that the form represents.
 * @returns a sentence instead if something in it cannot be used.
 */
function chosen(
  form: IModelForm,
  provider: IModelProviderInfo,
  trans: ITranslator
): IModelChoice | string {
  if (provider.id === DEMO_CHOICE.provider) {
    return DEMO_CHOICE;
  }
  const baseUrl = plainAddress(form.choice.baseUrl);
  const wantsAddress = provider.presets.length > 0 || baseUrl !== '';
  if (provider.address && wantsAddress) {
    const page = thisPage();
    const read = readModelAddress(baseUrl, page);
    if ('problem' in read) {
      return addressProblemText(read.problem, page, trans);
    }
  }
  const model = form.choice.model.trim();
  if (!model && (provider.address || provider.models.length > 0)) {
    return trans.__(
      'Enter a model’s name, or press Fetch models to see the list.'
    );
  }
  const { temperature, contextWindow } = form.choice;
  const { input = null, output = null } = form.prices;
  if (temperature !== null && !(temperature >= 0 && temperature <= 2)) {
    return trans.__('The temperature is a number from 0 to 2.');
  }
  if (
    contextWindow !== null &&
    !(Number.isInteger(contextWindow) && contextWindow >= 1000)
  ) {
    return trans.__(
      'The context window is a whole number of tokens, 1000 or more.'
    );
  }
  if ([input, output].some(price => price !== null && !(price >= 0))) {
    return trans.__('A price is a number, 0 or more.');
  }
  return {
    ...form.choice,
    baseUrl: provider.address ? baseUrl : '',
    model,
    prices:
      input === null && output === null
        ? null
        : { input: input ?? 0, output: output ?? 0 }
  };
}
