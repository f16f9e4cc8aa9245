import { useEffect, useRef } from 'react';

import type { CardBody, IReviewCard } from '../../contract';
import { NO_ANSWER } from '../decisions';
import type { IAnswerDraft } from '../panel-state';
import { visibleText } from '../visible-text';
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

function OwnWords({
  text,
  asked,
  onChange
}: {
  text: string;
  /** The person has just asked for the field. */
  asked: boolean;
  onChange(text: string): void;
}) {
  const { trans } = usePanel().services;
  const field = useRef<HTMLTextAreaElement>(null);
  const empty = useRef(text === '');
  useEffect(() => {
    // A panel that is moved comes back with its words, and must not take focus.
    if (asked && empty.current) {
      field.current?.focus();
    }
  }, [asked]);
  return (
    <textarea
      ref={field}
      className="jp-Cellwright-input"
      rows={2}
      aria-label={trans.__('Your answer')}
      placeholder={trans.__('In your own words')}
      value={text}
      onChange={event => onChange(event.target.value)}
    />
  );
}
