import { useMemo } from 'react';

import { visibleProse } from '../../render/visible-text';
import { tablesIn, type ResultPart } from '../../render/tables-in';
import type { ICallItem } from '../../state/thread-items';
import { usePanel } from '../common/panel-context';
import { ResultThings } from './result-things';

/**
 * The result of a call as the model reads it, with tables rendered; pictures,
 * sounds and links below.
 */
export function CallResult({ item }: { item: ICallItem }) {
  const { trans } = usePanel().services;
  const text = item.result ?? '';
  const parts = useMemo(() => tablesIn(text), [text]);
  return (
    <>
      {parts.map((part, index) =>
        'rows' in part ? (
          <Table key={index} {...part} />
        ) : (
          <pre key={index} tabIndex={0} aria-label={trans.__('Result')}>
            {visibleProse(part.text)}
          </pre>
        )
      )}
      {item.things ? <ResultThings things={item.things} /> : null}
    </>
  );
}

function Table({ head, rows }: Extract<ResultPart, { rows: unknown }>) {
  const { trans } = usePanel().services;
  return (
    <div
      className="jp-Cellwright-resultTable"
      role="region"
      tabIndex={0}
      aria-label={trans.__('Result, as a table')}
    >
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                {visibleProse(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {head.map((_, column) => (
                <td key={column}>{visibleProse(row[column] ?? '')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
