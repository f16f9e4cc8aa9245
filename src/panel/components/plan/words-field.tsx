import { usePanel } from '../common/panel-context';
import { useFieldId } from '../common/use-field-id';

/** A field for the person to say in words what should be different. */
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
  const id = useFieldId();
  return (
    <div className="jp-Cellwright-planWords">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="jp-Cellwright-input"
        rows={2}
        maxLength={4000}
        disabled={disabled}
        placeholder={trans.__('In your own words')}
        value={text}
        onChange={event => onChange(event.target.value)}
      />
    </div>
  );
}
