import {
  DEFAULT_SERVER_TIMEOUT,
  type IMcpSecrets,
  type IMcpServers,
  type IMcpServerSetting,
  type IMcpService,
  type ITranslator,
  type McpAuth
} from '../../contract';

/** What the parts of the page of servers share. */
export interface IServersPage {
  service: IMcpService;
  /** The code that talks to servers, once it was needed. */
  servers: IMcpServers | null;
  load(): Promise<IMcpServers>;
  connect(server: string): Promise<void>;
  /** Changes a setting as it is by then. */
  replace(
    server: string,
    change: (setting: IMcpServerSetting) => IMcpServerSetting
  ): Promise<void>;
  /**
   * Does what a button is for, and shows why it failed.
   *
   * @param event that has to be the person's own: for whatever reaches a server
   * or allows more; else null.
   */
  attempt(act: () => Promise<unknown>, event: Event | null): void;
}

/** The content of the form of a server. Never a key. */
export interface IServerForm {
  /** Name of the server being edited; null for a new one. */
  of: string | null;
  name: string;
  url: string;
  auth: McpAuth;
  /** Names of headers; their values are only in the fields. */
  headers: string[];
  /** For `oauth`; empty where the server registers programs by itself. */
  clientId: string;
  /** Whether entered keys are stored on this device. */
  remember: boolean;
}

export const EMPTY_SERVER_FORM: IServerForm = {
  of: null,
  name: '',
  url: '',
  auth: 'none',
  headers: [''],
  clientId: '',
  remember: false
};

export function serverFormOf(setting: IMcpServerSetting): IServerForm {
  const { name, url, auth, headers, clientId = '' } = setting;
  return {
    ...EMPTY_SERVER_FORM,
    of: name,
    name,
    url,
    auth,
    headers: headers.length > 0 ? [...headers] : [''],
    clientId
  };
}

/**
 * The setting that a form represents.
 *
 * @returns a sentence instead if something in it cannot be used.
 */
export function settingIn(
  form: IServerForm,
  all: readonly IMcpServerSetting[],
  trans: ITranslator
): IMcpServerSetting | string {
  const name = form.name.trim();
  const url = form.url.trim();
  const problem = addressProblem(url, trans);
  if (problem !== null) {
    return problem;
  }
  if (name === '') {
    return trans.__(
      'Give the server a name. The names of its tools begin with it.'
    );
  }
  const clash = all.find(
    one => one.name !== form.of && plainName(one.name) === plainName(name)
  );
  if (clash) {
    return trans.__(
      'There is already a server called “%1”. Give this one another name.',
      clash.name
    );
  }
  const headers = form.headers.map(one => one.trim()).filter(one => one !== '');
  if (form.auth === 'headers' && headers.length === 0) {
    return trans.__('Enter the name of a header.');
  }
  const wrong = headers.find(header => !isHeaderName(header));
  if (form.auth === 'headers' && wrong !== undefined) {
    return trans.__('“%1” cannot be the name of a header.', wrong);
  }
  const before = all.find(one => one.name === form.of);
  return {
    ...(before ?? { enabled: true, timeout: DEFAULT_SERVER_TIMEOUT }),
    name,
    url,
    auth: form.auth,
    headers: form.auth === 'headers' ? headers : [],
    clientId: (form.auth === 'oauth' && form.clientId.trim()) || undefined
  };
}

/**
 * What only the person can correct; everything else is found by the server or
 * the test.
 */
function addressProblem(url: string, trans: ITranslator): string | null {
  const parsed = urlIn(url);
  if (!(parsed ? /^https?:$/.test(parsed.protocol) : url.startsWith('/'))) {
    return trans.__(
      'Enter the server’s address. It begins with https:// or http://, or with / for one behind Jupyter, like /proxy/8000/mcp.'
    );
  }
  // Settings are no place for a secret.
  return parsed && (parsed.username || parsed.password)
    ? trans.__(
        'The address contains a user name or a password. Take it out, and enter the key below.'
      )
    : null;
}

function urlIn(text: string): URL | null {
  try {
    return new URL(text);
  } catch (error) {
    console.debug('Cellwright: not an address by itself', error);
    return null;
  }
}

/** Names that lead to the same tool names count as the same. */
function plainName(name: string): string {
  return name
    .replace(/[^a-zA-Z0-9-]+/g, '_')
    .replace(/^_|_$/g, '')
    .toLowerCase();
}

function isHeaderName(name: string): boolean {
  try {
    new Headers({ [name]: '' });
    return true;
  } catch (error) {
    console.debug('Cellwright: not the name of a header', error);
    return false;
  }
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

/** Why something did not work, in a sentence. */
export function errorText(error: unknown, trans: ITranslator): string {
  return error instanceof Error && error.message !== ''
    ? error.message
    : trans.__('That did not work. Please try again.');
}
