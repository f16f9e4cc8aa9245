import type {
  IClarifyingQuestion,
  IPastClarification,
  OpenQuestion
} from '../../../contract';
import type { IInterruptItem } from '../../state/thread-items';
import { visibleProse } from '../../render/visible-text';
import { InterruptFrame } from '../card/interrupt-frame';
import { usePanel, usePanelState } from '../common/panel-context';
import { answersOf } from '../../actions/interrupt-answers';
import { AnswerButton } from './answer-button';

/** Questions about the task, asked before there is a plan. */
export function ClarificationCard({
  item,
  interrupt
}: {
  item: IInterruptItem;
  interrupt: OpenQuestion & { kind: 'clarification' };
}) {
  const store = usePanel();
  const answers = answersOf(store);
  const { trans } = store.services;
  const { id } = item;
  const { questions, assumptions, past } = interrupt;
  const kept = usePanelState(state => state.forms[id]);
  const given = clarifyingAnswers(questions, kept);
  const hasAnswer = Object.keys(given).length > 0;
  const send = (event: Event) =>
    hasAnswer &&
    answers.answer(id, { action: 'answer', answers: given }, event);
  return (
    <InterruptFrame
      item={item}
      tag={trans.__('%1% clear', Math.round(100 * interrupt.clarity))}
      onConfirm={send}
      actions={(sent, answer) => (
        <div className="jp-Cellwright-actions jp-mod-wrap">
          <AnswerButton
            label={trans.__('Answer')}
            first={true}
            disabled={sent || !hasAnswer}
            onPress={event => answer(() => send(event))}
          />
          <AnswerButton
            label={trans.__('Skip the questions')}
            disabled={sent}
            onPress={event =>
              answer(() => answers.answer(id, { action: 'proceed' }, event))
            }
          />
          {past.map(each => (
            <AnswerButton
              key={each.key}
              label={trans.__('Same as last time')}
              name={trans.__('Same as last time: “%1”', answersText(each))}
              disabled={sent}
              onPress={event =>
                answer(() =>
                  answers.answer(
                    id,
                    { action: 'reuse', memory: each.key },
                    event
                  )
                )
              }
            />
          ))}
        </div>
      )}
    >
      {sent => (
        <>
          <p className="jp-Cellwright-why">
            {trans.__(
              'Your task, as the model understands it so far: “%1”',
              visibleProse(interrupt.task)
            )}
          </p>
          {questions.map(question => (
            <ClarifyingQuestion
              key={question.id}
              of={id}
              question={question}
              draft={clarifyingDraftOf(question, kept)}
              disabled={sent}
              onChange={draft =>
                answers.setForm(id, { ...kept, [question.id]: draft })
              }
            />
          ))}
          {assumptions.length > 0 ? (
            <div className="jp-Cellwright-planNote">
              {trans.__('Without an answer, this is assumed:')}
              <ul>
                {assumptions.map((each, index) => (
                  <li key={index}>{visibleProse(each)}</li>
                ))}
              </ul>
            </div>
          ) : null}
          {past.map(each => (
            <div key={each.key} className="jp-Cellwright-planNote">
              {trans.__(
                'Last time, for “%1”: “%2”',
                visibleProse(each.task),
                answersText(each)
              )}
            </div>
          ))}
        </>
      )}
    </InterruptFrame>
  );
}

function answersText({ answers }: IPastClarification): string {
  return answers.map(({ answer }) => visibleProse(answer)).join('; ');
}

/**
 * A question about the task, with choices drawn from the notebook, or own
 * words.
 */
function ClarifyingQuestion({
  of,
  question,
  draft,
  disabled,
  onChange
}: {
  /** Id of the card that it is on. */
  of: string;
  question: IClarifyingQuestion;
  draft: IClarifyingDraft;
  disabled: boolean;
  onChange(draft: IClarifyingDraft): void;
}) {
  const { trans } = usePanel().services;
  const { id, choices } = question;
  const asked = visibleProse(question.question);
  const hasChoices = choices.length > 0;
  return (
    <fieldset className="jp-Cellwright-answers" disabled={disabled}>
      <legend>{asked}</legend>
      {choices.map((choice, index) => (
        <label key={index}>
          <input
            type="radio"
            name={`clarify-${of}-${id}`}
            checked={!draft.own && draft.text === choice}
            onChange={() => onChange({ text: choice, own: false })}
          />
          <span>
            {visibleProse(choice)}
            {choice === question.default ? (
              <span className="jp-Cellwright-menuHint">
                {trans.__('suggested')}
              </span>
            ) : null}
          </span>
        </label>
      ))}
      {hasChoices ? (
        <label>
          <input
            type="radio"
            name={`clarify-${of}-${id}`}
            checked={draft.own}
            onChange={() => onChange({ text: '', own: true })}
          />
          <span>{trans.__('Something else')}</span>
        </label>
      ) : null}
      {draft.own || !hasChoices ? (
        <textarea
          className="jp-Cellwright-input"
          rows={2}
          maxLength={2000}
          aria-label={trans.__('Your answer: “%1”', asked)}
          placeholder={trans.__('In your own words')}
          value={draft.text}
          onChange={event => onChange({ text: event.target.value, own: true })}
        />
      ) : null}
    </fieldset>
  );
}

/** The draft of an answer to one question. */
interface IClarifyingDraft {
  text: string;
  /** Whether it is in the person's own words instead of one of the choices. */
  own: boolean;
}

/** @param kept the draft so far, as it was read from storage. */
function clarifyingDraftOf(
  { id, choices, default: usual }: IClarifyingQuestion,
  kept: Record<string, unknown> | undefined
): IClarifyingDraft {
  const draft = kept?.[id] as Partial<IClarifyingDraft> | undefined;
  return typeof draft?.text === 'string'
    ? { text: draft.text, own: draft.own === true }
    : { text: usual, own: !choices.includes(usual) && usual !== '' };
}

/** The answers by question; questions without an answer are left out. */
function clarifyingAnswers(
  questions: readonly IClarifyingQuestion[],
  kept: Record<string, unknown> | undefined
): Record<string, string> {
  return Object.fromEntries(
    questions
      .map(
        question =>
          [question.id, clarifyingDraftOf(question, kept).text.trim()] as const
      )
      .filter(([, text]) => text !== '')
  );
}
