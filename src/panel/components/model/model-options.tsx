import type { IModelOption, IModelProviderInfo } from '../../../contract';
import { numberText, type NumberField } from '../../state/model-form';
import { visibleText } from '../../render/visible-text';
import { Field } from '../common/field';
import { usePanel } from '../common/panel-context';
import type { ModelSetup } from './use-model-form';

/** Optional settings of a model besides its name. */
export function ModelOptions({
  setup,
  provider
}: {
  setup: ModelSetup;
  provider: IModelProviderInfo;
}) {
  const { trans } = usePanel().services;
  const { form } = setup;
  return (
    <>
      {provider.options.map(option => (
        <Option key={option.name} setup={setup} option={option} />
      ))}
      <NumberInput
        setup={setup}
        field="temperature"
        label={trans.__('Temperature')}
        placeholder={trans.__('The model’s own')}
      />
      <NumberInput
        setup={setup}
        field="contextWindow"
        label={trans.__('Context window, in tokens')}
        placeholder={trans.__('Known from the model’s name')}
      />
      <Field label={trans.__('Can see images')}>
        {ids => (
          <select
            {...ids}
            className="jp-Cellwright-input"
            value={String(form.choice.images)}
            onChange={({ target: { value } }) =>
              setup.choose({
                images: value === 'null' ? null : value === 'true'
              })
            }
          >
            <option value="null">
              {trans.__('Known from the model’s name, else tried')}
            </option>
            <option value="true">{trans.__('Yes')}</option>
            <option value="false">{trans.__('No')}</option>
          </select>
        )}
      </Field>
      <NumberInput
        setup={setup}
        field="inputPrice"
        label={trans.__('Price per million input tokens')}
        placeholder={trans.__('In your currency, to see the cost')}
      />
      <NumberInput
        setup={setup}
        field="outputPrice"
        label={trans.__('Price per million output tokens')}
        placeholder={trans.__('In your currency, to see the cost')}
      />
    </>
  );
}

function NumberInput({
  setup,
  field,
  label,
  placeholder
}: {
  setup: ModelSetup;
  field: NumberField;
  label: string;
  placeholder: string;
}) {
  const { form } = setup;
  return (
    <Field label={label}>
      {ids => (
        <input
          {...ids}
          className="jp-Cellwright-input"
          type="text"
          inputMode="decimal"
          placeholder={placeholder}
          value={numberText(form, field)}
          onChange={event =>
            setup.change({
              typed: { ...form.typed, [field]: event.target.value }
            })
          }
        />
      )}
    </Field>
  );
}

/**
 * A setting of the provider's own, drawn from the provider's description of it.
 */
function Option({
  setup,
  option
}: {
  setup: ModelSetup;
  option: IModelOption;
}) {
  const { form } = setup;
  const { name, title, kind } = option;
  const value = form.choice.options[name] ?? option.default;
  const set = (next: string | number | boolean) =>
    setup.choose({ options: { ...form.choice.options, [name]: next } });
  const hint = option.description ? visibleText(option.description) : null;
  if (kind === 'boolean') {
    return (
      <>
        <label className="jp-Cellwright-check">
          <input
            type="checkbox"
            checked={value === true}
            onChange={event => set(event.target.checked)}
          />
          <span>{visibleText(title)}</span>
        </label>
        {hint ? <p className="jp-Cellwright-hint">{hint}</p> : null}
      </>
    );
  }
  return (
    <Field label={visibleText(title)} hint={hint}>
      {ids => {
        switch (kind) {
          case 'choice':
            return (
              <select
                {...ids}
                className="jp-Cellwright-input"
                value={String(value)}
                onChange={event => set(event.target.value)}
              >
                {option.values?.map(one => (
                  <option key={one.value} value={one.value}>
                    {one.title}
                  </option>
                ))}
              </select>
            );
          case 'number':
            return (
              <input
                {...ids}
                className="jp-Cellwright-input"
                type="text"
                inputMode="decimal"
                value={form.typed[`option:${name}`] ?? String(value)}
                onChange={event =>
                  setup.change({
                    typed: {
                      ...form.typed,
                      [`option:${name}`]: event.target.value
                    }
                  })
                }
              />
            );
          case 'text':
            return (
              <input
                {...ids}
                className="jp-Cellwright-input"
                type="text"
                spellCheck={false}
                value={String(value)}
                onChange={event => set(event.target.value)}
              />
            );
        }
      }}
    </Field>
  );
}
