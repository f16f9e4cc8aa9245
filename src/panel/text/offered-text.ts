import type { ITranslator } from '../../contract';
import type { IMentionState } from '../state/mention-at';

/** How many items a list offers, for screen readers. */
export function offeredText(
  sign: IMentionState['sign'],
  count: number,
  trans: ITranslator
): string {
  return sign === '/'
    ? trans._n(
        '%1 command, skill or prompt. Use the arrows to choose.',
        '%1 commands, skills and prompts. Use the arrows to choose.',
        count
      )
    : trans._n(
        '%1 thing to attach. Use the arrows to choose.',
        '%1 things to attach. Use the arrows to choose.',
        count
      );
}
