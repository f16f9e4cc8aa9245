import { CardCode } from './card-code';
import { usePanel, usePanelState } from '../common/panel-context';
import { CellReference } from '../common/sentence';

/**
 * Cells shown at first; each has an editor, so the others appear on request.
 */
const CELLS_SHOWN = 6;

/** Cells as they are now, with their current labels. */
export function CardCells({
  id,
  path,
  mimeType,
  cells
}: {
  id: string;
  path: string;
  mimeType: string;
  cells: { id: string; source: string }[];
}) {
  const store = usePanel();
  const { trans } = store.services;
  const key = `cells-${id}`;
  const all = usePanelState(state => state.open[key] ?? false);
  const shown = all ? cells : cells.slice(0, CELLS_SHOWN);
  if (cells.length === 0) {
    return null;
  }
  return (
    <>
      <ol className="jp-Cellwright-cells" aria-label={trans.__('Cells')}>
        {shown.map(({ id: cellId, source }, index) => (
          <li key={`${index}-${cellId}`}>
            <CellReference path={path} cellId={cellId} />
            <CardCode
              id={`${id}-${index}-${cellId}`}
              mimeType={mimeType}
              label={trans.__('Cell %1 of %2', index + 1, cells.length)}
              before={null}
              text={source}
            />
          </li>
        ))}
      </ol>
      {cells.length > CELLS_SHOWN ? (
        <button
          type="button"
          className="jp-Cellwright-showAll"
          aria-expanded={all}
          onClick={() => store.setOpen(key, !all)}
        >
          {all
            ? trans.__('Show fewer cells')
            : trans.__('Show all %1 cells', cells.length)}
        </button>
      ) : null}
    </>
  );
}
