import { useEffect, useId, useRef, type FormEvent } from 'react';

import type { IAgentError, IModelChoice } from '../../contract';
import { DEMO_CHOICE } from '../../contract';
import { chosen, ENDPOINTS, type IModelForm } from '../model-form';
import { usePanel, usePanelState } from './panel-context';

/**
 * The model's settings, inside the panel. The key stands in an uncontrolled
 * field and goes from there to `setKey` and nowhere else.
 */
export function ModelSettings({ form }: { form: IModelForm }) {
  const store = usePanel();
  const { trans, models } = store.services;
  usePanelState(state => state.modelRevision);
  const id = useId();
  const key = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLFormElement>(null);
  const demo = form.choice.provider === DEMO_CHOICE.provider;

  useEffect(() => root.current?.querySelector('select')?.focus(), []);

  const change = (part: Partial<IModelForm>) =>
    store.setModelForm({ ...form, error: null, ...part });
  const choose = (part: Partial<IModelChoice>) =>
    change({ choice: { ...form.choice, ...part } });
  const refuse = (text: string) => change({ error: plainError(text) });
  const close = () => {
    const panel = root.current?.closest('.jp-Cellwright-panel');
    store.setModelForm(null);
    panel?.querySelector<HTMLElement>('.jp-Cellwright-composerInput')?.focus();
  };

  const keepKey = (choice: IModelChoice) => {
    const typed = key.current?.value.trim();
    if (typed) {
      models.setKey(choice, typed);
    }
  };

  const fetchModels = async () => {
    const choice = {
      ...form.choice,
      baseUrl: form.choice.baseUrl.trim().replace(/\/+$/, '')
    };
    keepKey(choice);
    change({ fetching: true });
    let outcome: Partial<IModelForm>;
    try {
      outcome = { models: await models.list(choice) };
    } catch (fault) {
      outcome = { error: models.explain(fault) };
    }
    const now = store.main.getState().modelForm;
    if (now) {
      store.setModelForm({ ...now, fetching: false, ...outcome });
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const choice = chosen(form, trans);
    if (typeof choice === 'string') {
      refuse(choice);
      return;
    }
    if (choice.provider !== DEMO_CHOICE.provider) {
      keepKey(choice);
    }
    try {
      await models.choose(choice);
    } catch (fault) {
      change({ error: models.explain(fault) });
      return;
    }
    close();
  };

  return (
    <form
      ref={root}
      className="jp-Cellwright-settings"
      aria-label={trans.__('Model settings')}
      autoComplete="off"
      onSubmit={event => void submit(event)}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
          event.preventDefault();
          event.stopPropagation();
          close();
        }
      }}
    >
      <label htmlFor={`${id}-provider`}>{trans.__('Provider')}</label>
      <select
        id={`${id}-provider`}
        className="jp-Cellwright-input"
        value={form.choice.provider}
        onChange={event =>
          change({
            choice: { ...form.choice, provider: event.target.value },
            models: null
          })
        }
      >
        <option value={DEMO_CHOICE.provider}>
          {trans.__('Demo (scripted, not an AI)')}
        </option>
        <option value="openai">{trans.__('OpenAI or compatible')}</option>
      </select>
      {demo ? (
        <p className="jp-Cellwright-hint">
          {trans.__(
            'The demo follows a script in this page. It needs no key and sends nothing anywhere.'
          )}
        </p>
      ) : (
        <>
          <label htmlFor={`${id}-server`}>{trans.__('Server')}</label>
          <select
            id={`${id}-server`}
            className="jp-Cellwright-input"
            value={
              ENDPOINTS.some(({ baseUrl }) => baseUrl === form.choice.baseUrl)
                ? form.choice.baseUrl
                : ''
            }
            onChange={event =>
              change({
                choice: { ...form.choice, baseUrl: event.target.value },
                models: null
              })
            }
          >
            <option value="">{trans.__('Another one')}</option>
            {ENDPOINTS.map(({ name, baseUrl }) => (
              <option key={baseUrl} value={baseUrl}>
                {name}
              </option>
            ))}
          </select>
          <label htmlFor={`${id}-url`}>{trans.__('Base URL')}</label>
          <input
            id={`${id}-url`}
            className="jp-Cellwright-input"
            type="text"
            inputMode="url"
            spellCheck={false}
            placeholder={ENDPOINTS[0].baseUrl}
            value={form.choice.baseUrl}
            onChange={event => choose({ baseUrl: event.target.value })}
          />
          <label htmlFor={`${id}-key`}>{trans.__('API key')}</label>
          <input
            ref={key}
            id={`${id}-key`}
            className="jp-Cellwright-input"
            type="password"
            autoComplete="off"
            spellCheck={false}
            aria-describedby={`${id}-keyHint`}
          />
          <p className="jp-Cellwright-hint" id={`${id}-keyHint`}>
            {models.hasKey
              ? trans.__(
                  'A key is kept in memory until this page is closed. Leave this empty to go on with it.'
                )
              : trans.__(
                  'Kept in memory until this page is closed. A local server may need none.'
                )}{' '}
            {models.hasKey ? (
              <button
                type="button"
                className="jp-Cellwright-link"
                onClick={() => models.setKey(models.choice, '')}
              >
                {trans.__('Forget the key')}
              </button>
            ) : null}
          </p>
          <label htmlFor={`${id}-model`}>{trans.__('Model')}</label>
          <div className="jp-Cellwright-row">
            <input
              id={`${id}-model`}
              className="jp-Cellwright-input"
              type="text"
              spellCheck={false}
              list={`${id}-models`}
              value={form.choice.model}
              onChange={event => choose({ model: event.target.value })}
            />
            <button
              type="button"
              className="jp-Cellwright-button"
              disabled={form.fetching || form.choice.baseUrl.trim() === ''}
              onClick={() => void fetchModels()}
            >
              {form.fetching ? trans.__('Fetching…') : trans.__('Fetch models')}
            </button>
          </div>
          <datalist id={`${id}-models`}>
            {form.models?.map(model => (
              <option key={model} value={model} />
            ))}
          </datalist>
          {form.models ? (
            <p className="jp-Cellwright-hint" role="status">
              {trans._n(
                'The server offers %1 model.',
                'The server offers %1 models.',
                form.models.length
              )}
            </p>
          ) : null}
          <label htmlFor={`${id}-temperature`}>{trans.__('Temperature')}</label>
          <input
            id={`${id}-temperature`}
            className="jp-Cellwright-input"
            type="text"
            inputMode="decimal"
            placeholder={trans.__('The model’s own')}
            value={form.temperature ?? form.choice.temperature ?? ''}
            onChange={event => change({ temperature: event.target.value })}
          />
          <label htmlFor={`${id}-context`}>
            {trans.__('Context window, in tokens')}
          </label>
          <input
            id={`${id}-context`}
            className="jp-Cellwright-input"
            type="text"
            inputMode="numeric"
            placeholder={trans.__('As known for the model')}
            value={form.contextWindow ?? form.choice.contextWindow ?? ''}
            onChange={event => change({ contextWindow: event.target.value })}
          />
          <label htmlFor={`${id}-images`}>{trans.__('Can see images')}</label>
          <select
            id={`${id}-images`}
            className="jp-Cellwright-input"
            value={String(form.choice.images)}
            onChange={event =>
              choose({
                images:
                  event.target.value === 'null'
                    ? null
                    : event.target.value === 'true'
              })
            }
          >
            <option value="null">{trans.__('As known for the model')}</option>
            <option value="true">{trans.__('Yes')}</option>
            <option value="false">{trans.__('No')}</option>
          </select>
        </>
      )}
      {form.error ? (
        <div className="jp-Cellwright-error" role="alert">
          {form.error.title ? <strong>{form.error.title}</strong> : null}{' '}
          {form.error.text}
        </div>
      ) : null}
      <div className="jp-Cellwright-settingsActions">
        <button type="submit" className="jp-Cellwright-button jp-mod-primary">
          {trans.__('Use this model')}
        </button>
        <button type="button" className="jp-Cellwright-button" onClick={close}>
          {trans.__('Cancel')}
        </button>
      </div>
    </form>
  );
}

function plainError(text: string): IAgentError {
  return { code: 'form', title: '', text, retryable: false };
}
