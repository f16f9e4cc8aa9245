import type { PendingQuestion } from '../../../contract';
import { usePanel, usePanelState } from '../common/panel-context';
import { answersOf } from '../../stores/answers';
import { SchemaForm } from '../common/schema-form';

/** The fields of a question. */
export function InterruptForm({
  interrupt,
  disabled
}: {
  interrupt: PendingQuestion & { kind: 'form' };
  disabled: boolean;
}) {
  const store = usePanel();
  const { services } = store;
  const answers = answersOf(store);
  const { interrupt_id: id, schema, values } = interrupt;
  const filled = usePanelState(state => state.forms[id]) ?? values;
  return (
    <SchemaForm
      id={id}
      schema={schema}
      values={filled}
      disabled={disabled}
      onChange={typed => answers.setForm(id, typed)}
      instead={
        <p className="jp-Cellwright-refused" role="alert">
          {services.trans.__(
            'This form could not be drawn: its description is not valid. You can skip the question.'
          )}
        </p>
      }
    />
  );
}
