import type { IModelProviderInfo } from '../../../contract';
import { type IModelForm, plainAddress } from '../../state/model-form';
import { modelSetupOf } from '../../stores/model-setup';
import { Field } from '../common/field';
import { usePanel } from '../common/panel-context';

/** The model's server: one of the usual ones, or any address. */
export function ModelAddress({
  form,
  provider
}: {
  form: IModelForm;
  provider: IModelProviderInfo;
}) {
  const store = usePanel();
  const { services } = store;
  const setup = modelSetupOf(store);
  const { trans } = services;
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
