import { EVIDENCE } from '../stories/report-samples';
import {
  carriedOver,
  chosenEvidence,
  evidenceDraft,
  isEvidenceChanged,
  movedTo,
  shifted,
  ticked,
  unusedEvidence
} from './evidence-draft';

const FRESH = evidenceDraft(EVIDENCE, undefined);

describe('what a person makes of the evidence', () => {
  it('begins as the card has it', () => {
    expect(isEvidenceChanged(EVIDENCE, FRESH)).toBe(false);
    expect(unusedEvidence(EVIDENCE, FRESH).map(({ id }) => id)).toEqual(['e4']);
  });

  it('loses no piece: what is moved is in one place, what is removed is not used', () => {
    let draft = movedTo(FRESH, 'e1', 's1', 's2');
    draft = movedTo(draft, 'e4', null, 's2');
    draft = movedTo(draft, 'e2', 's1', null);
    draft = shifted(draft, 's2', 'e4', -1);
    expect(chosenEvidence(draft)).toEqual([
      { id: 's1', pieces: [] },
      { id: 's2', pieces: ['e3', 'e4', 'e1'] }
    ]);
    expect(unusedEvidence(EVIDENCE, draft).map(({ id }) => id)).toEqual(['e2']);
    expect(isEvidenceChanged(EVIDENCE, draft)).toBe(true);
  });

  it('ticks a piece anew where it is moved to', () => {
    const draft = movedTo(ticked(FRESH, 's1', 'e1', false), 'e1', 's1', 's2');
    expect(chosenEvidence(draft)[1].pieces).toEqual(['e3', 'e1']);
  });

  it('goes no further than the ends of a section', () => {
    expect(shifted(FRESH, 's1', 'e1', -1)).toEqual(FRESH);
    expect(shifted(FRESH, 's1', 'e2', 1)).toEqual(FRESH);
  });

  it.each([
    { hash: 'another' },
    { hash: 'he', sections: [{ id: 's9', pieces: [] }] },
    { hash: 'he', sections: [{ id: 's1' }, { id: 's2' }] },
    { hash: 'he', off: [3] }
  ])('takes nothing from an earlier page that does not fit', stored => {
    expect(evidenceDraft(EVIDENCE, stored)).toEqual(FRESH);
  });

  it('is carried over to the card that comes back when cells ran again', () => {
    const before = movedTo(ticked(FRESH, 's1', 'e2', false), 'e1', 's1', 's2');
    const asked = {
      ...EVIDENCE,
      hash: 'he2',
      pieces: EVIDENCE.pieces.filter(({ id }) => id !== 'e3')
    };
    expect(chosenEvidence(carriedOver(asked, before))).toEqual([
      { id: 's1', pieces: [] },
      { id: 's2', pieces: ['e1'] }
    ]);
  });
});
