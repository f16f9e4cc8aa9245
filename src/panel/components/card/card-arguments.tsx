import { useState, type ComponentProps } from 'react';

import type { CardBody } from '../../../contract';
import { readArguments } from '../../../contract/text/read-arguments';
import { formPlan, type IFormPlan } from '../../render/form-plan';
import { visibleProse } from '../../render/visible-text';
import { usePanel, usePanelState } from '../common/panel-context';
import { SchemaForm } from '../common/schema-form';
import { CardCode } from './card-code';

/**
 * The arguments of a server's tool: a form, or the JSON that is sent if a form
 * would not show all of it.
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
  const plan = planOf(body, text);
  // Text that is not valid JSON can only be corrected as text.
  const raw = asked || values === null || plan === null;
  const code = (
    <CardCode
      // The editor reads its text only once, so a new text needs a new editor.
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
            // Before Edit is pressed, what is shown must be what is sent.
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

/** Keeps the looks of the fields as they were at first, whatever is typed. */
function Fields(props: ComponentProps<typeof SchemaForm>) {
  const [looks] = useState(props.looks);
  return <SchemaForm {...props} looks={looks} />;
}

/** Null if a form would hide part of the arguments. */
function planOf(
  { schema, text: proposed }: CardBody & { kind: 'arguments' },
  text: string
): IFormPlan | null {
  const values = readArguments(text);
  return values && isSeen(proposed) && isSeen(JSON.stringify(schema))
    ? formPlan(schema, values)
    : null;
}

/**
 * Whether the text is free of hidden characters. A field would not show them;
 * the JSON names them.
 */
function isSeen(text: string): boolean {
  return visibleProse(text) === text;
}

function properties({ properties: all }: Record<string, unknown>): object {
  return typeof all === 'object' && all !== null ? all : {};
}
