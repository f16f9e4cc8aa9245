import type { ITranslator } from '../../contract';

import { visibleText } from '../render/visible-text';
import type { IInterruptItem } from '../state/thread-items';

/** How a card of a report ended; null for any other card. */
export function reportOutcomeText(
  { interrupt: { kind }, answer, by }: IInterruptItem,
  trans: ITranslator
): string | null {
  if (kind !== 'report-plan' && kind !== 'evidence' && kind !== 'review') {
    return null;
  }
  if (by === 'timeout') {
    return trans.__(
      '· ended, nobody decided in time; what was gathered is kept'
    );
  }
  if (!answer || !('action' in answer)) {
    return trans.__('· not decided');
  }
  switch (answer.action) {
    case 'accept':
      return trans.__('· you agreed');
    case 'approve':
      return trans.__('· you approved it');
    case 'modify':
    case 'change':
      return answer.words
        ? trans.__('· you asked for changes: “%1”', visibleText(answer.words))
        : trans.__('· you changed it');
    case 'run':
      return trans.__('· you asked for cells to run again');
    case 'back':
      return trans.__('· sent back: “%1”', visibleText(answer.words));
    case 'save':
      return trans.__('· you approved it');
    case 'discard':
      return trans.__('· you discarded it');
    case 'reject':
      return trans.__('· you rejected it');
    default:
      return trans.__('· answered');
  }
}
