import type { OpenQuestion, PlanInterruptAnswer } from '../../../contract';
import { visibleText } from '../../render/visible-text';
import { usePanel } from '../common/panel-context';

/** The full answer to a card of a plan. */
export function PlanAnswerDetails({
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
              {visibleText(question)} {visibleText(answer.answers[id])}
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
