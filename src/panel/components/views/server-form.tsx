import { useEffect, useRef, type KeyboardEvent } from 'react';

import type { IMcpSecrets, ITranslator, McpAuth } from '../../../contract';
import type { IServerForm } from '../../state/server-form';
import type { ServerPage } from '../../stores/server-page';
import { countsText } from '../../text/counts-text';
import { DECIDES } from '../../trust/is-persons-event';
import { visibleName, visibleText } from '../../render/visible-text';
import { Field } from '../common/field';
import { usePanel } from '../common/panel-context';
import { RememberKey } from '../model/remember-key';

/**
 * The form for a new or changed server. Keys are in uncontrolled fields, and go
 * from there only to the key store.
 */
export function ServerForm({
  page,
  form
}: {
  page: ServerPage;
  form: IServerForm;
}) {
  const { trans } = usePanel().services;
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => root.current?.querySelector('input')?.focus(), []);
  const secrets = () => secretsIn(root.current, form);
  const close = () => {
    // The focused element disappears with the form, so focus the view.
    root.current
      ?.closest<HTMLElement>('.jp-Cellwright-sideView')
      ?.focus({ preventScroll: true });
    page.closeForm();
  };
  const submit = async (event: Event) => {
    const element = root.current?.closest<HTMLElement>(
      '.jp-Cellwright-sideView'
    );
    if (await page.submit(secrets(), event)) {
      element?.focus({ preventScroll: true });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) {
      return;
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (
      event.key === 'Enter' &&
      event.target instanceof HTMLInputElement &&
      event.target.type !== 'checkbox'
    ) {
      event.preventDefault();
      void submit(event.nativeEvent);
    }
  };
  return (
    <form
      ref={root}
      className="jp-Cellwright-serverForm"
      aria-label={
        form.of === null
          ? trans.__('New MCP server')
          : trans.__('Settings of %1', visibleName(form.of))
      }
      autoComplete="off"
      onSubmit={event => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      <Field
        label={trans.__('Address')}
        hint={trans.__(
          'Most end with /mcp. A server on Jupyter’s machine can be reached as /proxy/8000/mcp, with jupyter-server-proxy.'
        )}
      >
        {ids => (
          <input
            {...ids}
            type="text"
            inputMode="url"
            className="jp-Cellwright-input"
            spellCheck={false}
            value={form.url}
            onChange={event => page.change({ url: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={trans.__('Name')}
        hint={trans.__('The names of its tools begin with it.')}
      >
        {ids => (
          <input
            {...ids}
            type="text"
            className="jp-Cellwright-input"
            spellCheck={false}
            value={form.name}
            onChange={event => page.change({ name: event.target.value })}
          />
        )}
      </Field>
      <Authentication page={page} form={form} />
      <Outcome form={form} />
      <div className="jp-Cellwright-row">
        <button
          {...DECIDES}
          type="button"
          className="jp-Cellwright-button jp-mod-primary"
          onClick={event => void submit(event.nativeEvent)}
        >
          {form.of === null ? trans.__('Add') : trans.__('Save')}
        </button>
        {form.test && 'running' in form.test ? (
          <button
            type="button"
            className="jp-Cellwright-button"
            onClick={() => page.cancel()}
          >
            {trans.__('Cancel the test')}
          </button>
        ) : (
          <button
            {...DECIDES}
            type="button"
            className="jp-Cellwright-button"
            onClick={event => void page.test(secrets(), event.nativeEvent)}
          >
            {trans.__('Test')}
          </button>
        )}
        <button type="button" className="jp-Cellwright-button" onClick={close}>
          {trans.__('Cancel')}
        </button>
      </div>
    </form>
  );
}

function Authentication({
  page,
  form
}: {
  page: ServerPage;
  form: IServerForm;
}) {
  const { trans } = usePanel().services;
  const { remembering } = page;
  const hasSecret =
    form.auth === 'bearer' ||
    form.auth === 'headers' ||
    (form.auth === 'oauth' && form.clientId.trim() !== '');
  return (
    <>
      <Field
        label={trans.__('Authentication')}
        hint={
          form.auth === 'oauth'
            ? trans.__(
                'Add the server, then press Sign in. Its page opens in a window of its own.'
              )
            : null
        }
      >
        {ids => (
          <select
            {...ids}
            className="jp-Cellwright-input"
            value={form.auth}
            onChange={event =>
              page.change({ auth: event.target.value as McpAuth })
            }
          >
            <option value="none">{trans.__('None')}</option>
            <option value="bearer">{trans.__('Key')}</option>
            <option value="headers">{trans.__('Headers')}</option>
            <option value="oauth">{trans.__('Sign in (OAuth)')}</option>
          </select>
        )}
      </Field>
      {form.auth === 'oauth' ? (
        <Field
          label={trans.__('Client ID')}
          hint={trans.__(
            'Only where the server does not let programs register themselves. It may be the https address of a document that describes the client.'
          )}
        >
          {ids => (
            <input
              {...ids}
              type="text"
              className="jp-Cellwright-input"
              spellCheck={false}
              value={form.clientId}
              onChange={event => page.change({ clientId: event.target.value })}
            />
          )}
        </Field>
      ) : null}
      {form.auth === 'bearer' ? (
        <Key
          label={trans.__('Key')}
          hint={trans.__('Sent as “Authorization: Bearer …”.')}
          placeholder={keptText(page, form, trans)}
        />
      ) : null}
      {form.auth === 'oauth' && form.clientId.trim() !== '' ? (
        <Key
          label={trans.__('Client secret')}
          hint={trans.__('Only if one came with the client ID.')}
        />
      ) : null}
      {form.auth === 'headers' ? <HeaderRows page={page} form={form} /> : null}
      {hasSecret ? (
        <RememberKey
          on={form.remember}
          remembering={remembering}
          where={trans.__(
            'Encrypted, and sent to this server only. Otherwise it is kept until this page is closed.'
          )}
          onChange={remember => page.change({ remember })}
        />
      ) : null}
    </>
  );
}

function Key({
  label,
  hint,
  placeholder
}: {
  label: string;
  hint: string;
  placeholder?: string;
}) {
  return (
    <Field label={label} hint={hint}>
      {ids => (
        <input
          {...ids}
          name="key"
          type="password"
          className="jp-Cellwright-input"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
        />
      )}
    </Field>
  );
}

function HeaderRows({ page, form }: { page: ServerPage; form: IServerForm }) {
  const { trans } = usePanel().services;
  const setName = (at: number, name: string) =>
    page.change({
      headers: form.headers.map((each, index) => (index === at ? name : each))
    });
  return (
    <fieldset className="jp-Cellwright-headers">
      <legend>{trans.__('Headers')}</legend>
      {form.headers.map((name, index) => (
        <div key={index} className="jp-Cellwright-row">
          <input
            type="text"
            className="jp-Cellwright-input"
            aria-label={trans.__('Name of header %1', index + 1)}
            placeholder={trans.__('Name')}
            spellCheck={false}
            value={name}
            onChange={event => setName(index, event.target.value)}
          />
          <input
            name={`header ${index}`}
            type="password"
            className="jp-Cellwright-input"
            aria-label={trans.__('Value of header %1', index + 1)}
            autoComplete="off"
            spellCheck={false}
            placeholder={keptText(page, form, trans) ?? trans.__('Value')}
          />
        </div>
      ))}
      <button
        type="button"
        className="jp-Cellwright-link"
        onClick={() => page.change({ headers: [...form.headers, ''] })}
      >
        {trans.__('Add a header')}
      </button>
    </fieldset>
  );
}

/** The result of a test, or why the server cannot be saved. */
function Outcome({ form: { problem, test } }: { form: IServerForm }) {
  const { trans } = usePanel().services;
  if (problem || (test && 'ok' in test && !test.ok)) {
    return (
      <p className="jp-Cellwright-refused" role="alert">
        {visibleText(
          problem ?? (test && 'ok' in test && !test.ok ? test.failure.text : '')
        )}
      </p>
    );
  }
  if (!test) {
    return null;
  }
  if ('running' in test) {
    return <p role="status">{trans.__('Asking the server…')}</p>;
  }
  return test.ok ? (
    <div role="status">
      <p>
        {trans.__(
          '%1 answered (protocol %2): %3.',
          test.title
            ? visibleName([test.title, test.version].filter(Boolean).join(' '))
            : trans.__('The server'),
          visibleName(test.protocol),
          countsText(test.counts, trans)
        )}
      </p>
      {test.notes.map((note, index) => (
        <p key={index} className="jp-Cellwright-hint">
          {visibleText(note)}
        </p>
      ))}
    </div>
  ) : null;
}

function keptText(
  page: ServerPage,
  form: IServerForm,
  trans: ITranslator
): string | undefined {
  const edited = page.list.find(({ setting }) => setting.name === form.of);
  return edited &&
    edited.setting.url === form.url.trim() &&
    page.hasSecrets(edited.setting)
    ? trans.__('Saved; leave empty to keep using it')
    : undefined;
}

/** The secrets, read from the fields themselves. */
function secretsIn(
  root: HTMLFormElement | null,
  { auth, headers }: IServerForm
): IMcpSecrets {
  if (!root) {
    return {};
  }
  const data = new FormData(root);
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  if (auth === 'bearer' || auth === 'oauth') {
    return text('key') ? { key: text('key') } : {};
  }
  if (auth !== 'headers') {
    return {};
  }
  const entered = headers.flatMap((name, index) => {
    const value = text(`header ${index}`);
    return name.trim() && value ? [[name.trim(), value]] : [];
  });
  return entered.length > 0
    ? { headers: Object.fromEntries(entered) as Record<string, string> }
    : {};
}
