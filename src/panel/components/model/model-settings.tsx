import { type FormEvent, type RefObject, useEffect, useRef } from 'react';

import {
  DEMO_CHOICE,
  type IConnectionTest,
  type IModelProviderInfo
} from '../../../contract';
import { type IModelForm, plainAddress } from '../../state/model-form';
import { modelSetupOf } from '../../stores/model-setup';
import { visibleText } from '../../render/visible-text';
import { focusComposer } from '../common/focus-beyond';
import { Field } from '../common/field';
import { ModelKey } from './model-key';
import { ModelName } from './model-name';
import { ModelOptions } from './model-options';
import { usePanel, usePanelState } from '../common/panel-context';
import { Button } from '../common/button';

/**
 * The model's settings, inside the panel. The key is in an uncontrolled field,
 * and goes from there only to `setKey`.
 */
export function ModelSettings({ form }: { form: IModelForm }) {
  const store = usePanel();
  const setup = modelSetupOf(store);
  const { trans } = store.services;
  const key = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLFormElement>(null);
  // The providers may be loaded only after the form is open.
  usePanelState(state => state.providers);
  const { provider } = setup;

  useEffect(() => root.current?.querySelector('select')?.focus(), []);
  useEffect(() => {
    void setup.load();
    // However the form is closed, nobody waits for the test any more.
    return () => setup.cancelTest();
  }, [setup]);

  const typedKey = () => key.current?.value.trim() ?? '';
  const leave = () => {
    if (root.current) {
      focusComposer(root.current);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const element = root.current;
    if ((await setup.submit(typedKey())) && element?.isConnected) {
      focusComposer(element);
    }
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
          leave();
          setup.close();
        }
      }}
    >
      <Provider form={form} />
      {provider && provider.id !== DEMO_CHOICE.provider ? (
        <Fields
          form={form}
          provider={provider}
          keyField={key}
          typedKey={typedKey}
        />
      ) : null}
      <div className="jp-Cellwright-settingsActions">
        <Outcome form={form} />
        <button type="submit" className="jp-Cellwright-button jp-mod-primary">
          {trans.__('Use this model')}
        </button>
        <Button
          onClick={() => {
            leave();
            setup.close();
          }}
        >
          {trans.__('Cancel')}
        </Button>
      </div>
    </form>
  );
}

/** The result of a test or of the choice, visible however long the form is. */
function Outcome({ form: { error, test } }: { form: IModelForm }) {
  const { trans } = usePanel().services;
  if (error) {
    return (
      <div className="jp-Cellwright-error" role="alert">
        {error.title ? <strong>{visibleText(error.title)}</strong> : null}{' '}
        {visibleText(error.text)}
      </div>
    );
  }
  return test ? (
    <>
      <p className="jp-Cellwright-hint" role="status">
        {test.running ? trans.__('Asking the model…') : visibleText(test.text)}
      </p>
      {test.running ? null : <Checks checks={test.checks} />}
    </>
  ) : null;
}

/** What works with a model, a line each. */
function Checks({ checks }: Pick<IConnectionTest, 'checks'>) {
  const { trans } = usePanel().services;
  return (
    <table className="jp-Cellwright-checks">
      <tbody>
        {checks.map(({ title, ok, text }) => (
          <tr key={title}>
            <td
              role="img"
              aria-label={
                ok === null
                  ? trans.__('not checked')
                  : ok
                    ? trans.__('works')
                    : trans.__('does not work')
              }
            >
              {ok === null ? '–' : ok ? '✓' : '✗'}
            </td>
            <th scope="row">{visibleText(title)}</th>
            <td>{visibleText(text)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Provider({ form }: { form: IModelForm }) {
  const store = usePanel();
  const setup = modelSetupOf(store);
  const { trans, models } = store.services;
  const providers = usePanelState(state => state.providers);
  const { provider } = setup;
  return (
    <Field
      label={trans.__('Provider')}
      hint={provider ? visibleText(provider.description) : null}
    >
      {ids => (
        <select
          {...ids}
          className="jp-Cellwright-input"
          value={form.choice.provider}
          onChange={event => setup.chooseProvider(event.target.value)}
        >
          {providers ? (
            providers.map(one => (
              <option key={one.id} value={one.id} disabled={!!one.missing}>
                {one.missing
                  ? trans.__('%1 (%2)', one.title, one.missing)
                  : one.title}
              </option>
            ))
          ) : (
            <option value={form.choice.provider}>{models.label}</option>
          )}
        </select>
      )}
    </Field>
  );
}

function Fields({
  form,
  provider,
  keyField,
  typedKey
}: {
  form: IModelForm;
  provider: IModelProviderInfo;
  keyField: RefObject<HTMLInputElement>;
  typedKey(): string;
}) {
  return (
    <>
      {provider.address ? (
        <ModelAddress form={form} provider={provider} />
      ) : null}
      {provider.key === 'no' ? null : (
        <ModelKey form={form} provider={provider} field={keyField} />
      )}
      <ModelName form={form} provider={provider} typedKey={typedKey} />
      <ModelOptions form={form} provider={provider} />
    </>
  );
}

/** The model's server: one of the usual ones, or any address. */
function ModelAddress({
  form,
  provider
}: {
  form: IModelForm;
  provider: IModelProviderInfo;
}) {
  const store = usePanel();
  const setup = modelSetupOf(store);
  const { trans } = store.services;
  const { presets } = provider;
  const preset = presets.find(
    ({ baseUrl }) => baseUrl === plainAddress(form.choice.baseUrl)
  );
  const move = (baseUrl: string) =>
    setup.change({ choice: { ...form.choice, baseUrl }, models: null });
  return (
    <>
      {presets.length > 0 ? (
        <Field label={trans.__('Server')} hint={preset?.hint}>
          {ids => (
            <select
              {...ids}
              className="jp-Cellwright-input"
              value={preset?.baseUrl ?? ''}
              onChange={event => move(event.target.value)}
            >
              <option value="">{trans.__('Another server')}</option>
              {presets.map(({ id, title, baseUrl }) => (
                <option key={id} value={baseUrl}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
      ) : null}
      <Field
        label={trans.__('Base URL')}
        hint={
          presets.length === 0
            ? trans.__('Leave this empty for the provider’s own address.')
            : null
        }
      >
        {ids => (
          <input
            {...ids}
            className="jp-Cellwright-input"
            type="text"
            inputMode="url"
            spellCheck={false}
            placeholder={presets[0]?.baseUrl}
            value={form.choice.baseUrl}
            onChange={event => setup.choose({ baseUrl: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
