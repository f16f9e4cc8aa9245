import type { IModelProviderInfo } from '../../../contract';
import { Field } from '../common/field';
import { usePanel } from '../common/panel-context';
import { Button } from '../common/button';
import { useFieldId } from '../common/use-field-id';
import type { ModelSetup } from './use-model-form';

/** Which model of the provider, and whether it answers. */
export function ModelName({
  setup,
  provider,
  typedKey
}: {
  setup: ModelSetup;
  provider: IModelProviderInfo;
  typedKey(): string;
}) {
  const { trans } = usePanel().services;
  const { form } = setup;
  const running = form.test?.running ?? false;
  const listId = useFieldId();
  const unaddressed =
    provider.presets.length > 0 && form.choice.baseUrl.trim() === '';
  return (
    <>
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
              disabled={form.fetching || unaddressed}
              onClick={() => void setup.fetchModels(typedKey())}
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
        <p className="jp-Cellwright-hint" role="status">
          {trans._n(
            'The server offers %1 model.',
            'The server offers %1 models.',
            form.models.length
          )}
        </p>
      ) : null}
      <div className="jp-Cellwright-row">
        <Button
          onClick={() =>
            running ? setup.cancelTest() : void setup.test(typedKey())
          }
        >
          {running ? trans.__('Cancel the test') : trans.__('Test connection')}
        </Button>
      </div>
    </>
  );
}
