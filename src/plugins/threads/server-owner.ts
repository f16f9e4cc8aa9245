import type { ServiceManager, User } from '@jupyterlab/services';

import type { Former } from '../../storage/threads/former-databases';
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
  /** Whether data stored under a name of an earlier version belongs to them. */
  formerOf(owner: readonly string[]): Former;
  /**
   * Names used by earlier versions, for browsers that cannot list databases.
   */
  guesses: string[][];
}

/** What a server says in its pages. */
export interface IServerPage {
  /** Empty if it is not set. */
  option(name: string): string;
  /** Names of the folder that it was started in; the first one counts. */
  roots: readonly string[];
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
  const { roots } = page;
  const [root = ''] = roots;
  return {
    person: [baseUrl, name],
    folder: [baseUrl, name, root],
    formerOf: owner => {
      const [url, formerName, formerRoot] = owner;
      const isTheirs =
        url === baseUrl &&
        (formerName === name || (!isNamed && isMadeUp(formerName))) &&
        (owner.length === 2 || owner.length === 3);
      if (!isTheirs) {
        return 'other';
      }
      if (formerRoot) {
        return roots.includes(formerRoot) ? 'same' : 'other';
      }
      // A hub gives each server an address of its own.
      return isHub || root === '' ? 'same' : 'unsure';
    },
    guesses: [...new Set([username, name])].map(guess => [baseUrl, guess])
  };
}

/**
 * Whether the server has real names for its users. Jupyter Server's default
 * login generates one: 32 hexadecimal digits, displayed as "Anonymous" and a
 * moon of Jupiter, which people may change to anything.
 */
function isNaming(
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
