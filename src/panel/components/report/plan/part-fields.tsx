import type { IReportPart } from '../../../../contract';
import { visibleText } from '../../../render/visible-text';
import { FILLED_LATER } from '../../../report/report-plan-draft';
import { usePanel } from '../../common/panel-context';
import { useFieldId } from '../../common/use-field-id';

/** The blanks of a template, each as a field of its type. */
export function PartFields({
  parts,
  values,
  disabled,
  onChange
}: {
  parts: readonly IReportPart[];
  values: Readonly<Record<string, string>>;
  disabled: boolean;
  onChange(values: Record<string, string>): void;
}) {
  const { trans } = usePanel().services;
  const asked = parts.filter(({ type }) => !FILLED_LATER.has(type));
  return asked.length === 0 ? null : (
    <fieldset className="jp-Cellwright-reportParts">
      <legend>{trans.__('For the template')}</legend>
      {asked.map(part => (
        <PartField
          key={part.name}
          part={part}
          value={values[part.name] ?? ''}
          disabled={disabled}
          onChange={value => onChange({ ...values, [part.name]: value })}
        />
      ))}
    </fieldset>
  );
}

function PartField({
  part: { label, name, type, required, choices },
  value,
  disabled,
  onChange
}: {
  part: IReportPart;
  value: string;
  disabled: boolean;
  onChange(value: string): void;
}) {
  const { trans } = usePanel().services;
  const id = useFieldId();
  const common = {
    id,
    disabled,
    value,
    className: 'jp-Cellwright-input'
  };
  const offered =
    type === 'yes-no' ? [trans.__('Yes'), trans.__('No')] : choices;
  const words = visibleText(label || name);
  return (
    <div className="jp-Cellwright-reportField">
      <label htmlFor={id}>
        {!required
          ? trans.__('%1 (optional)', words)
          : type === 'yes-no'
            ? words
            : trans.__('%1 (from the evidence, if you leave it empty)', words)}
      </label>
      {type === 'yes-no' || (type === 'choice' && choices.length > 0) ? (
        <select {...common} onChange={event => onChange(event.target.value)}>
          <option value="">{trans.__('Choose')}</option>
          {offered.map(choice => (
            <option key={choice} value={choice}>
              {visibleText(choice)}
            </option>
          ))}
        </select>
      ) : type === 'list' ? (
        <textarea
          {...common}
          rows={3}
          maxLength={4000}
          placeholder={trans.__('One per line')}
          onChange={event => onChange(event.target.value)}
        />
      ) : (
        <input
          {...common}
          type={type === 'number' || type === 'date' ? type : 'text'}
          {...(type === 'number' && { step: 'any' })}
          maxLength={4000}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </div>
  );
}
