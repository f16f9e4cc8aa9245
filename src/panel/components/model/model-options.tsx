import type { IModelOption, IModelProviderInfo } from '../../../contract';
import { numberText, type NumberField } from '../../state/model-form';
import { visibleText } from '../../render/visible-text';
import { SelectField, TextField } from '../common/field';
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
      <SelectField
        label={trans.__('Can see images')}
        value={String(form.choice.images)}
        options={[
          {
            value: 'null',
            title: trans.__('Known from the model’s name, else tried')
          },
          { value: 'true', title: trans.__('Yes') },
          { value: 'false', title: trans.__('No') }
        ]}
        onChange={value =>
          setup.choose({ images: value === 'null' ? null : value === 'true' })
        }
      />
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
    <TextField
      label={label}
      inputMode="decimal"
      placeholder={placeholder}
      value={numberText(form, field)}
      onChange={text =>
        setup.change({ typed: { ...form.typed, [field]: text } })
      }
    />
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
  const shared = { label: visibleText(title), hint };
  switch (kind) {
    case 'choice':
      return (
        <SelectField
          {...shared}
          value={String(value)}
          options={option.values ?? []}
          onChange={set}
        />
      );
    case 'number':
      return (
        <TextField
          {...shared}
          inputMode="decimal"
          value={form.typed[`option:${name}`] ?? String(value)}
          onChange={text =>
            setup.change({
              typed: { ...form.typed, [`option:${name}`]: text }
            })
          }
        />
      );
    case 'text':
      return <TextField {...shared} value={String(value)} onChange={set} />;
  }
}
