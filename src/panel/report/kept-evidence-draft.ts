import type { IPanelState } from '../state/panel-state';
import {
  carriedOver,
  evidenceDraft,
  type EvidenceAsked,
  type IEvidenceDraft
} from './evidence-draft';

const DRAFTS = new WeakMap<
  EvidenceAsked,
  { of: Record<string, unknown> | undefined; draft: IEvidenceDraft }
>();

/**
 * The person's changes to the pending evidence. If the card came back because
 * cells ran again, their ticks and moves are carried over.
 */
export function keptEvidenceDraft(
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
