import { FormComponent } from '@jupyterlab/ui-components';
import type { ReadonlyJSONObject } from '@lumino/coreutils';
import { Component, useEffect, useRef, type ReactNode } from 'react';

import { FORM_VALIDATOR } from '../../render/form-validator';
import { useFieldId } from './use-field-id';

interface ISchemaForm {
  /** Id of the form, unique in the page. */
  id: string;
  /** JSON Schema of an object; null if no form can be drawn. */
  schema: Record<string, unknown> | null;
  /** How its fields look; see `formPlan`. */
  looks?: Record<string, unknown>;
  values: Record<string, unknown>;
  disabled: boolean;
  /** Called with the defaults too, once the form is rendered. */
  onChange(values: Record<string, unknown>): void;
  /** Shown if there is no schema, or it cannot be drawn. */
  instead: ReactNode;
}

/** A JSON schema as a form, drawn as JupyterLab draws its settings. */
export function SchemaForm(props: ISchemaForm) {
  const { schema, instead } = props;
  return schema ? (
    <Undrawable instead={instead}>
      <Fields {...props} schema={schema} />
    </Undrawable>
  ) : (
    <>{instead}</>
  );
}

function Fields({
  id,
  schema,
  looks,
  values,
  disabled,
  onChange
}: ISchemaForm & { schema: Record<string, unknown> }) {
  // The form reports its defaults during rendering, when no other component may
  // be updated.
  const drawn = useRef(false);
  const early = useRef<Record<string, unknown> | null>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  useEffect(() => {
    drawn.current = true;
    if (early.current) {
      changed.current(early.current);
      early.current = null;
    }
  }, [id]);
  const root = useRef<HTMLDivElement>(null);
  const idPrefix = useFieldId();
  // After every update, since there may be more fields.
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
        uiSchema={looks}
        validator={FORM_VALIDATOR}
        formData={values as ReadonlyJSONObject}
        idPrefix={idPrefix}
        disabled={disabled}
        noHtml5Validate
        showErrorList={false}
        compact={true}
        onChange={({ formData }) => {
          const typed = (formData ?? {}) as Record<string, unknown>;
          if (drawn.current) {
            changed.current(typed);
          } else {
            early.current = typed;
          }
        }}
      />
    </div>
  );
}

/** Catches what an invalid schema throws, so that it stays inside its card. */
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

/** Labels in JupyterLab's form that are next to a field of their own. */
const LABELS = [
  '.jp-FormGroup-content > .jp-FormGroup-compactTitle > .jp-FormGroup-fieldLabel',
  '.jp-FormGroup-content > h3.jp-FormGroup-fieldLabel'
].join(', ');

/**
 * Gives the fields of a form accessible names: JupyterLab's `FormComponent`
 * only writes the names beside the fields, where screen readers do not find
 * them.
 */
export function nameFields(form: HTMLElement): void {
  for (const label of form.querySelectorAll<HTMLElement>(LABELS)) {
    const field = label
      .closest('.jp-FormGroup-content')
      ?.querySelector('input, select, textarea');
    // Copies the text instead of referring to the label, which may be
    // re-created while the field stays.
    if (field && field.getAttribute('aria-labelledby') === null) {
      field.setAttribute('aria-label', label.textContent ?? '');
    }
  }
}
