import type { ServiceManager, User } from '@jupyterlab/services';

import { endsWithin } from '../../contract/util/ends-within';

/**
 * The owner of stored data: the same in each page load and after each log-in.
 */
export interface IServerOwner {
  /** This person on this server; owns keys. */
  person: string[];
  /**
   * The same, in the folder that the server was started in; owns conversations.
   */
  folder: string[];
}

/** What a server says in its pages. */
export interface IServerPage {
  /** Empty if it is not set. */
  option(name: string): string;
  /** The folder that it was started in; empty if it does not say. */
  root: string;
}

type Services = Pick<ServiceManager.IManager, 'serverSettings' | 'user'>;

/**
 * Finds out the owner. The user's name is used only if the server has real
 * names for its users: otherwise it was generated for a login cookie, and
 * changes with the next log-in.
 */
export async function serverOwner(
  services: Services,
  page: IServerPage
): Promise<IServerOwner> {
  const { serverSettings, user } = services;
  // JupyterLab waits for ever if a server does not report its users.
  await endsWithin(user.ready, LATE);
  const { baseUrl } = serverSettings;
  const { identity, permissions } = user;
  // Not recognised by its address, since a single-user server can have any
  // address.
  const isHub = HUB.some(option => page.option(option) !== '');
  const username = identity?.username || page.option('hubUser');
  // JupyterLite has no identity at all: `undefined`, whatever the types say.
  const isNamed =
    isHub || (identity != null && isNaming(identity, permissions));
  const name = isNamed ? username : '';
  return {
    person: [baseUrl, name],
    folder: [baseUrl, name, page.root]
  };
}

/**
 * Whether the server has real names for its users. Jupyter Server's default
 * login generates one: 32 hexadecimal digits, displayed as "Anonymous" and a
 * moon of Jupiter, which people may change to anything.
 */
export function isNaming(
  { username, name }: User.IIdentity,
  permissions: object | null
): boolean {
  if (!isMadeUp(username)) {
    return true;
  }
  const { updatable_fields: fields } = (permissions ?? {}) as Record<
    string,
    unknown
  >;
  return (
    RANDOM.test(username) &&
    !name.startsWith('Anonymous ') &&
    Array.isArray(fields) &&
    !fields.includes('name')
  );
}

/** Whether a name is generated or a placeholder. */
function isMadeUp(username = ''): boolean {
  return ['', 'anonymous'].includes(username) || RANDOM.test(username);
}

/** A UUID of version 4, with or without dashes. */
const RANDOM =
  /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/;

/** Options that only the pages of a hub's servers have. */
const HUB = ['hubPrefix', 'hubUser'];

/** ms after which the server is no longer waited for. */
const LATE = 10_000;
