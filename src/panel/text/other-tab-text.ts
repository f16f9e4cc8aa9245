import type { ITranslator } from '../../contract';

/** Who works on the conversation, where it is not this tab. */
export function otherTabText(
  { free }: { free?: boolean },
  trans: ITranslator
): string {
  return free
    ? trans.__('The tab that was working on this is gone.')
    : trans.__('Another tab is working on this conversation.');
}
