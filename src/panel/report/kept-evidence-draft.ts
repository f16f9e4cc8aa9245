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
 * What the person has made of the evidence that waits. Where it is the card
 * that came back since cells ran again, what they had ticked and moved stays.
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

/** The draft on the card whose cells were run again just before this one. */
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
