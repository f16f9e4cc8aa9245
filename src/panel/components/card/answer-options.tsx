import { useEffect, useRef } from 'react';

import { NO_ANSWER } from '../../actions/decisions';
import type { IAnswerDraft } from '../../state/panel-state';
import { visibleProse } from '../../render/visible-text';
import { usePanel, usePanelState } from '../common/panel-context';

/** A choice of one or several options, and own words where they are allowed. */
export function AnswerOptions({
  id,
  label,
  options,
  multiple,
  other,
  disabled,
  onAnswer
}: {
  /** Id of the call or question; the draft of the answer is stored under it. */
  id: string;
  label: string;
  options: readonly { value: string; label: string; detail?: string }[];
  multiple: boolean;
  /** Whether an answer in own words is allowed. */
  other: boolean;
  disabled: boolean;
  onAnswer(answer: IAnswerDraft): void;
}) {
  const { trans } = usePanel().services;
  const answer = usePanelState(state => state.answers[id]) ?? NO_ANSWER;
  const set = (change: Partial<IAnswerDraft>) =>
    onAnswer({ ...answer, ...change });
  const type = multiple ? 'checkbox' : 'radio';
  const toggle = (value: string, on: boolean) =>
    multiple
      ? set({
          chosen: on
            ? [...answer.chosen, value]
            : answer.chosen.filter(one => one !== value)
        })
      : set({ chosen: [value], other: null });
  const asked = options.length > 0;
  return (
    <fieldset
      className="jp-Cellwright-answers"
      aria-label={visibleProse(label)}
      disabled={disabled}
    >
      {options.map((option, index) => (
        <label key={index}>
          <input
            type={type}
            name={`answer-${id}`}
            checked={answer.chosen.includes(option.value)}
            onChange={event => toggle(option.value, event.target.checked)}
          />
          <span>
            {visibleProse(option.label)}
            {option.detail ? (
              <span className="jp-Cellwright-menuHint">
                {visibleProse(option.detail)}
              </span>
            ) : null}
          </span>
        </label>
      ))}
      {other && asked ? (
        <label>
          <input
            type={type}
            name={`answer-${id}`}
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
      {other && (!asked || answer.other !== null) ? (
        <OwnWords
          text={answer.other ?? ''}
          asked={asked}
          onChange={words => set({ other: words })}
        />
      ) : null}
    </fieldset>
  );
}

/** An answer other than the ones offered. */
function OwnWords({
  text,
  asked,
  onChange
}: {
  text: string;
  /** Whether the person has just asked for the field. */
  asked: boolean;
  onChange(text: string): void;
}) {
  const { trans } = usePanel().services;
  const field = useRef<HTMLTextAreaElement>(null);
  const empty = useRef(text === '');
  useEffect(() => {
    // A panel that was moved is mounted with the field open, and must not take
    // focus.
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
