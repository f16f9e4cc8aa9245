import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

import type {
  IMcpSecrets,
  IMcpServerSetting,
  IMcpService,
  ITranslator,
  McpAuth,
  McpTestResult
} from '../../../contract';
import {
  EMPTY_SERVER_FORM,
  errorText,
  type IServerForm,
  keepSecrets,
  serverFormOf,
  settingIn
} from '../../state/server-form';
import { countsText } from '../../text/counts-text';
import { isOwnHand } from '../../trust/is-own-hand';
import { DECIDES } from '../../trust/is-persons-event';
import { visibleName, visibleText } from '../../render/visible-text';
import { Button } from '../common/button';
import { SelectField, TextField } from '../common/field';
import { usePanel } from '../common/panel-context';
import { Refused } from '../common/refused';
import { RememberKey } from '../model/remember-key';
import { focusPage } from './side-view';
import type { IServersPage } from '../../state/server-form';

/** Nothing but the field itself keeps what is typed. */
const KEY_FIELD = { name: 'key', type: 'password', autoComplete: 'off' };

type Test = 'running' | McpTestResult | null;

/**
 * The form for a new or changed server. Keys are in uncontrolled fields, and go
 * from there only to the key store.
 */
export function ServerForm({
  page,
  first,
  onClose
}: {
  page: IServersPage;
  /** The server that is changed, or what is known of a new one. */
  first: IMcpServerSetting | { url: string; name: string };
  onClose(): void;
}) {
  const store = usePanel();
  const { services } = store;
  const { trans } = services;
  const { service } = page;
  const [form, setForm] = useState<IServerForm>(() =>
    'auth' in first ? serverFormOf(first) : { ...EMPTY_SERVER_FORM, ...first }
  );
  const [test, setTest] = useState<Test>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const asking = useRef<AbortController | null>(null);
  const root = useRef<HTMLFormElement>(null);
  const cancel = () => {
    asking.current?.abort();
    asking.current = null;
    setTest(null);
    setProblem(null);
  };
  useEffect(() => {
    root.current?.querySelector('input')?.focus();
    return () => asking.current?.abort();
  }, []);
  /** Earlier errors and test results no longer apply. */
  const change = (part: Partial<IServerForm>) => {
    cancel();
    setForm(current => ({ ...current, ...part }));
  };
  const close = () => {
    // The focused element disappears with the form, so focus the view.
    focusPage(root.current);
    onClose();
  };
  /** Hands the setting on, with its keys where keys are kept. */
  const handOn = async (
    event: Event,
    act: (setting: IMcpServerSetting) => Promise<void>
  ) => {
    if (!isOwnHand(event, services, text => store.announce(text))) {
      return;
    }
    cancel();
    const setting = settingIn(
      form,
      service.list.map(each => each.setting),
      trans
    );
    if (typeof setting === 'string') {
      setProblem(setting);
      return;
    }
    const { signal } = (asking.current = new AbortController());
    try {
      await keepSecrets(
        service,
        setting,
        secretsIn(root.current, form),
        form.remember
      );
      await act(setting);
    } catch (error) {
      if (!signal.aborted) {
        setTest(null);
        setProblem(errorText(error, trans));
      }
    }
  };
  const submit = (event: Event) =>
    handOn(event, async setting => {
      await service.save(setting, form.of ?? undefined);
      close();
      if (setting.enabled) {
        page.attempt(() => page.connect(setting.name), null);
      }
    });
  /** Once, without staying connected. */
  const ask = (event: Event) =>
    handOn(event, async setting => {
      const { signal } = asking.current!;
      setTest('running');
      const found = await (await page.load()).test(setting, signal);
      if (!signal.aborted) {
        setTest(found);
      }
    });
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
      <TextField
        label={trans.__('Address')}
        hint={trans.__(
          'Most end with /mcp. A server on Jupyter’s machine can be reached as /proxy/8000/mcp, with jupyter-server-proxy.'
        )}
        inputMode="url"
        value={form.url}
        onChange={url => change({ url })}
      />
      <TextField
        label={trans.__('Name')}
        hint={trans.__('The names of its tools begin with it.')}
        value={form.name}
        onChange={name => change({ name })}
      />
      <Authentication service={service} form={form} change={change} />
      <Outcome problem={problem} test={test} />
      <div className="jp-Cellwright-row">
        <Button
          {...DECIDES}
          look="primary"
          onClick={({ nativeEvent }) => void submit(nativeEvent)}
        >
          {form.of === null ? trans.__('Add') : trans.__('Save')}
        </Button>
        {test === 'running' ? (
          <Button onClick={cancel}>{trans.__('Cancel the test')}</Button>
        ) : (
          <Button
            {...DECIDES}
            onClick={({ nativeEvent }) => void ask(nativeEvent)}
          >
            {trans.__('Test')}
          </Button>
        )}
        <Button onClick={close}>{trans.__('Cancel')}</Button>
      </div>
    </form>
  );
}

interface IPartProps {
  service: IMcpService;
  form: IServerForm;
  change(part: Partial<IServerForm>): void;
}

function Authentication({ service, form, change }: IPartProps) {
  const { trans } = usePanel().services;
  const hasSecret =
    form.auth === 'bearer' ||
    form.auth === 'headers' ||
    (form.auth === 'oauth' && form.clientId.trim() !== '');
  return (
    <>
      <SelectField
        label={trans.__('Authentication')}
        hint={
          form.auth === 'oauth'
            ? trans.__(
                'Add the server, then press Sign in. Its page opens in a window of its own.'
              )
            : null
        }
        value={form.auth}
        options={[
          { value: 'none', title: trans.__('None') },
          { value: 'bearer', title: trans.__('Key') },
          { value: 'headers', title: trans.__('Headers') },
          { value: 'oauth', title: trans.__('Sign in (OAuth)') }
        ]}
        onChange={auth => change({ auth: auth as McpAuth })}
      />
      {form.auth === 'oauth' ? (
        <TextField
          label={trans.__('Client ID')}
          hint={trans.__(
            'Only where the server does not let programs register themselves. It may be the https address of a document that describes the client.'
          )}
          value={form.clientId}
          onChange={clientId => change({ clientId })}
        />
      ) : null}
      {form.auth === 'bearer' ? (
        <TextField
          {...KEY_FIELD}
          label={trans.__('Key')}
          hint={trans.__('Sent as “Authorization: Bearer …”.')}
          placeholder={keptText(service, form, trans)}
        />
      ) : null}
      {form.auth === 'oauth' && form.clientId.trim() !== '' ? (
        <TextField
          {...KEY_FIELD}
          label={trans.__('Client secret')}
          hint={trans.__('Only if one came with the client ID.')}
        />
      ) : null}
      {form.auth === 'headers' ? (
        <HeaderRows service={service} form={form} change={change} />
      ) : null}
      {hasSecret ? (
        <RememberKey
          on={form.remember}
          remembering={service.remembering}
          where={trans.__(
            'Encrypted, and sent to this server only. Otherwise it is kept until this page is closed.'
          )}
          onChange={remember => change({ remember })}
        />
      ) : null}
    </>
  );
}

function HeaderRows({ service, form, change }: IPartProps) {
  const { trans } = usePanel().services;
  const setName = (at: number, name: string) =>
    change({
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
            placeholder={keptText(service, form, trans) ?? trans.__('Value')}
          />
        </div>
      ))}
      <button
        type="button"
        className="jp-Cellwright-link"
        onClick={() => change({ headers: [...form.headers, ''] })}
      >
        {trans.__('Add a header')}
      </button>
    </fieldset>
  );
}

/** The result of a test, or why the server cannot be saved. */
function Outcome({ problem, test }: { problem: string | null; test: Test }) {
  const { trans } = usePanel().services;
  if (test === 'running') {
    return <p role="status">{trans.__('Asking the server…')}</p>;
  }
  if (problem !== null) {
    return <Refused text={problem} />;
  }
  if (!test?.ok) {
    return <Refused text={test?.failure.text} />;
  }
  return (
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
  );
}

function keptText(
  service: IMcpService,
  form: IServerForm,
  trans: ITranslator
): string | undefined {
  const edited = service.list.find(({ setting }) => setting.name === form.of);
  return edited &&
    edited.setting.url === form.url.trim() &&
    service.hasSecrets(edited.setting)
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
