import type { ReactNode, SyntheticEvent } from 'react';

import { visibleText } from '../../../render/visible-text';
import {
  carriedOver,
  chosenEvidence,
  type EvidenceAsked,
  evidenceDraft,
  type IEvidenceDraft,
  isEvidenceChanged,
  movedTo,
  unusedEvidence
} from '../../../report/evidence-draft';
import type { IInterruptItem } from '../../../state/thread-items';
import { DECIDES } from '../../../trust/is-persons-event';
import { Button } from '../../common/button';
import { usePanel, usePanelState } from '../../common/panel-context';
import { answersOf } from '../../../actions/interrupt-answers';
import { EvidenceSection, type IEvidenceList } from './evidence-section';
import { RemarkField } from '../remark-field';
import { CardFrame } from '../../card/interrupt-frame';
import { useAnswering } from '../../card/use-answering';
import { evidenceName } from '../../../report/evidence-texts';
import { Unfolding } from '../../common/unfolding';
import { EvidencePiece } from './evidence-piece';
import type { IPanelState } from '../../../state/panel-state';

/**
 * The evidence that a report would be written from, to be ticked, moved and
 * agreed on.
 */
export function EvidenceCard({
  item,
  asked
}: {
  item: IInterruptItem;
  asked: EvidenceAsked;
}) {
  const store = usePanel();
  const answers = answersOf(store);
  const { trans } = store.services;
  const { id } = item;
  const draft = usePanelState(state => keptEvidenceDraft(state, asked));
  const answering = useAnswering(item);
  const { sent, answer } = answering;
  const { doing, words } = draft;
  const { hash } = asked;
  const put = (next: IEvidenceDraft) =>
    answers.setForm(id, next as unknown as Record<string, unknown>);
  const set = (change: Partial<IEvidenceDraft>) => put({ ...draft, ...change });
  const changed = isEvidenceChanged(asked, draft);
  const chosen = chosenEvidence(draft);
  const count = new Set(chosen.flatMap(({ pieces }) => pieces)).size;
  const approve = (event: SyntheticEvent) => {
    if (!sent) {
      answer({ action: 'approve', hash, sections: chosen }, event);
    }
  };
  const stale = asked.pieces.filter(
    piece => piece.stale.length > 0 && piece.source.cellId !== ''
  );
  const run = (pieces: string[], event: SyntheticEvent) =>
    answer({ action: 'run', hash, pieces }, event);
  const back = () => {
    set({ doing: null, words: '' });
    answering.root.current?.focus();
  };
  const shared = { asked, draft, disabled: sent, onChange: put };
  return (
    <CardFrame
      item={item}
      answering={answering}
      onConfirm={approve}
      actions={
        doing === 'modify' ? (
          <RemarkField
            label={trans.__('What should change?')}
            send={trans.__('Send changes')}
            text={words}
            optional={changed}
            disabled={sent}
            onChange={text => set({ words: text })}
            onSend={event =>
              answer(
                {
                  action: 'modify',
                  hash,
                  sections: chosen,
                  words: words.trim()
                },
                event
              )
            }
            onBack={back}
          />
        ) : doing === 'reject' ? (
          <RemarkField
            label={trans.__('Why not? (optional)')}
            send={trans.__('Don’t write it')}
            text={words}
            optional={true}
            disabled={sent}
            onChange={text => set({ words: text })}
            onSend={event =>
              answer({ action: 'reject', reason: words.trim() }, event)
            }
            onBack={back}
          />
        ) : (
          <div className="jp-Cellwright-actions jp-mod-wrap">
            <Button
              {...DECIDES}
              look="primary"
              disabled={sent}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              title={trans.__('Approve (Ctrl/Cmd+Enter)')}
              onClick={approve}
            >
              {trans.__('Approve')}
            </Button>
            {asked.canModify ? (
              <Button disabled={sent} onClick={() => set({ doing: 'modify' })}>
                {trans.__('Change')}
              </Button>
            ) : null}
            <Button disabled={sent} onClick={() => set({ doing: 'reject' })}>
              {trans.__('Reject')}
            </Button>
          </div>
        )
      }
    >
      {asked.plain ? (
        <Note>
          {trans.__(
            'The model could not sort this, so it follows the order of the notebook.'
          )}
        </Note>
      ) : null}
      {asked.changes.length > 0 ? (
        <section
          className="jp-Cellwright-reportChanges"
          aria-label={trans.__('What changed')}
        >
          <h4>{trans.__('What changed')}</h4>
          <ul className="jp-Cellwright-reportNotes">
            {asked.changes.map((sentence, index) => (
              <li key={index}>{visibleText(sentence)}</li>
            ))}
          </ul>
        </section>
      ) : null}
      {asked.sections.map((section, at) => (
        <EvidenceSection
          key={section.id}
          {...shared}
          section={section}
          at={at}
          onRun={run}
        />
      ))}
      <UnusedEvidence
        {...shared}
        pieces={unusedEvidence(asked, draft)}
        onRun={run}
      />
      {asked.leftOut > 0 ? (
        <Note>
          {trans._n(
            '%1 more piece was found and left out as less relevant.',
            '%1 more pieces were found and left out as less relevant.',
            asked.leftOut
          )}
        </Note>
      ) : null}
      {asked.canRun && stale.length > 1 ? (
        <p className="jp-Cellwright-place">
          {trans.__('%1 pieces may be out of date.', stale.length)}{' '}
          <Button
            {...DECIDES}
            look="link"
            disabled={sent}
            onClick={event =>
              run(
                stale.slice(0, 50).map(piece => piece.id),
                event
              )
            }
          >
            {trans.__('Run their cells again')}
          </Button>
        </p>
      ) : null}
      {asked.canModify ? null : (
        <Note>
          {trans.__(
            'This cannot be changed any further. Approve it as it is, or reject it.'
          )}
        </Note>
      )}
      <p className="jp-Cellwright-place" role="status">
        {trans._n(
          '%1 piece of evidence is ticked.',
          '%1 pieces of evidence are ticked.',
          count
        )}
      </p>
    </CardFrame>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="jp-Cellwright-place">{children}</p>;
}

/** Evidence that no section uses, which can be added to one. */
function UnusedEvidence({
  asked,
  draft,
  disabled,
  pieces,
  onChange,
  onRun
}: IEvidenceList & { pieces: EvidenceAsked['pieces'] }) {
  const store = usePanel();
  const { trans } = store.services;
  return pieces.length === 0 ? null : (
    <section
      className="jp-Cellwright-evidenceSection"
      aria-label={trans.__('Not used')}
    >
      <Unfolding label={trans.__('Not used (%1)', pieces.length)}>
        <ol className="jp-Cellwright-evidence">
          {pieces.map(piece => (
            <EvidencePiece
              key={piece.id}
              piece={piece}
              pieces={asked.pieces}
              ticked={null}
              disabled={disabled}
              sections={asked.sections}
              section={null}
              canRun={asked.canRun}
              first={true}
              last={true}
              onTick={() => undefined}
              onShift={() => undefined}
              onPlace={to => {
                const section = asked.sections.find(each => each.id === to);
                store.announce(
                  trans.__(
                    '“%1” is now in “%2”.',
                    evidenceName(piece, asked.pieces, trans),
                    visibleText(section?.title ?? '')
                  )
                );
                onChange(movedTo(draft, piece.id, null, to));
              }}
              onRun={event => onRun([piece.id], event)}
            />
          ))}
        </ol>
      </Unfolding>
    </section>
  );
}

const DRAFTS = new WeakMap<
  EvidenceAsked,
  { of: Record<string, unknown> | undefined; draft: IEvidenceDraft }
>();

/**
 * The person's changes to the pending evidence. If the card came back because
 * cells ran again, their ticks and moves are carried over.
 */
function keptEvidenceDraft(
  state: IPanelState,
  asked: EvidenceAsked
): IEvidenceDraft {
  const own = state.forms[asked.interrupt_id];
  const known = DRAFTS.get(asked);
  if (known && known.of === own) {
    return known.draft;
  }
  const before = own ? null : beforeRun(state, asked);
  const draft = before ? carriedOver(asked, before) : evidenceDraft(asked, own);
  DRAFTS.set(asked, { of: own, draft });
  return draft;
}

/**
 * The draft on the previous card, if its cells were run again to produce this
 * one.
 */
function beforeRun(
  { forms, thread: { items, order } }: IPanelState,
  { interrupt_id: id, step_id: step }: EvidenceAsked
): IEvidenceDraft | null {
  const last = order
    .slice(0, Math.max(0, order.indexOf(id)))
    .map(each => items[each])
    .findLast(
      item =>
        item.kind === 'interrupt' &&
        item.interrupt.kind === 'evidence' &&
        item.interrupt.step_id === step
    );
  return last?.kind === 'interrupt' &&
    last.interrupt.kind === 'evidence' &&
    last.answer &&
    'action' in last.answer &&
    last.answer.action === 'run' &&
    forms[last.id]
    ? evidenceDraft(last.interrupt, forms[last.id])
    : null;
}
