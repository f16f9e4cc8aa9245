import {
  memo,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent
} from 'react';

import type { Effect, IReviewCard, ITranslator } from '../../contract';
import { plainSentence } from '../sentences';
import type { ICallItem } from '../thread-items';
import { visibleText } from '../visible-text';
import { bodyBefore, CardCode } from './card-code';
import { CARD_ATTRIBUTE, focusBeyond, focusComposer } from './card-focus';
import { usePanel, usePanelState } from './panel-context';
import { ReasonField } from './reason-field';
import { Sentence } from './sentence';
import { TurnRuleOption } from './turn-rule';

/** A call that waits for the person: what would happen, and the decision. */
export const Card = memo(function Card({
  item,
  card
}: {
  item: ICallItem;
  card: IReviewCard;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const root = useRef<HTMLDivElement>(null);
  const { callId } = card;
  const edit = usePanelState(state => state.edits[callId]);
  const editing = usePanelState(state => state.editing[callId] ?? false);
  const rejecting = usePanelState(state => callId in state.rejecting);
  const refused = usePanelState(state => state.refused[callId]);
  const sent = usePanelState(state => callId in state.sent);
  const only = usePanelState(state => state.thread.pending.length === 1);
  const more = usePanelState(state => state.open[`more-${callId}`] ?? false);
  usePanelState(state => state.workspaceRevision);

  const sentence = plainSentence(
    card.sentence,
    id => store.cellLabel(item.path, id),
    trans
  );
  const edited = edit !== undefined && edit !== card.body.text;
  const canEdit =
    card.editable !== undefined && card.allowedDecisions.includes('edit');
  const canApprove = card.allowedDecisions.includes('approve');
  const canReject = card.allowedDecisions.includes('reject');

  const approve = async (event: SyntheticEvent) => {
    const held = root.current?.contains(document.activeElement) ?? false;
    const element = root.current;
    const done = await store.decisions.approve(callId, event.nativeEvent);
    if (done && held && element) {
      focusBeyond(element);
    }
  };
  const reject = (reason: string) => {
    const element = root.current;
    store.decisions.reject(callId, reason);
    if (element) {
      focusBeyond(element);
    }
  };
  const closeReason = () => {
    store.decisions.closeReason(callId);
    root.current?.focus();
  };

  const onKeyDownCapture = (event: KeyboardEvent) => {
    const accel = event.ctrlKey || event.metaKey;
    const target = event.target as Element;
    const inEditor = target.closest('.jp-Cellwright-code') !== null;
    if (event.nativeEvent.isComposing) {
      return;
    }
    if (event.key === 'Enter' && accel && !event.shiftKey && !event.altKey) {
      claim(event);
      if (canApprove) {
        void approve(event);
      }
    } else if (event.key === 'Backspace' && accel && event.shiftKey) {
      claim(event);
      if (canReject) {
        store.decisions.setReason(callId, '');
      }
    } else if (event.key === 'Escape' && inEditor) {
      // CodeMirror's own search field keeps its Esc.
      if (!target.closest('.cm-panel')) {
        claim(event);
        root.current?.focus();
      }
    } else if (event.key === 'Tab' && inEditor && !editing) {
      // Would insert a tab into the read-only text instead of moving on.
      event.stopPropagation();
    } else if (
      event.key === 'Escape' &&
      !target.closest('.jp-Cellwright-reason')
    ) {
      claim(event);
      if (root.current) {
        focusComposer(root.current);
      }
    }
  };

  const where = { [CARD_ATTRIBUTE]: callId };
  return (
    <div
      ref={root}
      {...where}
      {...(sent ? { 'data-sent': '' } : {})}
      className="jp-Cellwright-card"
      role="group"
      tabIndex={-1}
      aria-label={trans.__('Review: %1', sentence)}
      aria-busy={sent}
      onKeyDownCapture={onKeyDownCapture}
    >
      <div className="jp-Cellwright-cardHead">
        <strong title={sentence}>
          <Sentence text={card.title} path={item.path} />
        </strong>
        <span className={`jp-Cellwright-tag jp-mod-${card.effect}`}>
          {effectName(card.effect, trans)}
        </span>
      </div>
      {card.voided ? (
        <p className="jp-Cellwright-voided">
          <Sentence text={card.voided} path={item.path} />
        </p>
      ) : null}
      {card.reason ? (
        <p className="jp-Cellwright-why">{visibleText(card.reason)}</p>
      ) : null}
      {card.body.kind === 'file' ? (
        <p className="jp-Cellwright-filePath">{visibleText(card.body.path)}</p>
      ) : null}
      <CardCode
        key={card.hash}
        callId={callId}
        body={card.body}
        before={bodyBefore(card.body)}
        text={edit ?? card.body.text}
        label={
          card.body.kind === 'code'
            ? trans.__('Proposed code')
            : trans.__('Proposed change')
        }
        writable={editing}
      />
      {refused ? (
        <p className="jp-Cellwright-refused" role="alert">
          {visibleText(refused)}
        </p>
      ) : null}
      {card.place ? (
        <p className="jp-Cellwright-place">
          <Sentence text={card.place} path={item.path} />
        </p>
      ) : null}
      {rejecting ? (
        <ReasonField
          name={callId}
          label={trans.__('Reason for the rejection')}
          onSend={reject}
          onBack={closeReason}
        />
      ) : (
        <div className="jp-Cellwright-actions">
          {canApprove ? (
            <button
              type="button"
              className="jp-Cellwright-button jp-mod-primary"
              disabled={sent}
              aria-label={trans.__('Approve')}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              title={trans.__('Approve (Ctrl/Cmd+Enter)')}
              onClick={event => void approve(event)}
            >
              {trans.__('Approve')}
              <kbd className={only ? 'jp-mod-only' : ''} aria-hidden="true">
                {isMac() ? '⌘ ⏎' : trans.__('Ctrl ⏎')}
              </kbd>
            </button>
          ) : null}
          {canEdit ? (
            edited ? (
              <button
                type="button"
                className="jp-Cellwright-button"
                disabled={sent}
                onClick={() => {
                  store.decisions.discardEdit(callId);
                  root.current?.focus();
                }}
              >
                {trans.__('Discard edit')}
              </button>
            ) : (
              <button
                type="button"
                className="jp-Cellwright-button"
                disabled={sent}
                aria-pressed={editing}
                onClick={() =>
                  editing
                    ? focusEditor(root.current)
                    : store.decisions.beginEdit(callId)
                }
              >
                {trans.__('Edit')}
              </button>
            )
          ) : null}
          {canReject ? (
            <button
              type="button"
              className="jp-Cellwright-button"
              disabled={sent}
              aria-keyshortcuts="Control+Shift+Backspace Meta+Shift+Backspace"
              title={trans.__('Reject (Ctrl/Cmd+Shift+Backspace)')}
              onClick={() => store.decisions.setReason(callId, '')}
            >
              {trans.__('Reject')}
            </button>
          ) : null}
          <span className="jp-Cellwright-grow" />
          <button
            type="button"
            className="jp-Cellwright-iconButton"
            aria-expanded={more}
            aria-label={trans.__('More about this step')}
            title={trans.__('More about this step')}
            onClick={(event: MouseEvent) => {
              event.stopPropagation();
              store.setOpen(`more-${callId}`, !more);
            }}
          >
            <span aria-hidden="true">▾</span>
          </button>
        </div>
      )}
      {more ? (
        <div className="jp-Cellwright-more">
          <p>
            <Sentence text={card.sentence} path={item.path} />
          </p>
          <TurnRuleOption />
        </div>
      ) : null}
    </div>
  );
});

function claim(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function isMac(): boolean {
  return /mac/i.test(navigator.platform);
}

function focusEditor(card: HTMLElement | null): void {
  card?.querySelector<HTMLElement>('.jp-Cellwright-code .cm-content')?.focus();
}

/** What a call does, in two or three words. */
export function effectName(effect: Effect, trans: ITranslator): string {
  switch (effect) {
    case 'read':
      return trans.__('reads');
    case 'edit':
      return trans.__('edits');
    case 'execute':
      return trans.__('runs code');
    case 'write':
      return trans.__('writes a file');
    case 'shell':
      return trans.__('runs a shell command');
    case 'network':
      return trans.__('uses the network');
  }
}
