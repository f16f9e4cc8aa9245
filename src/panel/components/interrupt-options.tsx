import type { PendingInterrupt } from '../../contract';
import { NO_ANSWER } from '../decisions';
import type { IAnswerDraft } from '../panel-state';
import { visibleText } from '../visible-text';
import { OwnWords } from './own-words';
import { usePanel, usePanelState } from './panel-context';

/** One or several of a list, and the person's own words where they may. */
export function InterruptOptions({
  interrupt,
  disabled
}: {
  interrupt: PendingInterrupt & { kind: 'option' };
  disabled: boolean;
}) {
  const { answers, services } = usePanel();
  const { trans } = services;
  const { interrupt_id: id, options, multiple, title } = interrupt;
  const answer = usePanelState(state => state.answers[id]) ?? NO_ANSWER;
  const set = (change: Partial<IAnswerDraft>) =>
    answers.setAnswer(id, { ...answer, ...change });
  const type = multiple ? 'checkbox' : 'radio';
  const toggle = (value: string, on: boolean) =>
    multiple
      ? set({
          chosen: on
            ? [...answer.chosen, value]
            : answer.chosen.filter(one => one !== value)
        })
      : set({ chosen: [value], other: null });
  return (
    <fieldset
      className="jp-Cellwright-answers"
      aria-label={visibleText(title)}
      disabled={disabled}
    >
      {options.map(({ value, label, detail }) => (
        <label key={value}>
          <input
            type={type}
            name={`answer-${id}`}
            checked={answer.chosen.includes(value)}
            onChange={event => toggle(value, event.target.checked)}
          />
          <span>
            {visibleText(label)}
            {detail ? (
              <span className="jp-Cellwright-menuHint">
                {visibleText(detail)}
              </span>
            ) : null}
          </span>
        </label>
      ))}
      {interrupt.other ? (
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
      {answer.other !== null ? (
        <OwnWords
          text={answer.other}
          asked={true}
          onChange={other => set({ other })}
        />
      ) : null}
    </fieldset>
  );
}
