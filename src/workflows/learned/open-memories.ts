import type { IPreferences } from '../../contract';
import { whenIdle } from '../../contract/util/when-idle';
import { denyList } from '../../engine/privacy/deny-list';
import { Memory, openMemoryDatabase } from '../../memory';
import type { TextVectors } from '../../search';
import { LearnedMemories } from './learned-memories';

/** What was learned about this person on this server. */
export interface IOpenMemories {
  memory: Memory;
  port: LearnedMemories;
}

/**
 * Opens the memories, and processes observations that an earlier page left
 * behind. If nothing can be stored, the work continues without memories.
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
      later: whenIdle,
      ...(vectors && { vectors })
    });
    memory.resume();
    return { memory, port: new LearnedMemories(memory, preferences) };
  } catch (error) {
    console.warn('Cellwright: nothing can be learned in this browser', error);
    return null;
  }
}
