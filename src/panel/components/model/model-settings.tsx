import { type FormEvent, type RefObject, useEffect, useRef } from 'react';

import {
  DEMO_CHOICE,
  type IConnectionTest,
  type IModelProviderInfo
} from '../../../contract';
import { plainAddress } from '../../state/model-form';
import { visibleText } from '../../render/visible-text';
import { focusComposer } from '../common/focus-beyond';
import { SelectField, TextField } from '../common/field';
import { ModelKey } from './model-key';
import { ModelName } from './model-name';
import { ModelOptions } from './model-options';
import { usePanel } from '../common/panel-context';
import { Button } from '../common/button';
import { useModelForm, type ModelSetup } from './use-model-form';

/**
 * The model's settings, inside the panel. The key is in an uncontrolled field,
 * and goes from there only to `setKey`.
 */
export function ModelSettings() {
  const store = usePanel();
  const setup = useModelForm();
  const { trans } = store.services;
  const key = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLFormElement>(null);
  const { provider } = setup;

  useEffect(() => root.current?.querySelector('select')?.focus(), []);

  const typedKey = () => key.current?.value.trim() ?? '';
  const leave = () => {
    if (root.current) {
      focusComposer(root.current);
    }
    store.closeModelForm();
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
        }
      }}
    >
      <Provider setup={setup} />
      {provider && provider.id !== DEMO_CHOICE.provider ? (
        <Fields
          setup={setup}
          provider={provider}
          keyField={key}
          typedKey={typedKey}
        />
      ) : null}
      <div className="jp-Cellwright-settingsActions">
        <Outcome {...setup.form} />
        <button type="submit" className="jp-Cellwright-button jp-mod-primary">
          {setup.isDoubtful
            ? trans.__('Use it anyway')
            : trans.__('Use this model')}
        </button>
        <Button onClick={leave}>{trans.__('Cancel')}</Button>
      </div>
    </form>
  );
}

/** The result of a test or of the choice, visible however long the form is. */
function Outcome({ error, test }: ModelSetup['form']) {
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

function Provider({ setup }: { setup: ModelSetup }) {
  const { trans, models } = usePanel().services;
  const { form, providers, provider } = setup;
  return (
    <SelectField
      label={trans.__('Provider')}
      hint={provider ? visibleText(provider.description) : null}
      value={form.choice.provider}
      options={
        providers?.map(({ id: value, title, missing }) => ({
          value,
          title: missing ? trans.__('%1 (%2)', title, missing) : title,
          disabled: !!missing
        })) ?? [{ value: form.choice.provider, title: models.label }]
      }
      onChange={setup.chooseProvider}
    />
  );
}

function Fields({
  setup,
  provider,
  keyField,
  typedKey
}: {
  setup: ModelSetup;
  provider: IModelProviderInfo;
  keyField: RefObject<HTMLInputElement>;
  typedKey(): string;
}) {
  const { trans } = usePanel().services;
  const { form } = setup;
  return (
    <>
      {provider.address ? (
        <ModelAddress setup={setup} provider={provider} />
      ) : null}
      {provider.key === 'no' ? null : (
        <ModelKey
          // A key is typed for one address and goes to no other.
          key={`${provider.id} ${plainAddress(form.choice.baseUrl)}`}
          setup={setup}
          provider={provider}
          field={keyField}
        />
      )}
      <ModelName setup={setup} provider={provider} typedKey={typedKey} />
      <details>
        <summary>{trans.__('More')}</summary>
        <ModelOptions setup={setup} provider={provider} />
      </details>
    </>
  );
}

/** The model's server: one of the usual ones, or any address. */
function ModelAddress({
  setup,
  provider
}: {
  setup: ModelSetup;
  provider: IModelProviderInfo;
}) {
  const { trans } = usePanel().services;
  const { form } = setup;
  const { presets } = provider;
  const preset = presets.find(
    ({ baseUrl }) => baseUrl === plainAddress(form.choice.baseUrl)
  );
  const move = (baseUrl: string) =>
    setup.change({ choice: { ...form.choice, baseUrl }, models: null });
  return (
    <>
      {presets.length > 0 ? (
        <SelectField
          label={trans.__('Server')}
          hint={preset?.hint}
          value={preset?.baseUrl ?? ''}
          options={[
            { value: '', title: trans.__('Another server') },
            ...presets.map(({ title, baseUrl: value }) => ({ title, value }))
          ]}
          onChange={move}
        />
      ) : null}
      <TextField
        label={trans.__('Base URL')}
        hint={
          presets.length === 0
            ? trans.__('Leave this empty for the provider’s own address.')
            : null
        }
        inputMode="url"
        placeholder={presets[0]?.baseUrl}
        value={form.choice.baseUrl}
        onChange={baseUrl => setup.choose({ baseUrl })}
      />
    </>
  );
}
