import type { IMemories, IPreferences } from '../../contract';
import { denyList } from '../../engine/privacy/deny-list';
import { Memory, openMemoryDatabase } from '../../memory';
import type { TextVectors } from '../../search';

/** The most hits of a person's search; nobody looks through more. */
const MAX_FOUND = 200;

/** What was learned about this person on this server. */
export interface IOpenMemories {
  memory: Memory;
  port: IMemories;
}

/**
 * Opens the memories. If nothing can be stored, the work continues without
 * them.
 *
 * @param owner the server's base URL and the user's name.
 * @param vectors finds memories by meaning too.
 */
export async function openMemories(
  owner: readonly string[],
  preferences: Pick<IPreferences, 'current' | 'setMemory'>,
  vectors?: TextVectors
): Promise<IOpenMemories | null> {
  try {
    const memory = new Memory({
      db: await openMemoryDatabase(owner),
      settings: () => preferences.current.memory,
      privacy: {
        isDenied: path => denyList(preferences.current.privacy.deny)(path)
      },
      ...(vectors && { vectors })
    });
    return { memory, port: learnedMemories(memory, preferences) };
  } catch (error) {
    console.warn('Cellwright: nothing can be learned in this browser', error);
    return null;
  }
}

/**
 * The memories, as shown to the person they belong to. Which kinds are off is a
 * setting.
 */
export function learnedMemories(
  memory: Memory,
  preferences: Pick<IPreferences, 'current' | 'setMemory'>
): IMemories {
  const kindsOff = () => preferences.current.memory.off;
  return {
    list: async kind => {
      // What a plan that has just ended taught is there at once.
      await memory.settled();
      return memory.list(kind);
    },
    search: async (kind, query) => {
      const found = await memory.store.search(kind, query, MAX_FOUND);
      return found.map(({ entry }) => entry);
    },
    edit: (kind, key, edit) => memory.edit(kind, key, edit),
    forget: (kind, key) => memory.forget(kind, key),
    forgetAll: () => memory.forgetAll(),
    isOn: () => preferences.current.memory.on,
    setOn: on => preferences.setMemory({ on }),
    kindsOff,
    setKind: (kind, on) => {
      const off = kindsOff().filter(each => each !== kind);
      return preferences.setMemory({ off: on ? off : [...off, kind] });
    },
    export: () => memory.exportAll(),
    import: text => memory.importAll(text)
  };
}
