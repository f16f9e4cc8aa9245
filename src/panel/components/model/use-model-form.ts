import { useEffect, useRef, useState } from 'react';

import {
  DEMO_CHOICE,
  type IAgentError,
  type IModelChoice,
  type IModelProviderInfo
} from '../../../contract';
import {
  chosen,
  firstChoice,
  plainAddress,
  type IModelForm
} from '../../state/model-form';
import { usePanel } from '../common/panel-context';

export type ModelSetup = ReturnType<typeof useModelForm>;

/**
 * The form of the model's settings and the actions of its buttons. A key is
 * passed on to the keyring; nothing here stores it.
 */
export function useModelForm() {
  const store = usePanel();
  const { models, trans } = store.services;
  const [form, setForm] = useState<IModelForm>(() => ({
    choice: models.choice,
    typed: {},
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

  const cancelTest = () => {
    testing.current?.abort();
    testing.current = null;
    setForm(current =>
      current.test?.running ? { ...current, test: null } : current
    );
  };
  /** Earlier errors and test results no longer apply. */
  const change = (part: Partial<IModelForm>) => {
    cancelTest();
    merge({ error: null, test: null, ...part });
  };
  const keepKey = (choice: IModelChoice, key: string) => {
    if (key && provider?.key !== 'no') {
      models.setKey(choice, key, form.remember);
    }
  };
  /** What the form represents; null if something in it cannot be used. */
  const choiceIn = (): IModelChoice | null => {
    const choice = provider ? chosen(form, provider, trans) : null;
    if (typeof choice === 'string') {
      change({ error: plainError(choice) });
      return null;
    }
    return choice;
  };

  /** Has the model answer; resolves with whether all that was tried works. */
  const works = async (choice: IModelChoice): Promise<boolean> => {
    change({ test: { running: true } });
    const own = new AbortController();
    testing.current = own;
    const found = await models
      .test(choice, own.signal)
      .catch((fault: unknown) => models.explain(fault));
    if (own.signal.aborted) {
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
    cancelTest,
    choose: (part: Partial<IModelChoice>) =>
      change({ choice: { ...form.choice, ...part } }),
    chooseProvider(id: string): void {
      const next = providers?.find(one => one.id === id);
      if (next) {
        const choice =
          models.choice.provider === id ? models.choice : firstChoice(next);
        change({
          choice,
          typed: {},
          models: null,
          remember: models.remembers(choice)
        });
      }
    },
    /** @param key as typed; empty for the stored one. */
    async fetchModels(key: string): Promise<void> {
      const baseUrl = plainAddress(form.choice.baseUrl);
      const choice = { ...form.choice, baseUrl };
      keepKey(choice, key);
      change({ fetching: true });
      try {
        merge({ fetching: false, models: await models.list(choice) });
      } catch (fault) {
        merge({ fetching: false, error: models.explain(fault) });
      }
    },
    /** Checks that the settings work, with a call of a tool. */
    async test(key: string): Promise<void> {
      const choice = choiceIn();
      if (choice) {
        keepKey(choice, key);
        await works(choice);
      }
    },
    /**
     * Saves what the form represents if it works, or if the person was shown
     * that it does not.
     *
     * @returns whether the choice was saved; the form closes then.
     */
    async submit(key: string): Promise<boolean> {
      const choice = choiceIn();
      if (!choice || form.test?.running) {
        return false;
      }
      keepKey(choice, key);
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
    },
    forgetKey(): void {
      models.setKey(form.choice, '');
      change({ remember: false });
    }
  };
}

function plainError(text: string): IAgentError {
  return { code: 'form', title: '', text, retryable: false };
}
