import { memo } from 'react';
import { useStore } from 'zustand';

import { TURN_RULE } from '../../contract';
import type { ICallItem } from '../thread-items';
import { visibleText } from '../visible-text';
import { DecisionDetails } from './decided-card';
import { durationText, Elapsed } from './duration';
import { Glyph, stateName } from './glyph';
import { usePanel, usePanelState } from './panel-context';
import { Sentence } from './sentence';

/** One call as one line; opens to what was asked and what came back. */
export const CallLine = memo(function CallLine({ item }: { item: ICallItem }) {
  const store = usePanel();
  const { trans } = store.services;
  const key = `call-${item.id}`;
  const open = usePanelState(state => state.open[key] ?? false);
  const details = `${key}-details`;
  const name = stateName(item.state, trans);
  const { review } = item;
  const edited = review?.decision?.type === 'edit';
  return (
    <div className="jp-Cellwright-call">
      <div
        className="jp-Cellwright-line"
        onClick={() => store.setOpen(key, !open)}
      >
        <button
          type="button"
          className="jp-Cellwright-lineToggle"
          aria-expanded={open}
          aria-controls={open ? details : undefined}
          aria-label={
            open
              ? trans.__('%1. Hide details', name)
              : trans.__('%1. Show details', name)
          }
          title={name}
        >
          <Glyph
            name={edited && item.state === 'done' ? 'edited' : item.state}
          />
        </button>
        <span className="jp-Cellwright-lineText">
          {edited ? `${trans.__('You edited, then approved:')} ` : null}
          <Sentence text={item.text} path={item.path} />
          {review?.decision?.type === 'approve'
            ? ` · ${review.by === TURN_RULE ? trans.__('approved for this turn') : trans.__('approved')}`
            : null}
          {item.state === 'running' ? <Progress item={item} /> : null}
        </span>
        {item.state === 'running' && item.startedAt !== null ? (
          <Elapsed since={item.startedAt} />
        ) : item.ms !== null ? (
          <time className="jp-Cellwright-time">
            {durationText(item.ms, trans)}
          </time>
        ) : null}
      </div>
      {open ? (
        <div className="jp-Cellwright-details" id={details}>
          {review ? (
            <DecisionDetails item={item} review={review} />
          ) : (
            <>
              <div className="jp-Cellwright-detailsName">{item.tool}</div>
              <pre tabIndex={0} aria-label={trans.__('Arguments')}>
                {argumentsText(item.args)}
              </pre>
            </>
          )}
          {item.result !== null ? (
            <>
              <div className="jp-Cellwright-detailsName">
                {item.images > 0
                  ? trans._n(
                      'Result, with %1 image',
                      'Result, with %1 images',
                      item.images
                    )
                  : trans.__('Result')}
              </div>
              <pre tabIndex={0} aria-label={trans.__('Result')}>
                {visibleText(item.result)}
              </pre>
            </>
          ) : null}
        </div>
      ) : null}
    </div>
  );
});

/** What a running call says of itself: "waits for input". */
function Progress({ item }: { item: ICallItem }) {
  const { live } = usePanel();
  const progress = useStore(live, state => state.progress[item.id]);
  return progress?.text ? (
    <>
      {' · '}
      <Sentence text={progress.text} path={item.path} />
    </>
  ) : null;
}

/** Strings as they are, so that code reads as code. */
function argumentsText(args: Record<string, unknown>): string {
  return Object.entries(args)
    .map(([name, value]) =>
      typeof value === 'string'
        ? value.includes('\n')
          ? `${name}:\n${visibleText(value)}`
          : `${name}: ${visibleText(value)}`
        : `${name}: ${visibleText(JSON.stringify(value) ?? '')}`
    )
    .join('\n');
}
