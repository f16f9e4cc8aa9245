import type {
  InterruptAnswer,
  ITranslator,
  OpenQuestion,
  PlanInterruptAnswer
} from '../../../contract';
import type { IInterruptItem } from '../../state/thread-items';
import { visibleProse, visibleText } from '../../render/visible-text';
import { reportOutcomeText } from '../../report/report-outcome-text';
import { FoldingLine } from '../common/folding-line';
import { planAnswerText } from '../../text/plan-answer-text';
import { PlanAnswerDetails } from '../plan/plan-answer-details';
import { usePanel } from '../common/panel-context';

/** A closed question, as one line with the answer. */
export function InterruptClosed({ item }: { item: IInterruptItem }) {
  const { trans } = usePanel().services;
  const { interrupt, answer } = item;
  const answered = answer !== null && !('cancelled' in answer);
  return (
    <FoldingLine
      id={`interrupt-${item.id}`}
      className="jp-mod-decided"
      glyph={answered ? 'answered' : 'stopped'}
      toggleName={open =>
        open ? trans.__('Hide the question') : trans.__('Show the question')
      }
      text={
        <>
          {visibleProse(interrupt.title)} {outcomeText(item, trans)}
        </>
      }
      details={() => (
        <>
          {interrupt.text ? <p>{visibleProse(interrupt.text)}</p> : null}
          {answer &&
          'values' in answer &&
          Object.keys(answer.values).length > 0 ? (
            <pre tabIndex={0} aria-label={trans.__('Answer')}>
              {visibleText(JSON.stringify(answer.values, null, 2))}
            </pre>
          ) : null}
          {answer && isOfPlan(interrupt, answer) ? (
            <PlanAnswerDetails interrupt={interrupt} answer={answer} />
          ) : null}
        </>
      )}
    />
  );
}

/**
 * Whether this answers a card of a plan. Cards of a report have words of their
 * own.
 */
function isOfPlan(
  { kind }: OpenQuestion,
  answer: InterruptAnswer
): answer is PlanInterruptAnswer {
  return (
    'action' in answer &&
    (kind === 'clarification' ||
      kind === 'plan' ||
      kind === 'step' ||
      kind === 'failure')
  );
}

function outcomeText(item: IInterruptItem, trans: ITranslator): string {
  const { interrupt, answer, by } = item;
  const report = reportOutcomeText(item, trans);
  if (report !== null) {
    return report;
  }
  if (!answer || 'cancelled' in answer) {
    return by === 'timeout'
      ? trans.__('· cancelled, nobody answered in time')
      : by === 'person'
        ? answer?.why === 'declined'
          ? trans.__('· you declined')
          : trans.__('· you skipped it')
        : trans.__('· not answered');
  }
  if (isOfPlan(interrupt, answer)) {
    return by === 'timeout'
      ? trans.__('· the default, nobody answered in time')
      : planAnswerText(interrupt, answer, trans);
  }
  if ('button' in answer) {
    const words = trans.__('“%1”', visibleProse(buttonText(interrupt)));
    return by === 'timeout'
      ? trans.__('%1 · the default, nobody answered in time', words)
      : words;
  }
  if ('values' in answer) {
    const filled = trans._n(
      '· %1 field filled in',
      '· %1 fields filled in',
      Object.keys(answer.values).length
    );
    return by === 'timeout'
      ? trans.__('· the default, nobody answered in time')
      : filled;
  }
  const words = trans.__('“%1”', visibleProse(answerText(interrupt)));
  return by === 'timeout'
    ? trans.__('%1 · the default, nobody answered in time', words)
    : words;

  function buttonText(asked: OpenQuestion): string {
    const pressed = answer && 'button' in answer ? answer.button : '';
    return asked.kind === 'custom'
      ? (asked.buttons.find(({ name }) => name === pressed)?.label ?? pressed)
      : pressed;
  }

  function answerText(asked: OpenQuestion): string {
    if (
      !answer ||
      'cancelled' in answer ||
      'values' in answer ||
      'action' in answer
    ) {
      return '';
    }
    if ('confirmed' in answer) {
      return answer.confirmed
        ? (asked.kind === 'confirm' && asked.yes) || trans.__('Yes')
        : (asked.kind === 'confirm' && asked.no) || trans.__('No');
    }
    const labels =
      asked.kind === 'option'
        ? answer.chosen.map(
            value =>
              asked.options.find(option => option.value === value)?.label ??
              value
          )
        : answer.chosen;
    return [...labels, ...(answer.other ? [answer.other] : [])].join('; ');
  }
}
