import type { IClarifyingQuestion } from '../../../contract';
import type { IClarifyingDraft } from '../../state/clarifying-draft';
import { visibleProse } from '../../render/visible-text';
import { usePanel } from '../common/panel-context';

/**
 * A question about the task, with choices drawn from the notebook, or own
 * words.
 */
export function ClarifyingQuestion({
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
          aria-label={trans.__('Your answer: %1', asked)}
          placeholder={trans.__('In your own words')}
          value={draft.text}
          onChange={event => onChange({ text: event.target.value, own: true })}
        />
      ) : null}
    </fieldset>
  );
}
