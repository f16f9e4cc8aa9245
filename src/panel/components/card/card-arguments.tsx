import { useState, type ComponentProps } from 'react';

import type { CardBody } from '../../../contract';
import { readArguments } from '../../../contract/text/read-arguments';
import { formPlan, type IFormPlan } from '../../render/form-plan';
import { visibleProse } from '../../render/visible-text';
import { usePanel, usePanelState } from '../common/panel-context';
import { SchemaForm } from '../common/schema-form';
import { CardCode } from './card-code';

/**
 * The arguments of a tool of a server: a form, or the JSON that is sent where a
 * form would show less of it.
 */
export function CardArguments({
  id,
  body,
  text,
  label,
  writable,
  onChange
}: {
  /** Of the call. */
  id: string;
  body: CardBody & { kind: 'arguments' };
  /** JSON, with the person's edit. */
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
  const plan = planOf(body, text);
  // What is no JSON yet can only be mended as what it is.
  const raw = asked || values === null || plan === null;
  const code = (
    <CardCode
      // The editor takes its text once.
      key={raw && writable ? 'written' : text}
      id={`${label}-${id}`}
      mimeType="application/json"
      before={null}
      text={text}
      label={label}
      writable={writable}
      onChange={onChange}
    />
  );
  return (
    <div className="jp-Cellwright-arguments">
      {raw || Object.keys(properties(plan.schema)).length === 0 ? (
        code
      ) : (
        <Fields
          id={`arguments-${id}`}
          {...plan}
          values={values}
          disabled={!writable}
          instead={code}
          onChange={typed => {
            // Before Edit is pressed what is shown is what is sent.
            if (writable) {
              onChange?.(JSON.stringify(typed, null, 2));
            }
          }}
        />
      )}
      <button
        type="button"
        className="jp-Cellwright-link"
        aria-pressed={raw}
        disabled={plan === null}
        onClick={() => store.setOpen(key, !asked)}
      >
        {trans.__('Show as JSON')}
      </button>
    </div>
  );
}

/** How they look stays while the form stands, whatever is typed into it. */
function Fields(props: ComponentProps<typeof SchemaForm>) {
  const [looks] = useState(props.looks);
  return <SchemaForm {...props} looks={looks} />;
}

/** Null where something of the arguments would not be seen in a form. */
function planOf(
  { schema, text: proposed }: CardBody & { kind: 'arguments' },
  text: string
): IFormPlan | null {
  const values = readArguments(text);
  return values && isSeen(proposed) && isSeen(JSON.stringify(schema))
    ? formPlan(schema, values)
    : null;
}

/** A field shows no hidden characters; the JSON names them. */
function isSeen(text: string): boolean {
  return visibleProse(text) === text;
}

function properties({ properties: all }: Record<string, unknown>): object {
  return typeof all === 'object' && all !== null ? all : {};
}
