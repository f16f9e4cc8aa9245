import { useMemo } from 'react';

import type { OpenQuestion } from '../../../contract';
import { formPlan } from '../../render/form-plan';
import { visibleProse } from '../../render/visible-text';
import { usePanel, usePanelState } from '../common/panel-context';
import { answersOf } from '../../stores/answers';
import { SchemaForm } from '../common/schema-form';

/** The fields of a question. */
export function InterruptForm({
  interrupt,
  disabled
}: {
  interrupt: OpenQuestion & { kind: 'form' };
  disabled: boolean;
}) {
  const store = usePanel();
  const { services } = store;
  const answers = answersOf(store);
  const { interrupt_id: id, schema, values, asker } = interrupt;
  const filled = usePanelState(state => state.forms[id]) ?? values;
  // A server's form is built only from known parts of its schema, and only if
  // the schema has no hidden characters.
  const plan = useMemo(
    () =>
      asker && visibleProse(JSON.stringify(schema)) === JSON.stringify(schema)
        ? formPlan(schema, values)
        : null,
    [asker, schema, values]
  );
  return (
    <SchemaForm
      id={id}
      schema={asker ? (plan?.schema ?? null) : schema}
      looks={plan?.looks}
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
