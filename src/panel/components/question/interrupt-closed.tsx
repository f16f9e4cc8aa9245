import type {
  InterruptAnswer,
  ITranslator,
  OpenQuestion,
  PlanInterruptAnswer
} from '../../../contract';
import type { IInterruptItem } from '../../state/thread-items';
import { visibleProse, visibleText } from '../../render/visible-text';
import { FoldingLine } from '../common/folding-line';
import { usePanel } from '../common/panel-context';

/** A closed question, as one line with the answer. */
export function InterruptClosed({ item }: { item: IInterruptItem }) {
  const { trans } = usePanel().services;
  const { interrupt, answer } = item;
  const answered =
    answer !== null &&
    !('cancelled' in answer) &&
    !('confirmed' in answer && !answer.confirmed);
  return (
    <FoldingLine
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
  const isOver = by === 'timeout';
  const words = answerWords(interrupt, answer, trans);
  if (words !== null) {
    const quoted = trans.__('“%1”', visibleProse(words));
    return isOver
      ? trans.__('%1 · the default, nobody answered in time', quoted)
      : quoted;
  }
  return isOver
    ? trans.__('· the default, nobody answered in time')
    : isOfPlan(interrupt, answer)
      ? planAnswerText(interrupt, answer, trans)
      : trans._n(
          '· %1 field filled in',
          '· %1 fields filled in',
          'values' in answer ? Object.keys(answer.values).length : 0
        );
}

/** What was pressed or chosen; null for a card of a plan, or a form. */
function answerWords(
  asked: OpenQuestion,
  answer: InterruptAnswer,
  trans: ITranslator
): string | null {
  if ('button' in answer) {
    const buttons = asked.kind === 'custom' ? asked.buttons : [];
    const pressed = buttons.find(({ name }) => name === answer.button);
    return pressed?.label ?? answer.button;
  }
  if ('confirmed' in answer) {
    const { yes, no } = asked.kind === 'confirm' ? asked : {};
    return answer.confirmed ? yes || trans.__('Yes') : no || trans.__('No');
  }
  if (!('chosen' in answer)) {
    return null;
  }
  const options = asked.kind === 'option' ? asked.options : [];
  const labels = answer.chosen.map(
    value => options.find(option => option.value === value)?.label ?? value
  );
  return [...labels, ...(answer.other ? [answer.other] : [])].join('; ');
}

/** How a card of a report ended; null for any other card. */
function reportOutcomeText(
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
    case 'save':
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
    case 'discard':
      return trans.__('· you discarded it');
    case 'reject':
      return trans.__('· you rejected it');
    default:
      return trans.__('· answered');
  }
}

/** The full answer to a card of a plan. */
function PlanAnswerDetails({
  interrupt,
  answer
}: {
  interrupt: OpenQuestion;
  answer: PlanInterruptAnswer;
}) {
  const { trans } = usePanel().services;
  if (answer.action === 'answer' && interrupt.kind === 'clarification') {
    return (
      <ul>
        {interrupt.questions
          .filter(({ id }) => id in answer.answers)
          .map(({ id, question }) => (
            <li key={id}>
              {visibleText(question)} → {visibleText(answer.answers[id])}
            </li>
          ))}
      </ul>
    );
  }
  if (interrupt.kind === 'plan') {
    const steps = answer.action === 'accept' ? answer.steps : interrupt.steps;
    return (
      <ol className="jp-Cellwright-planList">
        {steps.map(({ id, title, does, on }) => (
          <li key={id} className={on ? '' : 'jp-mod-off'}>
            {visibleText(title)}
            {on ? null : ` ${trans.__('(switched off)')}`}
            {does ? (
              <span className="jp-Cellwright-menuHint">
                {visibleText(does)}
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    );
  }
  if (interrupt.kind === 'failure') {
    return <p>{visibleText(interrupt.reason)}</p>;
  }
  return answer.action === 'edit' ? (
    <pre tabIndex={0} aria-label={trans.__('Arguments')}>
      {visibleText(JSON.stringify(answer.arguments, null, 2))}
    </pre>
  ) : null;
}

/** The answer to a card of a plan, shown after the card's title. */
function planAnswerText(
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
