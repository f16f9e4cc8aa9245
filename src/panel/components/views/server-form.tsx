import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

import {
  DEFAULT_SERVER_TIMEOUT,
  type IMcpSecrets,
  type IMcpServer,
  type IMcpServerSetting,
  type IMcpService,
  type ITranslator,
  type McpAuth,
  type McpTestResult
} from '../../../contract';
import { DECIDES } from '../../trust/is-persons-event';
import { visibleName, visibleText } from '../../render/visible-text';
import { Button } from '../common/button';
import { SelectField, TextField } from '../common/field';
import { Hint, Refused } from '../common/notice';
import { onEscape } from '../common/focus';
import { usePanel } from '../common/panel-context';
import { RememberKey } from '../model/remember-key';
import { focusPage, useAttempt } from './page';

/** Nothing but the field itself keeps what is typed. */
const KEY_FIELD = { name: 'key', type: 'password', autoComplete: 'off' };

/** The content of the form. Never a key. */
type ServerDraft = Pick<
  IMcpServerSetting,
  'name' | 'url' | 'auth' | 'headers' | 'clientId'
>;

/**
 * The form for a new or changed server. Keys are in uncontrolled fields, and go
 * from there only to the key store.
 */
export function ServerForm({
  service,
  first,
  onClose
}: {
  service: IMcpService;
  /** The server that is changed, or what is known of a new one. */
  first: IMcpServerSetting | { url: string; name: string };
  /** @param saved what may be connected now. */
  onClose(saved?: IMcpServerSetting): void;
}) {
  const { trans } = usePanel();
  const of = 'auth' in first ? first.name : null;
  const [draft, setDraft] = useState<ServerDraft>({
    auth: 'none',
    headers: [],
    ...first
  });
  const [remember, setRemember] = useState(false);
  const [test, setTest] = useState<'running' | McpTestResult | null>(null);
  const { problem, attempt, cancel } = useAttempt();
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => root.current?.querySelector('input')?.focus(), []);
  const { auth, headers, clientId = '' } = draft;
  const names = headers.length > 0 ? headers : [''];
  /** Earlier errors and test results no longer apply. */
  const reset = () => {
    cancel();
    setTest(null);
  };
  const change = (part: Partial<ServerDraft>) => {
    reset();
    setDraft({ ...draft, ...part });
  };
  const close = (saved?: IMcpServerSetting) => {
    // The focused element disappears with the form, so focus the view.
    focusPage(root.current);
    onClose(saved);
  };
  /** The setting, once its keys are where keys are kept. */
  const settingWithKeys = async () => {
    const setting = settingIn(draft, service, of, trans);
    await keepSecrets(
      service,
      setting,
      secretsIn(root.current!, draft),
      remember
    );
    return setting;
  };
  const submit = (event: Event) => {
    reset();
    void attempt(async () => {
      const setting = await settingWithKeys();
      await service.save(setting, of);
      close(setting);
    }, event);
  };
  /** Once, without staying connected. */
  const ask = (event: Event) => {
    reset();
    void attempt(async signal => {
      const setting = await settingWithKeys();
      let found: typeof test = null;
      setTest('running');
      try {
        found = await (await service.load()).test(setting, signal);
      } finally {
        if (!signal.aborted) {
          setTest(found);
        }
      }
    }, event);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    onEscape(close)(event);
    if (
      event.key === 'Enter' &&
      !event.nativeEvent.isComposing &&
      event.target instanceof HTMLInputElement &&
      event.target.type !== 'checkbox'
    ) {
      event.preventDefault();
      submit(event.nativeEvent);
    }
  };
  const edited = service.list.find(({ setting }) => setting.name === of);
  const kept =
    edited?.setting.url === draft.url.trim() &&
    service.hasSecrets(edited.setting)
      ? trans.__('Saved; leave empty to keep using it')
      : undefined;
  return (
    <form
      ref={root}
      className="jp-Cellwright-serverForm"
      aria-label={
        of === null
          ? trans.__('New MCP server')
          : trans.__('Settings of %1', visibleName(of))
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
        value={draft.url}
        onChange={url => change({ url })}
      />
      <TextField
        label={trans.__('Name')}
        hint={trans.__('The names of its tools begin with it.')}
        value={draft.name}
        onChange={name => change({ name })}
      />
      <SelectField
        label={trans.__('Authentication')}
        hint={
          auth === 'oauth'
            ? trans.__(
                'Add the server, then press Sign in. Its page opens in a window of its own.'
              )
            : null
        }
        value={auth}
        options={[
          { value: 'none', label: trans.__('None') },
          { value: 'bearer', label: trans.__('Key') },
          { value: 'headers', label: trans.__('Headers') },
          { value: 'oauth', label: trans.__('Sign in (OAuth)') }
        ]}
        onChange={value => change({ auth: value as McpAuth })}
      />
      {auth === 'oauth' ? (
        <TextField
          label={trans.__('Client ID')}
          hint={trans.__(
            'Only where the server does not let programs register themselves. It may be the https address of a document that describes the client.'
          )}
          value={clientId}
          onChange={value => change({ clientId: value })}
        />
      ) : null}
      {auth === 'bearer' ? (
        <TextField
          {...KEY_FIELD}
          label={trans.__('Key')}
          hint={trans.__('Sent as “Authorization: Bearer …”.')}
          placeholder={kept}
        />
      ) : null}
      {auth === 'oauth' && clientId.trim() !== '' ? (
        <TextField
          {...KEY_FIELD}
          label={trans.__('Client secret')}
          hint={trans.__('Only if one came with the client ID.')}
        />
      ) : null}
      {auth === 'headers' ? (
        <fieldset className="jp-Cellwright-headers">
          <legend>{trans.__('Headers')}</legend>
          {names.map((name, index) => (
            <div key={index} className="jp-Cellwright-row">
              <input
                type="text"
                className="jp-Cellwright-input"
                aria-label={trans.__('Name of header %1', index + 1)}
                placeholder={trans.__('Name')}
                spellCheck={false}
                value={name}
                onChange={({ target }) =>
                  change({ headers: names.with(index, target.value) })
                }
              />
              <input
                name={`header ${index}`}
                type="password"
                className="jp-Cellwright-input"
                aria-label={trans.__('Value of header %1', index + 1)}
                autoComplete="off"
                spellCheck={false}
                placeholder={kept ?? trans.__('Value')}
              />
            </div>
          ))}
          <Button
            look="link"
            onClick={() => change({ headers: [...names, ''] })}
          >
            {trans.__('Add a header')}
          </Button>
        </fieldset>
      ) : null}
      {auth === 'none' ||
      (auth === 'oauth' && clientId.trim() === '') ? null : (
        <RememberKey
          on={remember}
          remembering={service.remembering}
          where={trans.__(
            'Encrypted, and sent to this server only. Otherwise it is kept until this page is closed.'
          )}
          onChange={value => {
            reset();
            setRemember(value);
          }}
        />
      )}
      {test === 'running' ? (
        <p role="status">{trans.__('Asking the server…')}</p>
      ) : test?.ok ? (
        <Answered found={test} />
      ) : (
        <Refused text={problem ?? test?.failure.text} />
      )}
      <div className="jp-Cellwright-row">
        <Button
          {...DECIDES}
          look="primary"
          onClick={({ nativeEvent }) => submit(nativeEvent)}
        >
          {of === null ? trans.__('Add') : trans.__('Save')}
        </Button>
        {test === 'running' ? (
          <Button onClick={reset}>{trans.__('Cancel the test')}</Button>
        ) : (
          <Button {...DECIDES} onClick={({ nativeEvent }) => ask(nativeEvent)}>
            {trans.__('Test')}
          </Button>
        )}
        <Button onClick={() => close()}>{trans.__('Cancel')}</Button>
      </div>
    </form>
  );
}

/** What a test found. */
function Answered({
  found: { title, version, protocol, counts, notes }
}: {
  found: McpTestResult & { ok: true };
}) {
  const { trans } = usePanel();
  return (
    <div role="status">
      <p>
        {trans.__(
          '%1 answered (protocol %2): %3.',
          title
            ? visibleName([title, version].filter(Boolean).join(' '))
            : trans.__('The server'),
          visibleName(protocol),
          countsText(counts, trans)
        )}
      </p>
      {notes.map((note, index) => (
        <Hint key={index}>{visibleText(note)}</Hint>
      ))}
    </div>
  );
}

/** The secrets, read from the fields themselves. */
function secretsIn(
  root: HTMLFormElement,
  { auth, headers }: ServerDraft
): IMcpSecrets {
  const data = new FormData(root);
  const text = (name: string) => String(data.get(name) ?? '').trim();
  return auth === 'headers'
    ? {
        headers: Object.fromEntries(
          headers
            .map((name, index) => [name.trim(), text(`header ${index}`)])
            .filter(([name, value]) => name && value)
        )
      }
    : { key: text('key') };
}

export async function keepSecrets(
  service: IMcpService,
  setting: IMcpServerSetting,
  secrets: IMcpSecrets,
  remember: boolean
): Promise<void> {
  if (secrets.key || Object.keys(secrets.headers ?? {}).length > 0) {
    await service.setSecrets(setting, secrets, remember);
  }
}

/**
 * The setting that a form represents.
 *
 * @param of name of the server that is changed.
 * @throws Error with a sentence, if something in it cannot be used.
 */
export function settingIn(
  draft: ServerDraft,
  { list }: IMcpService,
  of: string | null,
  trans: ITranslator
): IMcpServerSetting {
  const { auth, clientId = '' } = draft;
  const name = draft.name.trim();
  const url = draft.url.trim();
  const headers = draft.headers.map(one => one.trim()).filter(Boolean);
  const clash = list.find(
    ({ setting }) =>
      setting.name !== of && plainName(setting.name) === plainName(name)
  );
  const wrong = headers.find(header => !/^[\w!#$%&'*+.^`|~-]+$/.test(header));
  const problem =
    addressProblem(url, trans) ||
    (name === '' &&
      trans.__(
        'Give the server a name. The names of its tools begin with it.'
      )) ||
    (clash &&
      trans.__(
        'There is already a server called “%1”. Give this one another name.',
        clash.setting.name
      )) ||
    (auth === 'headers' &&
      (headers.length === 0
        ? trans.__('Enter the name of a header.')
        : wrong && trans.__('“%1” cannot be the name of a header.', wrong)));
  if (problem) {
    throw new Error(problem);
  }
  const before = list.find(({ setting }) => setting.name === of)?.setting;
  return {
    ...(before ?? { enabled: true, timeout: DEFAULT_SERVER_TIMEOUT }),
    name,
    url,
    auth,
    headers: auth === 'headers' ? headers : [],
    clientId: (auth === 'oauth' && clientId.trim()) || undefined
  };
}

/**
 * What only the person can correct; everything else is found by the server or
 * the test.
 */
function addressProblem(url: string, trans: ITranslator): string | null {
  // A link reads any address without throwing.
  const { protocol, username, password } = Object.assign(
    document.createElement('a'),
    { href: url }
  );
  if (!/^(\/|https?:)/i.test(url) || protocol === ':') {
    return trans.__(
      'Enter the server’s address. It begins with https:// or http://, or with / for one behind Jupyter, like /proxy/8000/mcp.'
    );
  }
  // Settings are no place for a secret.
  return username || password
    ? trans.__(
        'The address contains a user name or a password. Take it out, and enter the key below.'
      )
    : null;
}

/** Names that lead to the same tool names count as the same. */
function plainName(name: string): string {
  return name
    .replace(/[^a-zA-Z0-9-]+/g, '_')
    .replace(/^_|_$/g, '')
    .toLowerCase();
}

/** "3 tools, 1 resource". */
export function countsText(
  { tools, resources, prompts }: IMcpServer['counts'],
  trans: ITranslator
): string {
  return [
    trans._n('%1 tool', '%1 tools', tools),
    resources > 0 && trans._n('%1 resource', '%1 resources', resources),
    prompts > 0 && trans._n('%1 prompt', '%1 prompts', prompts)
  ]
    .filter(Boolean)
    .join(', ');
}
