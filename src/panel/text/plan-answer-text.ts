import type {
  ITranslator,
  OpenQuestion,
  PlanInterruptAnswer
} from '../../contract';

import { visibleProse } from '../render/visible-text';

/** The answer to a card of a plan, shown after the card's title. */
export function planAnswerText(
  interrupt: OpenQuestion,
  answer: PlanInterruptAnswer,
  trans: ITranslator
): string {
  switch (answer.action) {
    case 'answer':
      return trans.__(
        '“%1”',
        Object.values(answer.answers).map(visibleProse).join('; ')
      );
    case 'proceed':
      return trans.__('· you skipped the questions');
    case 'reuse':
      return trans.__('· same as last time');
    case 'accept': {
      const on = answer.steps.filter(step => step.on).length;
      return on === 0
        ? trans.__('· accepted with every step switched off')
        : trans._n('· accepted, %1 step', '· accepted, %1 steps', on);
    }
    case 'first':
      return trans.__('· you chose the first plan');
    case 'reject':
      return answer.reason
        ? trans.__('· rejected: “%1”', visibleProse(answer.reason))
        : trans.__('· rejected');
    case 'approve':
      return trans.__('· you let it run');
    case 'edit':
      return trans.__('· you changed its arguments');
    case 'skip':
      return trans.__('· you skipped it');
    case 'done':
      return trans.__('· you counted it as done');
    case 'again':
      return trans.__('· tried again');
    case 'stop':
      return trans.__('· you stopped the plan');
    case 'change': {
      const words = visibleProse(answer.words);
      return interrupt.kind === 'step'
        ? trans.__('· prepared again: “%1”', words)
        : trans.__('· planned again: “%1”', words);
    }
  }
}
