import { useState, type ComponentProps } from 'react';

import type { CardBody } from '../../../contract';
import { readArguments } from '../../../contract/text/read-arguments';
import { formPlan } from '../../render/form-plan';
import { usePanel, usePanelState } from '../common/panel-context';
import { SchemaForm } from '../common/schema-form';
import { CardCode } from './card-code';

/**
 * The arguments of a server's tool: the JSON that is sent. While it is edited,
 * there is a form above it, whose words are the server's own.
 */
export function CardArguments({
  id,
  body,
  text,
  label,
  writable,
  onChange
}: {
  /** Id of the call. */
  id: string;
  body: CardBody & { kind: 'arguments' };
  /** The arguments as JSON, with the person's edit. */
  text: string;
  label: string;
  writable: boolean;
  onChange?(text: string): void;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const key = `json-${id}`;
  const asked = usePanelState(state => state.open[key] ?? false);
  const values = readArguments(text);
  // Text that is not valid JSON can only be corrected as text.
  const plan = writable && values ? formPlan(body.schema, values) : null;
  const hasForm = Object.keys(plan?.schema.properties ?? {}).length > 0;
  const isForm = hasForm && !asked;
  return (
    <div className="jp-Cellwright-arguments">
      {isForm && plan && values ? (
        <Fields
          id={`arguments-${id}`}
          {...plan}
          values={values}
          disabled={false}
          instead={null}
          onChange={typed => onChange?.(JSON.stringify(typed, null, 2))}
        />
      ) : null}
      <CardCode
        id={`${label}-${id}`}
        mimeType="application/json"
        before={null}
        text={text}
        label={label}
        folds={false}
        writable={writable && !isForm}
        onChange={onChange}
      />
      {hasForm ? (
        <button
          type="button"
          className="jp-Cellwright-link"
          aria-pressed={asked}
          onClick={() => store.setOpen(key, !asked)}
        >
          {trans.__('Edit as JSON')}
        </button>
      ) : null}
    </div>
  );
}

/** Keeps the looks of the fields as they were at first, whatever is typed. */
function Fields(props: ComponentProps<typeof SchemaForm>) {
  const [looks] = useState(props.looks);
  return <SchemaForm {...props} looks={looks} />;
}
