import { FormComponent } from '@jupyterlab/ui-components';
import type { ReadonlyJSONObject } from '@lumino/coreutils';
import { Component, useEffect, useRef, type ReactNode } from 'react';

import type { PendingQuestion } from '../../../contract';
import { FORM_VALIDATOR } from '../../render/form-validator';
import { nameFields } from '../../render/name-fields';
import { usePanel, usePanelState } from '../common/panel-context';

interface IInterruptForm {
  interrupt: PendingQuestion & { kind: 'form' };
  disabled: boolean;
}

/** A JSON schema as a form, drawn as JupyterLab draws its settings. */
export function InterruptForm(props: IInterruptForm) {
  const { trans } = usePanel().services;
  return (
    <Undrawable
      instead={
        <p className="jp-Cellwright-refused" role="alert">
          {trans.__(
            'This form could not be drawn: its description is not valid. You can skip the question.'
          )}
        </p>
      }
    >
      <Fields {...props} />
    </Undrawable>
  );
}

function Fields({ interrupt, disabled }: IInterruptForm) {
  const { answers } = usePanel();
  const { interrupt_id: id, schema, values } = interrupt;
  const filled = usePanelState(state => state.forms[id]) ?? values;
  // The form tells its defaults while it is being drawn, when nothing else may
  // be drawn anew.
  const drawn = useRef(false);
  const early = useRef<Record<string, unknown> | null>(null);
  useEffect(() => {
    drawn.current = true;
    if (early.current) {
      answers.setForm(id, early.current);
      early.current = null;
    }
  }, [answers, id]);
  const root = useRef<HTMLDivElement>(null);
  // After each change: there may be more fields by then.
  useEffect(() => {
    if (root.current) {
      nameFields(root.current);
    }
  });
  if (schema.type !== undefined && schema.type !== 'object') {
    throw new Error('The schema of a form is that of an object.');
  }
  return (
    <div ref={root} className="jp-Cellwright-form">
      <FormComponent
        schema={schema}
        validator={FORM_VALIDATOR}
        formData={filled as ReadonlyJSONObject}
        idPrefix={`form-${id}`}
        disabled={disabled}
        noHtml5Validate
        showErrorList={false}
        compact={true}
        onChange={({ formData }) => {
          const typed = (formData ?? {}) as Record<string, unknown>;
          if (drawn.current) {
            answers.setForm(id, typed);
          } else {
            early.current = typed;
          }
        }}
      />
    </div>
  );
}

/** An error from an invalid schema stays inside its card. */
class Undrawable extends Component<
  { instead: ReactNode; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.warn('Cellwright could not draw a form.', error);
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
