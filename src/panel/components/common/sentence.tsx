import { textParts } from '../../../contract';
import { visibleProse } from '../../render/visible-text';
import { usePanelNow } from './panel-context';

/**
 * A sentence whose cell marks are links, with the current labels of the cells.
 */
export function Sentence({
  text,
  path,
  linked = true
}: {
  text: string;
  path: string;
  /** False inside a button, which cannot contain another one. */
  linked?: boolean;
}) {
  return (
    <>
      {textParts(text).map((part, index) =>
        'text' in part ? (
          <span key={index}>{visibleProse(part.text)}</span>
        ) : (
          <CellReference
            key={index}
            path={path}
            cellId={part.cellId}
            as={part.label}
            linked={linked}
          />
        )
      )}
    </>
  );
}

/** A cell by its current label; a click scrolls the notebook to it. */
export function CellReference({
  path,
  cellId,
  as,
  linked = true
}: {
  path: string;
  cellId: string;
  /** Its label, if that does not follow the cell. */
  as?: string;
  linked?: boolean;
}) {
  const { store, trans } = usePanelNow();
  const now = store.cellLabel(path, cellId);
  const label = as ?? now;
  if (now === null || label === null) {
    return (
      <s className="jp-Cellwright-cellReference jp-mod-gone">
        {trans.__('deleted cell')}
      </s>
    );
  }
  if (!linked) {
    return <span className="jp-Cellwright-cellReference">{label}</span>;
  }
  return (
    <button
      type="button"
      className="jp-Cellwright-cellReference"
      aria-label={trans.__('Cell %1', label)}
      title={trans.__('Show this cell')}
      onClick={event => {
        event.stopPropagation();
        store.revealCell(path, cellId);
      }}
    >
      {label}
    </button>
  );
}
