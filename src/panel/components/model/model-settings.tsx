import {
  Fragment,
  type FormEvent,
  type RefObject,
  useEffect,
  useRef
} from 'react';

import {
  DEMO_CHOICE,
  type IModelOption,
  type IModelProviderInfo,
  type ITranslator
} from '../../../contract';
import { visibleText } from '../../render/visible-text';
import { Button } from '../common/button';
import { CheckBox, Field, SelectField, TextField } from '../common/field';
import { useFieldId } from '../common/use-field-id';
import { focusComposer, onEscape } from '../common/focus';
import { Hint } from '../common/notice';
import { usePanel, usePanelNow } from '../common/panel-context';
import { RememberKey } from './remember-key';
import { plainAddress, useModelForm, type ModelSetup } from './use-model-form';

/**
 * The model's settings, inside the panel. The key is in an uncontrolled field,
 * and goes from there only to `setKey`.
 */
export function ModelSettings() {
  const { store, trans, models } = usePanel();
  const key = useRef<HTMLInputElement>(null);
  const setup = useModelForm(() => key.current?.value.trim() ?? '');
  const root = useRef<HTMLFormElement>(null);
  const { form, provider, providers } = setup;

  useEffect(() => root.current?.querySelector('select')?.focus(), []);

  const leave = () => {
    if (root.current) {
      focusComposer(root.current);
    }
    store.closeModelForm();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const element = root.current;
    if ((await setup.submit()) && element?.isConnected) {
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
      onKeyDown={onEscape(leave)}
    >
      <SelectField
        label={trans.__('Provider')}
        hint={provider ? visibleText(provider.description) : null}
        value={form.choice.provider}
        options={
          providers?.map(({ id: value, title, missing }) => ({
            value,
            label: missing ? trans.__('%1 (%2)', title, missing) : title,
            disabled: !!missing
          })) ?? [{ value: form.choice.provider, label: models.label }]
        }
        onChange={setup.chooseProvider}
      />
      {provider && provider.id !== DEMO_CHOICE.provider ? (
        <Fields setup={setup} provider={provider} keyField={key} />
      ) : null}
      <div className="jp-Cellwright-settingsActions">
        <Outcome {...form} />
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
  const { trans } = usePanel();
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
      <Hint role="status">
        {test.running ? trans.__('Asking the model…') : visibleText(test.text)}
      </Hint>
      {test.running ? null : (
        <table className="jp-Cellwright-checks">
          <tbody>
            {test.checks.map(({ title, ok, text }) => (
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
      )}
    </>
  ) : null;
}

/** The model's server, the key, the model, and whether it answers. */
function Fields({
  setup,
  provider,
  keyField
}: {
  setup: ModelSetup;
  provider: IModelProviderInfo;
  keyField: RefObject<HTMLInputElement>;
}) {
  const { trans, models } = usePanelNow();
  const listId = useFieldId();
  const { form } = setup;
  const { presets } = provider;
  const baseUrl = plainAddress(form.choice.baseUrl);
  const preset = presets.find(one => one.baseUrl === baseUrl);
  const remembered = models.remembers({ ...form.choice, baseUrl });
  const running = form.test?.running ?? false;
  return (
    <>
      {provider.address && presets.length > 0 ? (
        <SelectField
          label={trans.__('Server')}
          hint={preset?.hint}
          value={preset?.baseUrl ?? ''}
          options={[
            { value: '', label: trans.__('Another server') },
            ...presets.map(({ title, baseUrl: value }) => ({
              label: title,
              value
            }))
          ]}
          onChange={value =>
            setup.change({
              choice: { ...form.choice, baseUrl: value },
              models: null
            })
          }
        />
      ) : null}
      {provider.address ? (
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
          onChange={value => setup.choose({ baseUrl: value })}
        />
      ) : null}
      {provider.key === 'no' ? null : (
        <>
          <TextField
            // A key is typed for one address and goes to no other.
            key={`${provider.id} ${baseUrl}`}
            label={trans.__('API key')}
            hint={
              <>
                {keyHint(models.hasKey, remembered, provider, trans)}{' '}
                {models.hasKey || remembered ? (
                  <Button
                    look="link"
                    onClick={() => {
                      models.setKey(form.choice, '');
                      setup.change({ remember: false });
                    }}
                  >
                    {trans.__('Forget the key')}
                  </Button>
                ) : null}
              </>
            }
            field={keyField}
            onChange={() => setup.change({})}
            type="password"
            autoComplete="off"
            placeholder={
              remembered ? trans.__('Remembered on this device') : undefined
            }
          />
          <RememberKey
            on={form.remember}
            remembering={models.remembering}
            where={trans.__(
              'Encrypted, for this server and user. Other code in this page could still use it.'
            )}
            onChange={remember => setup.change({ remember })}
          />
        </>
      )}
      <Field label={trans.__('Model')}>
        {ids => (
          <div className="jp-Cellwright-row">
            <input
              {...ids}
              className="jp-Cellwright-input"
              type="text"
              spellCheck={false}
              list={listId}
              value={form.choice.model}
              onChange={event => setup.choose({ model: event.target.value })}
            />
            <Button
              disabled={
                form.fetching ||
                (presets.length > 0 && form.choice.baseUrl.trim() === '')
              }
              onClick={() => void setup.fetchModels()}
            >
              {form.fetching ? trans.__('Fetching…') : trans.__('Fetch models')}
            </Button>
          </div>
        )}
      </Field>
      <datalist id={listId}>
        {(form.models ?? provider.models).map(model => (
          <option key={model} value={model} />
        ))}
      </datalist>
      {form.models ? (
        <Hint role="status">
          {trans._n(
            'The server offers %1 model.',
            'The server offers %1 models.',
            form.models.length
          )}
        </Hint>
      ) : null}
      <div className="jp-Cellwright-row">
        <Button
          onClick={({ currentTarget }) => {
            if (running) {
              setup.change({});
            } else if (currentTarget.form?.reportValidity()) {
              void setup.test();
            }
          }}
        >
          {running ? trans.__('Cancel the test') : trans.__('Test connection')}
        </Button>
      </div>
      <details
        // What is no number is shown, and not taken for an empty field.
        onInvalidCapture={({ currentTarget }) => (currentTarget.open = true)}
      >
        <summary>{trans.__('More')}</summary>
        <MoreFields setup={setup} provider={provider} />
      </details>
    </>
  );
}

function keyHint(
  hasKey: boolean,
  remembered: boolean,
  { key }: IModelProviderInfo,
  trans: ITranslator
): string {
  if (remembered) {
    return trans.__('Leave this empty to keep using the remembered key.');
  }
  if (hasKey) {
    return trans.__(
      'A key is kept in memory until this page is closed. Leave this empty to keep using it.'
    );
  }
  return key === 'required'
    ? trans.__('Kept in memory until this page is closed.')
    : trans.__(
        'Kept in memory until this page is closed. A local server may need none.'
      );
}

/** Optional settings of a model: the provider's own ones, and what all have. */
function MoreFields({
  setup: { form, change, choose },
  provider
}: {
  setup: ModelSetup;
  provider: IModelProviderInfo;
}) {
  const { trans } = usePanel();
  const numberField = (
    value: unknown,
    onNumber: (number: number | null) => void,
    shared: { label: string; hint?: string; placeholder?: string }
  ) => (
    <TextField
      key={shared.label}
      {...shared}
      type="number"
      value={typeof value === 'number' ? value : ''}
      onChange={text => onNumber(text === '' ? null : Number(text))}
    />
  );
  /** Drawn from the provider's description of it. */
  const option = ({ name, kind, values = [], ...of }: IModelOption) => {
    const { [name]: given, ...others } = form.choice.options;
    const onChange = (next: string | boolean | number) =>
      choose({ options: { ...others, [name]: next } });
    const value = given ?? of.default;
    const label = visibleText(of.title);
    const hint = of.description && visibleText(of.description);
    switch (kind) {
      case 'boolean':
        return (
          <Fragment key={name}>
            <CheckBox
              label={label}
              checked={value === true}
              onChange={onChange}
            />
            <Hint>{hint}</Hint>
          </Fragment>
        );
      case 'choice':
        return (
          <SelectField
            key={name}
            label={label}
            hint={hint}
            value={String(value)}
            options={values.map(({ value: one, title }) => ({
              value: one,
              label: title
            }))}
            onChange={onChange}
          />
        );
      case 'number':
        return numberField(
          given,
          next =>
            next === null ? choose({ options: others }) : onChange(next),
          { label, hint, placeholder: String(of.default) }
        );
      case 'text':
        return (
          <TextField
            key={name}
            label={label}
            hint={hint}
            value={String(value)}
            onChange={onChange}
          />
        );
    }
  };
  const { temperature, contextWindow, images } = form.choice;
  const price = (name: 'input' | 'output', label: string) =>
    numberField(
      form.prices[name],
      next => change({ prices: { ...form.prices, [name]: next } }),
      { label, placeholder: trans.__('In your currency, to see the cost') }
    );
  return (
    <>
      {provider.options.map(option)}
      {numberField(temperature, next => choose({ temperature: next }), {
        label: trans.__('Temperature'),
        placeholder: trans.__('The model’s own')
      })}
      {numberField(contextWindow, next => choose({ contextWindow: next }), {
        label: trans.__('Context window, in tokens'),
        placeholder: trans.__('Known from the model’s name')
      })}
      <SelectField
        label={trans.__('Can see images')}
        value={String(images)}
        options={[
          {
            value: 'null',
            label: trans.__('Known from the model’s name, else tried')
          },
          { value: 'true', label: trans.__('Yes') },
          { value: 'false', label: trans.__('No') }
        ]}
        onChange={value =>
          choose({ images: value === 'null' ? null : value === 'true' })
        }
      />
      {price('input', trans.__('Price per million input tokens'))}
      {price('output', trans.__('Price per million output tokens'))}
    </>
  );
}
