import type { IAttachment, IWorkspace } from '../../contract';
import { endsWithin } from '../../contract/util/ends-within';

/** How many names are looked up, and how many variables are attached. */
const MAX_LOOKED_UP = 8;
const MAX_SENT = 4;

/** ms; the kernel may be busy, and the person is waiting. */
const PATIENCE = 1_500;

/**
 * Variables that a failing cell uses, those named in its error first. A kernel
 * that does not answer in time adds none; the agent can still look them up.
 */
export async function involvedVariables(
  workspace: Pick<IWorkspace, 'variables'>,
  source: string,
  error: string
): Promise<IAttachment[]> {
  const names = namesIn(source, error).slice(0, MAX_LOOKED_UP);
  // At once, since each of them waits for a busy kernel.
  const known = Promise.all(
    names.map(async name => {
      const mentions = await workspace.variables(name);
      return mentions
        .map(({ attachment }) => attachment)
        .find(each => each.kind === 'variable' && each.name === name);
    })
  ).then(found => found.filter(each => each !== undefined).slice(0, MAX_SENT));
  try {
    return (await endsWithin(known, PATIENCE)) ? await known : [];
  } catch (reason) {
    console.warn('Cellwright: the variables were not looked up', reason);
    return [];
  }
}

/** Names in the code, without attributes and anything in quotes. */
function namesIn(source: string, error: string): string[] {
  const bare = source
    .replace(/#.*/g, '')
    .replace(/(["'])(?:\\.|(?!\1)[^\\\n])*\1/g, '');
  const names = new Set(
    Array.from(
      bare.matchAll(/(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*/gu),
      ([name]) => name
    )
  );
  const named = (name: string): number => (error.includes(name) ? 0 : 1);
  return [...names].sort((one, other) => named(one) - named(other));
}
