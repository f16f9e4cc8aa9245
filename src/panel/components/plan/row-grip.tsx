import { usePanel } from '../common/panel-context';
import type { IMovableRow } from './use-movable-row';

/** The handle by which a row is dragged, or moved with the arrow keys. */
export function RowGrip({
  grip,
  label
}: {
  grip: IMovableRow['grip'];
  label: string;
}) {
  const { trans } = usePanel().services;
  return (
    <button
      type="button"
      className="jp-Cellwright-stepGrip"
      data-control="grip"
      aria-label={label}
      title={trans.__('Drag, or move with the arrow keys')}
      {...grip}
    >
      <span aria-hidden="true">⋮⋮</span>
    </button>
  );
}
