import type { IReportSection } from '../../../../contract';
import { visibleText } from '../../../render/visible-text';
import { usePanel } from '../../common/panel-context';
import { RowGrip } from '../../plan/row-grip';
import { useMovableRow } from '../../plan/use-movable-row';
import { ControlButton } from '../control-button';

/** A section of a report's plan, editable in place like a step of a plan. */
export function SectionRow({
  sections,
  at,
  searches,
  disabled,
  onChange,
  onMove,
  onRemove
}: {
  sections: readonly IReportSection[];
  at: number;
  /** Whether evidence is searched for. */
  searches: boolean;
  disabled: boolean;
  onChange(part: Partial<IReportSection>): void;
  /** @param focus name of the control that moved it; null if it was dragged. */
  onMove(id: string, to: number, focus: string | null): void;
  onRemove(): void;
}) {
  const { trans } = usePanel().services;
  const { id, title, answers, search, on } = sections[at];
  const named = visibleText(title) || trans.__('section %1', at + 1);
  const { over, row, grip } = useMovableRow({
    ids: sections.map(each => each.id),
    at,
    name: title,
    disabled,
    onMove: to => onMove(id, to, 'grip'),
    onDrop: other => onMove(other, at, null),
    onRemove
  });
  const shift = (by: -1 | 1) => {
    const to = at + by;
    // At the end of the list this direction's button is disabled and cannot
    // take focus.
    const way = to + by >= 0 && to + by < sections.length ? by : -by;
    onMove(id, to, way < 0 ? 'up' : 'down');
  };
  return (
    <li
      data-section={id}
      className={(on ? '' : 'jp-mod-off') + (over ? ' jp-mod-over' : '')}
      {...row}
    >
      <div className="jp-Cellwright-sectionHead">
        <RowGrip
          grip={grip}
          label={trans.__(
            'Move section %1, “%2”, with the arrow keys',
            at + 1,
            named
          )}
        />
        <input
          type="checkbox"
          aria-label={trans.__('Write “%1”', named)}
          title={trans.__('Write this section')}
          checked={on}
          disabled={disabled}
          onChange={event => onChange({ on: event.target.checked })}
        />
        <input
          type="text"
          data-control="title"
          className="jp-Cellwright-input"
          aria-label={trans.__('Title of section %1', at + 1)}
          placeholder={trans.__('Title')}
          maxLength={200}
          value={title}
          disabled={disabled}
          onChange={event => onChange({ title: event.target.value })}
        />
        <ControlButton
          control="up"
          sign="↑"
          label={trans.__('Move “%1” up', named)}
          disabled={disabled || at === 0}
          onPress={() => shift(-1)}
        />
        <ControlButton
          control="down"
          sign="↓"
          label={trans.__('Move “%1” down', named)}
          disabled={disabled || at === sections.length - 1}
          onPress={() => shift(1)}
        />
        <ControlButton
          control="remove"
          sign="×"
          label={trans.__('Remove “%1”', named)}
          disabled={disabled}
          onPress={onRemove}
        />
      </div>
      <textarea
        className="jp-Cellwright-input"
        aria-label={trans.__('What “%1” must answer', named)}
        placeholder={trans.__('What it must answer')}
        rows={2}
        maxLength={2000}
        value={answers}
        disabled={disabled}
        onChange={event => onChange({ answers: event.target.value })}
      />
      {searches ? (
        <input
          type="text"
          className="jp-Cellwright-input"
          aria-label={trans.__('Words to search for “%1” with', named)}
          placeholder={trans.__('Words to search for, separated by commas')}
          maxLength={1600}
          // Kept exactly as typed; empty entries are left out when it is sent.
          value={search.join(',')}
          disabled={disabled}
          onChange={event =>
            onChange({ search: event.target.value.split(',') })
          }
        />
      ) : null}
    </li>
  );
}
