import type { IAgentMemory } from '../run/agent-memory';
import type { IRunOptions } from '../run/run-context';

/** What was announced in each thread, by the thread's memory. */
const reported = new WeakMap<IAgentMemory, Set<string>>();

/**
 * Announces something once per thread: which files from the notebook's folders
 * are sent along, and which are not; which model sees no pictures.
 *
 * @param names if empty, nothing is announced.
 */
export function tellOnce(
  { memory, tell }: Pick<IRunOptions, 'memory' | 'tell'>,
  names: readonly string[],
  say: (list: string) => string,
  code: 'instructions' | 'plots-unseen' = 'instructions'
): void {
  const before = reported.get(memory) ?? new Set();
  const text = say(names.join(', '));
  if (names.length === 0 || before.has(text)) {
    return;
  }
  reported.set(memory, before.add(text));
  tell({ type: 'notice', code, text });
}
