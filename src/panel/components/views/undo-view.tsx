import { useState, type MouseEvent } from 'react';

import type { IUndoItem } from '../../../contract';
import { DECIDES, isOwnHand } from '../../trust/is-persons-event';
import { CardCode } from '../../card/card-code';
import { CheckBox } from '../common/field';
import { Unfolding } from '../common/folding-line';
import { focusComposer } from '../common/focus';
import { Hint, Notice } from '../common/notice';
import { usePanel, usePanelState } from '../common/panel-context';
import { Sentence } from '../common/sentence';
import { SideView, QueryStatus, useQuery } from './page';
import { Button } from '../common/button';
import { isBusy } from '../../state/panel-state';

/** What undoing a turn would change, before it does. */
export function UndoView({ runId }: { runId: string }) {
  const { store, trans, agent } = usePanel();
  const threadId = usePanelState(state => state.threadId);
  const busy = usePanelState(isBusy);
  const path = usePanelState(
    ({ thread }) => thread.items[`turn-${runId}`]?.path ?? thread.path
  );
  const query = useQuery(
    async () => ({ preview: await agent.past.previewUndo(threadId, runId) }),
    [threadId, runId]
  );
  const preview = query.data?.preview;
  // What the person ticked or unticked, by item.
  const [ticked, setTicked] = useState<Record<string, boolean>>({});
  const [restart, setRestart] = useState(false);
  // What the person has changed since is kept unless they choose otherwise.
  const isChosen = ({ id, conflict }: IUndoItem) =>
    ticked[id] ?? conflict === undefined;
  const chosen = preview?.items.filter(isChosen) ?? [];
  const undo = ({ nativeEvent, currentTarget }: MouseEvent) => {
    if (isBusy(store.main.getState()) || !isOwnHand(store, nativeEvent)) {
      return;
    }
    const items = chosen.map(({ id }) => id);
    store.send({ type: 'undo', runId, items, ...(restart && { restart }) });
    store.show(null);
    focusComposer(currentTarget);
  };
  return (
    <SideView title={trans.__('Undo this turn')}>
      <QueryStatus
        query={query}
        problem={trans.__('Cellwright could not work out what would change.')}
      />
      {query.data && !preview ? (
        <Notice role="status">
          {trans.__('Nothing in this turn can be undone any more.')}
        </Notice>
      ) : null}
      {preview ? (
        <>
          {preview.items.some(({ kind }) => kind === 'cell') ? (
            <Hint>
              {trans.__(
                'For the cells it is one step: “Undo Cell Operation” in the Edit menu, or Z in command mode, reverses it.'
              )}
            </Hint>
          ) : null}
          {preview.items.some(({ conflict }) => conflict !== undefined) ? (
            <Hint>
              {trans.__(
                'What has changed since then stays as it is, unless you tick it.'
              )}{' '}
              <Button
                look="link"
                disabled={chosen.length === preview.items.length}
                onClick={() =>
                  setTicked(
                    Object.fromEntries(
                      preview.items.map(({ id }) => [id, true])
                    )
                  )
                }
              >
                {trans.__('Select all')}
              </Button>
            </Hint>
          ) : null}
          <ul
            className="jp-Cellwright-undoItems"
            aria-label={trans.__('What would change')}
          >
            {preview.items.map(item => (
              <Item
                key={item.id}
                item={item}
                path={path}
                on={isChosen(item)}
                onToggle={on => setTicked({ ...ticked, [item.id]: on })}
              />
            ))}
          </ul>
          {preview.remains.length > 0 ? (
            <>
              <h4>{trans.__('What stays as it is')}</h4>
              <ul className="jp-Cellwright-rules">
                {preview.remains.map((sentence, index) => (
                  <li key={index}>
                    <Sentence text={sentence} path={path} />
                  </li>
                ))}
              </ul>
            </>
          ) : null}
          {preview.restart ? (
            <CheckBox
              label={trans.__(
                'Then restart the kernel and run the cells up to here'
              )}
              checked={restart}
              onChange={setRestart}
            />
          ) : null}
          <div className="jp-Cellwright-actions jp-mod-wrap jp-mod-flush">
            <Button
              {...DECIDES}
              look="primary"
              disabled={chosen.length === 0 || busy}
              title={
                busy
                  ? trans.__('Wait until the current turn has ended.')
                  : undefined
              }
              onClick={undo}
            >
              {trans.__('Undo')}
            </Button>
          </div>
        </>
      ) : null}
    </SideView>
  );
}

function Item({
  item,
  path,
  on,
  onToggle
}: {
  item: IUndoItem;
  path: string;
  on: boolean;
  onToggle(on: boolean): void;
}) {
  const { trans } = usePanel();
  return (
    <li className={item.conflict === undefined ? '' : 'jp-mod-conflict'}>
      <label>
        <input
          type="checkbox"
          checked={on}
          onChange={event => onToggle(event.target.checked)}
        />
        <span>
          {/* A label cannot contain a link. */}
          <Sentence text={item.text} path={path} linked={false} />
          {item.conflict === undefined ? null : (
            <span className="jp-Cellwright-conflict">
              <Sentence text={item.conflict} path={path} linked={false} />
            </span>
          )}
        </span>
      </label>
      {item.kind === 'cell' ? (
        <span className="jp-Cellwright-cellLinks">
          {(item.text.match(/⟦[^⟦⟧]+⟧/g) ?? []).map((cell, index) => (
            <Sentence key={index} text={cell} path={path} />
          ))}
        </span>
      ) : null}
      {item.now === undefined && item.then === undefined ? null : (
        <Unfolding label={trans.__('Show the change')}>
          <CardCode
            mimeType={item.kind === 'cell' ? 'text/x-ipython' : 'text/plain'}
            label={trans.__('What would change')}
            before={item.now ?? ''}
            text={item.then ?? ''}
          />
        </Unfolding>
      )}
    </li>
  );
}
