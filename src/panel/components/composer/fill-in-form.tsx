import { useEffect, useRef, useState } from 'react';

import { visibleName, visibleText } from '../../render/visible-text';
import type { IToFill } from '../../state/mention-at';
import { focusComposer } from '../common/focus';
import { usePanel } from '../common/panel-context';
import { useFieldId } from '../common/use-field-id';

/** A form for the gaps of a resource template, or the arguments of a prompt. */
export function FillInForm({ what }: { what: IToFill }) {
  const { composing, services } = usePanel();
  const { trans } = services;
  const [values, setValues] = useState<Record<string, string>>({});
  const root = useRef<HTMLDivElement>(null);
  const id = useFieldId();
  useEffect(() => root.current?.querySelector('input')?.focus(), [what]);
  // A field may have a name that every object inherits, such as `constructor`.
  const valueOf = (name: string): string =>
    Object.hasOwn(values, name) ? values[name] : '';
  const missing = what.fields.find(
    ({ name, required }) => required && !valueOf(name).trim()
  );
  const leave = (then: () => void): void => {
    if (root.current) {
      focusComposer(root.current);
    }
    then();
  };
  const submit = (): void => {
    if (!missing) {
      const filled = what.fields.map(({ name }) => [name, valueOf(name)]);
      leave(() => void composing.fillIn(Object.fromEntries(filled)));
    }
  };
  return (
    <div
      ref={root}
      className="jp-Cellwright-disclosure"
      role="group"
      aria-label={trans.__('Fill in %1', visibleName(what.name))}
      onKeyDown={event => {
        if (event.nativeEvent.isComposing) {
          return;
        }
        if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          leave(() => composing.endFillIn());
        } else if (
          event.key === 'Enter' &&
          event.target instanceof HTMLInputElement
        ) {
          event.preventDefault();
          event.stopPropagation();
          submit();
        }
      }}
    >
      <strong>
        {trans.__(
          '%1, from the MCP server “%2”',
          visibleName(what.name),
          visibleText(what.server)
        )}
      </strong>
      {what.fields.map(({ name, description, required }, index) => (
        <div key={index} className="jp-Cellwright-field">
          <label htmlFor={`${id}-${index}`}>
            {required
              ? visibleText(name)
              : trans.__('%1 (optional)', visibleName(name))}
          </label>
          <input
            id={`${id}-${index}`}
            type="text"
            required={required}
            aria-describedby={description ? `${id}-${index}-why` : undefined}
            value={valueOf(name)}
            onChange={({ target }) =>
              setValues(before => ({ ...before, [name]: target.value }))
            }
          />
          {description ? (
            <span id={`${id}-${index}-why`} className="jp-Cellwright-hint">
              {visibleText(description)}
            </span>
          ) : null}
        </div>
      ))}
      <div className="jp-Cellwright-errorActions">
        <button
          type="button"
          className="jp-Cellwright-button jp-mod-primary"
          disabled={missing !== undefined}
          onClick={submit}
        >
          {what.kind === 'template'
            ? trans.__('Attach')
            : trans.__('Put it into the message')}
        </button>
        <button
          type="button"
          className="jp-Cellwright-button"
          onClick={() => leave(() => composing.endFillIn())}
        >
          {trans.__('Cancel')}
        </button>
      </div>
    </div>
  );
}
