import { useEffect, useRef, useState } from 'react';

import { visibleName, visibleText } from '../../render/visible-text';
import type { IToFill } from '../../state/mention-at';
import { Button } from '../common/button';
import { TextField } from '../common/field';
import { claim, focusComposer, onEscape } from '../common/focus';
import { usePanel } from '../common/panel-context';

/** A form for the gaps of a resource template, or the arguments of a prompt. */
export function FillInForm({ what }: { what: IToFill }) {
  const { store, trans } = usePanel();
  const { composing, main } = store;
  const [values, setValues] = useState<Record<string, string>>({});
  const root = useRef<HTMLDivElement>(null);
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
  const cancel = () => leave(() => main.setState({ toFill: null }));
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
        onEscape(cancel)(event);
        if (
          event.key === 'Enter' &&
          !event.nativeEvent.isComposing &&
          event.target instanceof HTMLInputElement
        ) {
          claim(event);
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
          <TextField
            label={
              required
                ? visibleText(name)
                : trans.__('%1 (optional)', visibleName(name))
            }
            hint={description && visibleText(description)}
            required={required}
            spellCheck={undefined}
            value={valueOf(name)}
            onChange={text =>
              setValues(before => ({ ...before, [name]: text }))
            }
          />
        </div>
      ))}
      <div className="jp-Cellwright-errorActions">
        <Button
          look="primary"
          disabled={missing !== undefined}
          onClick={submit}
        >
          {what.kind === 'template'
            ? trans.__('Attach')
            : trans.__('Put it into the message')}
        </Button>
        <Button onClick={cancel}>{trans.__('Cancel')}</Button>
      </div>
    </div>
  );
}
