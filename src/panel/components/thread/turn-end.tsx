import { memo } from 'react';

import type { ITurnItem } from '../../state/thread-items';
import { usePanel } from '../common/panel-context';
import { Sentence } from '../common/sentence';

/** The end of a turn that changed something: it can be taken back, once. */
export const TurnEnd = memo(function TurnEnd({ item }: { item: ITurnItem }) {
  const store = usePanel();
  const { trans } = store.services;
  return (
    <div className="jp-Cellwright-turnEnd">
      {item.undone === null ? (
        <button
          type="button"
          className="jp-Cellwright-link"
          onClick={() => store.showUndo(item.runId)}
        >
          {trans.__('Undo this turn')}
        </button>
      ) : (
        <Sentence text={item.undone} path={item.path} />
      )}
    </div>
  );
});
