import type { IAgentMemory } from '../run-context/agent-memory';
import type { IRunOptions } from '../run-context/run-options';

/** What each thread was told of; a thread's memory stands for it. */
const told = new WeakMap<IAgentMemory, Set<string>>();

/**
 * Says once in a thread what goes along from the folders of the notebook, and
 * what does not.
 *
 * @param names nothing is said where there are none.
 */
export function tellOnce(
  { memory, tell }: Pick<IRunOptions, 'memory' | 'tell'>,
  names: readonly string[],
  say: (list: string) => string
): void {
  const before = told.get(memory) ?? new Set();
  const text = say(names.join(', '));
  if (names.length === 0 || before.has(text)) {
    return;
  }
  told.set(memory, before.add(text));
  tell({ type: 'notice', code: 'instructions', text });
}
