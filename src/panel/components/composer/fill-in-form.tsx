import { useEffect, useRef, type FormEvent } from 'react';

import { visibleName, visibleText } from '../../render/visible-text';
import type { IToFill } from '../../state/mention-at';
import { Button } from '../common/button';
import { TextField } from '../common/field';
import { focusComposer, onEscape } from '../common/focus';
import { usePanel } from '../common/panel-context';

/** A form for the gaps of a resource template, or the arguments of a prompt. */
export function FillInForm({ what }: { what: IToFill }) {
  const { store, trans } = usePanel();
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => root.current?.querySelector('input')?.focus(), [what]);
  const cancel = () => {
    focusComposer(root.current!);
    store.main.setState({ toFill: null });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    focusComposer(event.currentTarget);
    void store.composing.fillIn(
      Object.fromEntries(
        what.fields.map(({ name }, at) => [name, String(data.get(`gap ${at}`))])
      )
    );
  };
  return (
    <form
      ref={root}
      className="jp-Cellwright-disclosure"
      role="group"
      aria-label={trans.__('Fill in %1', visibleName(what.name))}
      autoComplete="off"
      onSubmit={submit}
      onKeyDown={onEscape(cancel)}
    >
      <strong>
        {trans.__(
          '%1, from the MCP server “%2”',
          visibleName(what.name),
          visibleText(what.server)
        )}
      </strong>
      {what.fields.map(({ name, description, required }, at) => (
        <div key={`${what.id} ${at}`} className="jp-Cellwright-field">
          <TextField
            name={`gap ${at}`}
            label={
              required
                ? visibleText(name)
                : trans.__('%1 (optional)', visibleName(name))
            }
            hint={description && visibleText(description)}
            required={required}
            pattern={required ? '.*\\S.*' : undefined}
            spellCheck={undefined}
          />
        </div>
      ))}
      <div className="jp-Cellwright-errorActions">
        <Button type="submit" look="primary">
          {what.kind === 'template'
            ? trans.__('Attach')
            : trans.__('Put it into the message')}
        </Button>
        <Button onClick={cancel}>{trans.__('Cancel')}</Button>
      </div>
    </form>
  );
}
