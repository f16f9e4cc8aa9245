import { ENGLISH } from '../../contract';
import { MemoryRows } from '../database/memory-rows';
import { storeIn } from '../open-thread-store';

/** All stores but the checkpoints, in memory, as in a private window. */
export function memoryStores() {
  const problems = { trans: ENGLISH, onProblem: (): void => undefined };
  return storeIn(new MemoryRows(), problems, 'Nothing is kept here.');
}
