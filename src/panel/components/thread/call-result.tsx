import { useMemo } from 'react';

import { Table } from '../../card/blocks';
import { visibleProse } from '../../render/visible-text';
import { tablesIn } from '../../render/tables-in';
import type { ICallItem } from '../../state/thread-items';
import { usePanel } from '../common/panel-context';
import { ResultThings } from './result-things';

/**
 * The result of a call as the model reads it, with tables rendered; pictures,
 * sounds and links below.
 */
export function CallResult({ item }: { item: ICallItem }) {
  const { trans } = usePanel();
  const text = item.result ?? '';
  const parts = useMemo(() => tablesIn(text), [text]);
  return (
    <>
      {parts.map((part, index) =>
        'rows' in part ? (
          <Table
            key={index}
            className="jp-Cellwright-resultTable"
            role="region"
            label={trans.__('Result, as a table')}
            head={[part.head]}
            rows={part.rows.map(row =>
              part.head.map((_, column) => row[column] ?? '')
            )}
          />
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
