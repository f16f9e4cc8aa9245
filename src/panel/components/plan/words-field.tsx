import { usePanel } from '../common/panel-context';
import { Unfolding } from '../common/unfolding';

/** A line that opens to a field for what should be different, in words. */
export function WordsField({
  label,
  text,
  disabled,
  onChange
}: {
  label: string;
  text: string;
  disabled: boolean;
  onChange(text: string): void;
}) {
  const { trans } = usePanel().services;
  return (
    <div className="jp-Cellwright-planWords">
      <Unfolding label={trans.__('%1…', label)} open={text !== ''}>
        <textarea
          className="jp-Cellwright-input"
          autoFocus={text === ''}
          rows={2}
          maxLength={4000}
          aria-label={label}
          disabled={disabled}
          placeholder={trans.__('In your own words')}
          value={text}
          onChange={event => onChange(event.target.value)}
        />
      </Unfolding>
    </div>
  );
}
