import { useEffect } from 'react';
import { useStore } from 'zustand';

import type { IUndoItem } from '../../../contract';
import { DECIDES } from '../../trust/is-persons-event';
import { undoChoiceOf } from '../../stores/undo-choice';
import { visibleText } from '../../render/visible-text';
import { CardCode } from '../card/card-code';
import { focusComposer } from '../common/focus-beyond';
import { usePanel, usePanelState } from '../common/panel-context';
import { Sentence } from '../common/sentence';
import { SideView } from './side-view';
import { Button } from '../common/button';
import { isBusy } from '../../state/is-busy';

/** What undoing a turn would change, before it does. */
export function UndoView() {
  const store = usePanel();
  const { trans } = store.services;
  const choice = undoChoiceOf(store);
  const runId = usePanelState(state => state.undoRun);
  const { preview, loading, problem, chosen, restart } = useStore(choice.state);
  const busy = usePanelState(isBusy);
  const path = usePanelState(({ thread }) =>
    runId === null
      ? thread.path
      : (thread.items[`turn-${runId}`]?.path ?? thread.path)
  );
  useEffect(() => {
    if (runId !== null) {
      void choice.load(runId);
    }
  }, [choice, runId]);
  const none = !preview?.items.some(({ id }) => chosen[id]);
  return (
    <SideView title={trans.__('Undo this turn')}>
      {loading ? (
        <p className="jp-Cellwright-hint" role="status">
          {trans.__('Loading')}
        </p>
      ) : null}
      {problem ? (
        <p className="jp-Cellwright-notice" role="status">
          {visibleText(problem)}
        </p>
      ) : null}
      {preview ? (
        <>
          {preview.items.some(({ kind }) => kind === 'cell') ? (
            <p className="jp-Cellwright-hint">
              {trans.__(
                'For the cells it is one step: “Undo Cell Operation” in the Edit menu, or Z in command mode, reverses it.'
              )}
            </p>
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
                on={chosen[item.id] ?? false}
                onToggle={on => choice.choose(item.id, on)}
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
            <Restart on={restart} onToggle={on => choice.chooseRestart(on)} />
          ) : null}
          <div className="jp-Cellwright-actions jp-mod-wrap jp-mod-flush">
            <Button
              {...DECIDES}
              look="primary"
              disabled={none || busy}
              title={
                busy
                  ? trans.__('Wait until the current turn has ended.')
                  : undefined
              }
              onClick={event => {
                if (choice.apply(event.nativeEvent)) {
                  focusComposer(event.currentTarget);
                }
              }}
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
  const store = usePanel();
  const { trans } = store.services;
  const key = `undo-${item.id}`;
  const open = usePanelState(state => state.open[key] ?? false);
  const compared = item.now !== undefined || item.then !== undefined;
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
      {compared ? (
        <Button
          look="link"
          aria-expanded={open}
          onClick={() => store.setOpen(key, !open)}
        >
          {open ? trans.__('Hide the change') : trans.__('Show the change')}
        </Button>
      ) : null}
      {item.kind === 'cell' ? <CellLinks text={item.text} path={path} /> : null}
      {open ? (
        <CardCode
          id={key}
          mimeType={item.kind === 'cell' ? 'text/x-ipython' : 'text/plain'}
          label={trans.__('What would change')}
          before={item.now ?? ''}
          text={item.then ?? ''}
        />
      ) : null}
    </li>
  );
}

/** Links to the cells of an item. */
function CellLinks({ text, path }: { text: string; path: string }) {
  const marks = text.match(/⟦[^⟦⟧]+⟧/g) ?? [];
  return (
    <span className="jp-Cellwright-cellLinks">
      {marks.map((mark, index) => (
        <Sentence key={index} text={mark} path={path} />
      ))}
    </span>
  );
}

/** What else is needed to undo the effects of code: restarting the kernel. */
function Restart({
  on,
  onToggle
}: {
  on: boolean;
  onToggle(on: boolean): void;
}) {
  const { trans } = usePanel().services;
  return (
    <label className="jp-Cellwright-undoRestart">
      <input
        type="checkbox"
        checked={on}
        onChange={event => onToggle(event.target.checked)}
      />
      <span>
        {trans.__('Then restart the kernel and run the cells up to here')}
      </span>
    </label>
  );
}
