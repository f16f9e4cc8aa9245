import type { SyntheticEvent } from 'react';

import {
  staleText,
  type IEvidencePiece,
  type IEvidenceSection
} from '../../../../contract';
import { safeImage } from '../../../render/safe-image';
import { visibleText } from '../../../render/visible-text';
import {
  evidenceName,
  evidencePlaceText,
  personalText
} from '../../../report/evidence-texts';
import { DECIDES } from '../../../trust/is-persons-event';
import { Button } from '../../common/button';
import { usePanel } from '../../common/panel-context';
import { CellReference } from '../../common/sentence';
import { Unfolding } from '../../common/unfolding';
import { ControlButton } from '../control-button';
import { useFieldId } from '../../common/use-field-id';

/** A number, or what a table shows for a missing one. */
const NUMERIC = /^([-+\u2212\d.]|(NaN|None|NaT|<NA>|null|missing)$)/;

/** With more on the card, each is folded to its title and thumbnail. */
const FEW_PIECES = 6;

/** Columns that are shown of a table. */
const COLUMNS = 8;

/**
 * A piece of evidence: its content, where it is from, which section it is in.
 */
export function EvidencePiece({
  piece,
  pieces,
  ticked,
  disabled,
  sections,
  section,
  canRun,
  first,
  last,
  onTick,
  onShift,
  onPlace,
  onRun
}: {
  piece: IEvidencePiece;
  /** All pieces on the card. */
  pieces: readonly IEvidencePiece[];
  /** null if it is in no section. */
  ticked: boolean | null;
  disabled: boolean;
  sections: readonly IEvidenceSection[];
  /** Id of the section it is in; null for none. */
  section: string | null;
  canRun: boolean;
  first: boolean;
  last: boolean;
  onTick(on: boolean): void;
  onShift(by: -1 | 1): void;
  /** Moves it to another section; null for none. */
  onPlace(to: string | null): void;
  onRun(event: SyntheticEvent): void;
}) {
  const { trans } = usePanel().services;
  const id = useFieldId();
  const { change, personal, source, stale } = piece;
  const shown = visibleText(piece.title) || trans.__('No title');
  const title = evidenceName(piece, pieces, trans);
  return (
    <li
      data-piece={piece.id}
      className={
        (ticked === false ? 'jp-mod-off ' : '') +
        (change === 'same' ? '' : 'jp-mod-changed')
      }
    >
      <div className="jp-Cellwright-evidenceHead">
        {ticked === null ? null : (
          <input
            type="checkbox"
            data-control="tick"
            id={id}
            checked={ticked}
            disabled={disabled}
            onChange={event => onTick(event.target.checked)}
          />
        )}
        <label htmlFor={ticked === null ? undefined : id}>
          <strong>{shown}</strong>{' '}
          <span className="jp-Cellwright-hint">{piece.id}</span>
        </label>
        {change === 'same' ? null : (
          <span className="jp-Cellwright-tag">
            {change === 'new' ? trans.__('New') : trans.__('Moved here')}
          </span>
        )}
      </div>
      <Thumbnail piece={piece} title={title} />
      {stale.length > 0 ? (
        <p className="jp-Cellwright-stale">
          {stale.map(mark => staleText(mark, trans)).join(' ')}{' '}
          {canRun && source.cellId !== '' ? (
            <Button
              {...DECIDES}
              look="link"
              disabled={disabled}
              aria-label={trans.__('Run the cell of “%1” again', title)}
              onClick={onRun}
            >
              {trans.__('Run it again')}
            </Button>
          ) : null}
        </p>
      ) : null}
      {personal.length > 0 ? (
        <p className="jp-Cellwright-stale">{personalText(personal, trans)}</p>
      ) : null}
      <Unfolding
        label={trans.__('Details')}
        of={title}
        open={pieces.length <= FEW_PIECES}
      >
        <Shown piece={piece} title={title} />
        <p className="jp-Cellwright-hint">
          {source.cellId === '' ? null : (
            <>
              <CellReference
                path={source.notebook}
                cellId={source.cellId}
              />{' '}
            </>
          )}
          {evidencePlaceText(piece, trans)}
        </p>
        <div className="jp-Cellwright-evidenceMove">
          <select
            className="jp-Cellwright-mode"
            aria-label={trans.__('Section of “%1”', title)}
            disabled={disabled}
            value={section ?? ''}
            onChange={event => onPlace(event.target.value || null)}
          >
            <option value="">{trans.__('Not used')}</option>
            {sections.map(each => (
              <option key={each.id} value={each.id}>
                {visibleText(each.title)}
              </option>
            ))}
          </select>
          {section === null ? null : (
            <>
              <ControlButton
                control="up"
                sign="↑"
                label={trans.__('Move “%1” up', title)}
                disabled={disabled || first}
                onPress={() => onShift(-1)}
              />
              <ControlButton
                control="down"
                sign="↓"
                label={trans.__('Move “%1” down', title)}
                disabled={disabled || last}
                onPress={() => onShift(1)}
              />
              <ControlButton
                control="remove"
                sign="×"
                label={trans.__('Remove “%1”', title)}
                disabled={disabled}
                onPress={() => onPlace(null)}
              />
            </>
          )}
        </div>
      </Unfolding>
    </li>
  );
}

/** A small picture of a plot, which stays when the piece is folded. */
function Thumbnail({ piece, title }: { piece: IEvidencePiece; title: string }) {
  const { trans } = usePanel().services;
  const { thumbnail, kind } = piece;
  const address = thumbnail === null ? null : safeImage(thumbnail);
  return address !== null ? (
    <img className="jp-Cellwright-thumbnail" src={address} alt={title} />
  ) : kind === 'plot' ? (
    <p className="jp-Cellwright-hint">
      {trans.__('A plot, without a preview.')}
    </p>
  ) : null;
}

/** The head of a table, or the start of a text. */
function Shown({ piece, title }: { piece: IEvidencePiece; title: string }) {
  const { table, text, thumbnail, kind } = piece;
  if (kind === 'plot' || thumbnail !== null) {
    return null;
  }
  if (table) {
    return <TableHead table={table} title={title} />;
  }
  return text ? (
    <pre tabIndex={0} aria-label={title}>
      {visibleText(text)}
    </pre>
  ) : null;
}

function TableHead({
  table: { header, rows, size },
  title
}: {
  table: NonNullable<IEvidencePiece['table']>;
  title: string;
}) {
  const { trans } = usePanel().services;
  const columns = size.columns ?? rows[0]?.length ?? 0;
  return (
    <div
      className="jp-Cellwright-tableHead"
      tabIndex={0}
      role="group"
      aria-label={title}
    >
      <table>
        <thead>
          {header.map((row, at) => (
            <tr key={at}>
              {row.slice(0, COLUMNS).map((cell, column) => (
                <th
                  key={column}
                  scope="col"
                  className={
                    NUMERIC.test(rows[0]?.[column] ?? '')
                      ? 'jp-mod-number'
                      : undefined
                  }
                >
                  {visibleText(cell)}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.slice(0, COLUMNS).map((cell, column) => (
                <td
                  key={column}
                  className={NUMERIC.test(cell) ? 'jp-mod-number' : undefined}
                >
                  {visibleText(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {size.rows === null ? null : (
        <p className="jp-Cellwright-hint">
          {trans.__('%1 rows, %2 columns in all', size.rows, columns)}
        </p>
      )}
    </div>
  );
}
