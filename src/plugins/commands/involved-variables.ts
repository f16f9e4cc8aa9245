import type { IAttachment, IWorkspace } from '../../contract';
import { isInTime } from '../../contract/util/is-in-time';

/** How many names are looked up, and how many variables are attached. */
const MOST_LOOKED_UP = 8;
const MOST_SENT = 4;

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
  const known = (async () => {
    const found: IAttachment[] = [];
    for (const name of namesIn(source, error).slice(0, MOST_LOOKED_UP)) {
      const mentions = await workspace.variables(name);
      const mention = mentions.find(
        ({ attachment }) =>
          attachment.kind === 'variable' && attachment.name === name
      );
      if (mention && found.push(mention.attachment) === MOST_SENT) {
        break;
      }
    }
    return found;
  })();
  try {
    return (await isInTime(known, PATIENCE)) ? await known : [];
  } catch (reason) {
    console.warn('Cellwright: the variables were not looked up', reason);
    return [];
  }
}

/** Names in the code, without attributes and anything in quotes. */
function namesIn(source: string, error: string): string[] {
  const bare = source
    .replace(/#.*$/gm, '')
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
