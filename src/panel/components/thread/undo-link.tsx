import { memo } from 'react';

import type { ITurnItem } from '../../state/thread-items';
import { usePanel } from '../common/panel-context';
import { Sentence } from '../common/sentence';
import { Button } from '../common/button';

/** The end of a turn that changed something, which can be undone once. */
export const UndoLink = memo(function UndoLink({ item }: { item: ITurnItem }) {
  const store = usePanel();
  const { trans } = store.services;
  return (
    <div className="jp-Cellwright-turnEnd">
      {item.undone === null ? (
        <Button look="link" onClick={() => store.showUndo(item.runId)}>
          {trans.__('Undo this turn')}
        </Button>
      ) : (
        <Sentence text={item.undone} path={item.path} />
      )}
    </div>
  );
});
