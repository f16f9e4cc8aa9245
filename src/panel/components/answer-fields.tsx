import type { CardBody, IReviewCard } from '../../contract';
import { NO_ANSWER } from '../decisions';
import type { IAnswerDraft } from '../panel-state';
import { visibleText } from '../visible-text';
import { OwnWords } from './own-words';
import { usePanel, usePanelState } from './panel-context';

/** What can be answered: the options, and the person's own words. */
export function AnswerFields({
  card,
  question,
  disabled
}: {
  card: IReviewCard;
  question: CardBody & { kind: 'question' };
  disabled: boolean;
}) {
  const { decisions, services } = usePanel();
  const { trans } = services;
  const { callId } = card;
  const answer = usePanelState(state => state.answers[callId]) ?? NO_ANSWER;
  const { options, multiple } = question;
  const set = (change: Partial<IAnswerDraft>) =>
    decisions.setAnswer(callId, { ...answer, ...change });
  const type = multiple ? 'checkbox' : 'radio';
  const toggle = (option: string, on: boolean) =>
    multiple
      ? set({
          chosen: on
            ? [...answer.chosen, option]
            : answer.chosen.filter(one => one !== option)
        })
      : set({ chosen: [option], other: null });
  return (
    <fieldset
      className="jp-Cellwright-answers"
      aria-label={visibleText(question.question)}
      disabled={disabled}
    >
      {options.map((option, index) => (
        <label key={index}>
          <input
            type={type}
            name={`answer-${callId}`}
            checked={answer.chosen.includes(option)}
            onChange={event => toggle(option, event.target.checked)}
          />
          <span>{visibleText(option)}</span>
        </label>
      ))}
      {options.length > 0 ? (
        <label>
          <input
            type={type}
            name={`answer-${callId}`}
            checked={answer.other !== null}
            onChange={event =>
              set({
                other: event.target.checked ? (answer.other ?? '') : null,
                ...(multiple ? {} : { chosen: [] })
              })
            }
          />
          <span>{trans.__('Something else')}</span>
        </label>
      ) : null}
      {options.length === 0 || answer.other !== null ? (
        <OwnWords
          text={answer.other ?? ''}
          asked={options.length > 0}
          onChange={other => set({ other })}
        />
      ) : null}
    </fieldset>
  );
}
