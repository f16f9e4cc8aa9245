import {
  type KeyboardEvent,
  memo,
  type SyntheticEvent,
  useRef,
  useState
} from 'react';

import {
  type ICardServer,
  type IReviewCard,
  type IReviewLimit,
  type ITranslator,
  NEVER_ALWAYS
} from '../../../contract';
import { nextTask } from '../../../contract/util/next-task';
import { bodyBefore, bodyText } from '../../text/body-text';
import { changedLines } from '../../text/changed-lines';
import { effectName } from '../../text/effect-name';
import { plainSentence } from '../../text/announcement';
import { modelSays } from '../../text/model-says';
import type { ICallItem } from '../../state/thread-items';
import {
  visibleName,
  visibleProse,
  visibleText
} from '../../render/visible-text';
import { AnswerOptions } from './answer-options';
import { CardActions, UnclearActions } from './card-actions';
import { CardBody } from './card-body';
import { useCardBox } from './use-answering';
import { claim, ReviewTimeLeft } from './interrupt-frame';
import { beyond, focusBeyond, focusComposer } from '../common/focus-beyond';
import { usePanel, usePanelState } from '../common/panel-context';
import { Refused } from '../common/refused';
import { decisionsOf } from '../../actions/decisions';
import { ReasonField } from './reason-field';
import { Sentence } from '../common/sentence';

import { CardCode } from './card-code';

/** A call that waits for the person: what it would do, and the decision. */
export const Card = memo(function Card({
  item,
  card,
  limit
}: {
  item: ICallItem;
  card: IReviewCard;
  limit: IReviewLimit | null;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const root = useRef<HTMLDivElement>(null);
  const { callId } = card;
  const edit = usePanelState(state => state.edits[callId]);
  const editing = usePanelState(state => state.editing[callId] ?? false);
  const rejecting = usePanelState(state => callId in state.rejecting);
  const refused = usePanelState(state => state.refused[callId]);
  const sent = usePanelState(
    state => callId in state.sent || state.opening !== null
  );
  const [unfolded, setUnfolded] = useState(false);
  const [whole, setWhole] = useState(false);
  const folds = usePanelState(
    ({ thread }) =>
      mayFold(card) &&
      thread.pending[0] !== callId &&
      !unfolded &&
      // What was begun there is not out of sight.
      edit === undefined &&
      !rejecting
  );
  usePanelState(state => state.workspaceRevision);
  const box = useCardBox(root, callId, sent, `${folds} ${card.hash}`);

  const sentence = plainSentence(
    card.sentence,
    id => store.cellLabel(item.path, id),
    trans
  );
  const edited = edit !== undefined && edit !== bodyText(card.body);
  const asks = card.body.kind === 'question';
  const unclear = card.body.kind === 'unclear';
  const canReject = card.allowedDecisions.includes('reject');

  /** After any decision here, focus moves to what comes next. */
  const decide = async (decision: () => boolean | Promise<boolean>) => {
    const element = root.current;
    const held = element?.contains(document.activeElement) ?? false;
    const done = await decision();
    if (done && held && element) {
      const next = beyond(element);
      // Focus lays the page out, so what was decided goes on first.
      await nextTask();
      next?.focus();
    }
  };
  const confirm = ({ nativeEvent }: SyntheticEvent) => {
    if (asks) {
      void decide(() => decisionsOf(store).respond(callId, nativeEvent));
    } else if (card.allowedDecisions.includes('approve')) {
      void decide(() => decisionsOf(store).approve(callId, nativeEvent));
    }
  };
  const reject = (reason: string) => {
    const element = root.current;
    decisionsOf(store).reject(callId, reason);
    if (element) {
      focusBeyond(element);
    }
  };
  const closeReason = () => {
    decisionsOf(store).closeReason(callId);
    root.current?.focus();
  };

  const unfold = () => {
    setUnfolded(true);
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
      if (event.repeat) {
        // A held key decides nothing.
      } else if (folds) {
        unfold();
      } else {
        confirm(event);
      }
    } else if (event.key === 'Backspace' && accel && event.shiftKey) {
      claim(event);
      if (asks) {
        void decide(() => decisionsOf(store).reject(callId, ''));
      } else if (canReject) {
        decisionsOf(store).setReason(callId, '');
      }
    } else if (event.key === 'Escape' && inEditor) {
      // CodeMirror's own search field handles Esc itself.
      if (!target.closest('.cm-panel')) {
        claim(event);
        root.current?.focus();
      }
    } else if (event.key === 'Tab' && inEditor && !editing) {
      // Otherwise Tab would insert a tab into the read-only text instead of
      // moving on.
      event.stopPropagation();
    } else if (
      event.key === 'Escape' &&
      !target.closest('.jp-Cellwright-reason, [role="menu"]')
    ) {
      claim(event);
      if (root.current) {
        focusComposer(root.current);
      }
    }
  };

  if (folds) {
    return (
      <div
        ref={root}
        {...box}
        aria-label={trans.__('Review: %1', sentence)}
        onKeyDownCapture={onKeyDownCapture}
      >
        <div className="jp-Cellwright-cardHead jp-mod-folded" onClick={unfold}>
          <button
            type="button"
            className="jp-Cellwright-cardFold"
            aria-expanded={false}
            title={sentence}
          >
            <span aria-hidden="true">▸ </span>
            <Sentence
              text={card.worded ? card.sentence : card.title}
              path={item.path}
              linked={false}
            />
            {card.reason ? (
              <span className="jp-Cellwright-quiet">
                {' · '}
                {modelSays(card.reason, trans)}
              </span>
            ) : null}
          </button>
          <LineCounts card={card} />
          <span className={`jp-Cellwright-tag jp-mod-${card.effect}`}>
            {effectName(card.effect, trans)}
          </span>
        </div>
      </div>
    );
  }

  return (
    <div
      ref={root}
      {...box}
      aria-label={trans.__('Review: %1', sentence)}
      onKeyDownCapture={onKeyDownCapture}
    >
      <div className="jp-Cellwright-cardHead">
        <strong title={sentence}>
          <Sentence
            text={card.worded ? card.sentence : card.title}
            path={item.path}
          />
        </strong>
        {asks ? null : (
          <span className={`jp-Cellwright-tag jp-mod-${card.effect}`}>
            {effectName(card.effect, trans)}
          </span>
        )}
      </div>
      {card.elsewhere ? (
        <p className="jp-Cellwright-elsewhere">
          {trans.__('Outside this notebook’s folder')}
        </p>
      ) : null}
      {card.always ? (
        <p className="jp-Cellwright-elsewhere">{visibleProse(card.always)}</p>
      ) : null}
      {card.codeQuestion ? (
        <p className="jp-Cellwright-elsewhere">
          {trans.__(
            'You allow code here. This asks because %1.',
            visibleProse(card.codeQuestion.because)
          )}
        </p>
      ) : null}
      {card.fromText ? (
        <p className="jp-Cellwright-elsewhere">
          {trans.__(
            'The model wrote this call as text instead of making it. Approve it only if you want it done; the model may be repeating what it read somewhere.'
          )}
        </p>
      ) : null}
      {card.voided ? (
        <p className="jp-Cellwright-voided">
          <Sentence text={card.voided} path={item.path} />
        </p>
      ) : null}
      {card.reason ? (
        <button
          type="button"
          className="jp-Cellwright-modelSays"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {modelSays(card.reason, trans, whole ? Infinity : undefined)}
        </button>
      ) : null}
      {card.body.kind === 'unclear' ? (
        <p className="jp-Cellwright-why">{visibleProse(card.body.why)}</p>
      ) : null}
      {card.server ? <CardServer server={card.server} /> : null}
      <CardBody
        key={card.hash}
        item={item}
        card={card}
        text={edit}
        label={
          unclear
            ? trans.__('Code that may have run')
            : card.body.kind === 'arguments'
              ? trans.__('Arguments')
              : card.body.kind === 'code' || card.body.kind === 'command'
                ? trans.__('Proposed code')
                : trans.__('Proposed change')
        }
        writable={editing}
        onChange={text => decisionsOf(store).setEdit(callId, text)}
      />
      {card.body.kind === 'question' ? (
        <AnswerOptions
          id={callId}
          label={card.body.question}
          options={card.body.options.map(text => ({
            value: text,
            label: text
          }))}
          multiple={card.body.multiple}
          other={true}
          disabled={sent}
          onAnswer={given => decisionsOf(store).setAnswer(callId, given)}
        />
      ) : null}
      <Refused text={refused} />
      {card.place ? (
        <p className="jp-Cellwright-place">
          <Sentence text={card.place} path={item.path} />
        </p>
      ) : null}
      {limit ? <ReviewTimeLeft limit={limit} /> : null}
      {rejecting ? (
        <ReasonField
          name={callId}
          label={trans.__('Reason for the rejection')}
          disabled={sent}
          onSend={reject}
          onBack={closeReason}
        />
      ) : unclear ? (
        <UnclearActions card={card} sent={sent} onDecide={decide} />
      ) : (
        <CardActions
          card={card}
          sent={sent}
          edited={edited}
          editing={editing}
          onDecide={decide}
          onFocusCard={() => root.current?.focus()}
        />
      )}
    </div>
  );
});

/** What reaches out, or needs a second look, is never folded away. */
function mayFold(card: IReviewCard): boolean {
  return (
    !NEVER_ALWAYS.has(card.effect) &&
    !card.elsewhere &&
    !card.always &&
    !card.fromText &&
    !card.voided &&
    (card.body.kind === 'code' ||
      card.body.kind === 'diff' ||
      card.body.kind === 'file' ||
      card.body.kind === 'cells')
  );
}

/** "+4 −2", as far as the card changes text. */
function LineCounts({ card: { body } }: { card: IReviewCard }) {
  const { trans } = usePanel().services;
  if (body.kind !== 'code' && body.kind !== 'diff' && body.kind !== 'file') {
    return null;
  }
  const { added, removed } = changedLines(bodyBefore(body), body.text);
  return (
    <span className="jp-Cellwright-lineCounts">
      {added > 0 ? (
        <span className="jp-mod-added">
          <span aria-hidden="true">+{added}</span>
          <span className="jp-Cellwright-hidden">
            {trans._n('%1 line added', '%1 lines added', added)}
          </span>
        </span>
      ) : null}{' '}
      {removed > 0 ? (
        <span className="jp-mod-removed">
          <span aria-hidden="true">−{removed}</span>
          <span className="jp-Cellwright-hidden">
            {trans._n('%1 line removed', '%1 lines removed', removed)}
          </span>
        </span>
      ) : null}
    </span>
  );
}

/** What a person should know about the server that a call goes to. */
function CardServer({ server }: { server: ICardServer }) {
  const { trans } = usePanel().services;
  const { server: name, host, title, first, holds, hints, says, said } = server;
  const claims = hints.map(hint => hintText(hint, trans)).join(', ');
  return (
    <div className="jp-Cellwright-cardServer">
      {title && title !== server.tool ? (
        <p className="jp-Cellwright-hint">
          {trans.__('The server calls it “%1”.', visibleText(title))}
        </p>
      ) : null}
      {first ? (
        <p className="jp-Cellwright-elsewhere">
          {trans.__(
            'This is the first call to “%1” in this conversation. It goes to %2. Only what you see below is sent, and nothing else of your notebook or this conversation.',
            visibleText(name),
            visibleText(host)
          )}
        </p>
      ) : null}
      {holds ? (
        <p className="jp-Cellwright-elsewhere">
          {trans.__(
            'The arguments contain text from earlier results: %1',
            holds.map(visibleName).join('; ')
          )}
        </p>
      ) : null}
      {said === undefined ? null : (
        <>
          <p className="jp-Cellwright-elsewhere">
            {trans.__(
              'The server has changed this tool since you trusted it, so it asks again. This is what has changed:'
            )}
          </p>
          <CardCode
            mimeType="text/plain"
            before={visibleText(said)}
            text={visibleText(says)}
            label={trans.__('What has changed in the tool')}
          />
        </>
      )}
      {claims ? (
        <p className="jp-Cellwright-hint">
          {trans.__('The server says: %1. Nobody has checked this.', claims)}
        </p>
      ) : null}
      <details>
        <summary>{trans.__('What the server says about this tool')}</summary>
        <pre tabIndex={0}>{visibleText(says)}</pre>
      </details>
    </div>
  );
}

function hintText(
  hint: ICardServer['hints'][number],
  trans: ITranslator
): string {
  switch (hint) {
    case 'readOnly':
      return trans.__('it only reads');
    case 'destructive':
      return trans.__('it can delete or overwrite');
    case 'idempotent':
      return trans.__('calling it again changes nothing further');
    case 'openWorld':
      return trans.__('it reaches systems outside the server');
  }
}
