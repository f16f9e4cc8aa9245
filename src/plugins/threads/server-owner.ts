import type { ServiceManager, User } from '@jupyterlab/services';

import type { Former } from '../../storage/threads/former-databases';
import { isInTime } from '../../contract/util/is-in-time';

/** Whose things these are, the same in each page and after each log-in. */
export interface IServerOwner {
  /** This person on this server: their keys. */
  person: string[];
  /** The same in the folder the server was started in: their conversations. */
  folder: string[];
  /** Whether what lies under the name of an earlier version is theirs. */
  formerOf(owner: readonly string[]): Former;
  /** Names of earlier versions, where they cannot be listed. */
  guesses: string[][];
}

/** What a server says in its pages. */
export interface IServerPage {
  /** Empty for what is not there. */
  option(name: string): string;
  /** Names of the folder it was started in; the first one counts. */
  roots: readonly string[];
}

type Services = Pick<ServiceManager.IManager, 'serverSettings' | 'user'>;

/**
 * Finds it out. The name of the user is taken only where the server really names
 * its users: else it is made up for a login cookie, and another one after the
 * next log-in.
 */
export async function serverOwner(
  services: Services,
  page: IServerPage
): Promise<IServerOwner> {
  const { serverSettings, user } = services;
  // JupyterLab waits for ever where a server has no word on its users.
  await isInTime(user.ready, LATE);
  const { baseUrl } = serverSettings;
  const { identity, permissions } = user;
  // And not by its address, which anybody may give a server of one person.
  const isHub = HUB.some(option => page.option(option) !== '');
  const username = identity?.username || page.option('hubUser');
  const isNamed =
    isHub || (identity !== null && isNaming(identity, permissions));
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
 * Whether the names that a server gives its users are theirs. Jupyter Server's
 * own way of logging in makes one up: 32 hexadecimal digits, called "Anonymous"
 * and a moon of Jupiter, which people may change into what they like.
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

/** Whether a name is none that anybody would be called by. */
function isMadeUp(username = ''): boolean {
  return ['', 'anonymous'].includes(username) || RANDOM.test(username);
}

/** A UUID of version 4, with dashes or without. */
const RANDOM =
  /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/;

/** What the pages of a hub's servers say, and no others. */
const HUB = ['hubPrefix', 'hubUser'];

/** ms from which the server is not waited for. */
const LATE = 10_000;
