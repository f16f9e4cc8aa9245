import type { ITranslator } from '../../contract';

/** Which tab works on the conversation, if it is not this one. */
export function otherTabText(
  { free }: { free?: boolean },
  trans: ITranslator
): string {
  return free
    ? trans.__('The tab that was working on this is gone.')
    : trans.__('Another tab is working on this conversation.');
}
