import { visibleText } from '../../../render/visible-text';
import { movedTo, type EvidenceAsked } from '../../../report/evidence-draft';
import { evidenceName } from '../../../report/evidence-texts';
import { usePanel } from '../../common/panel-context';
import { Unfolding } from '../../common/unfolding';
import { EvidencePiece } from './evidence-piece';
import type { IEvidenceList } from './evidence-section';

/** Evidence that no section uses, which can be added to one. */
export function UnusedEvidence({
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
      <Unfolding
        id={`unused-${asked.interrupt_id}`}
        label={trans.__('Not used (%1)', pieces.length)}
      >
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
