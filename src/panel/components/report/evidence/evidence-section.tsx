import { useEffect, useRef, type SyntheticEvent } from 'react';

import type { IEvidencePiece, IEvidenceSection } from '../../../../contract';
import { visibleText } from '../../../render/visible-text';
import {
  isTicked,
  movedTo,
  shifted,
  ticked,
  type EvidenceAsked,
  type IEvidenceDraft
} from '../../../report/evidence-draft';
import { evidenceName } from '../../../report/evidence-texts';
import { usePanel } from '../../common/panel-context';
import { EvidencePiece } from './evidence-piece';

/** What all sections of the card share. */
export interface IEvidenceList {
  asked: EvidenceAsked;
  draft: IEvidenceDraft;
  disabled: boolean;
  onChange(draft: IEvidenceDraft): void;
  /** Asks for cells to be run again. */
  onRun(pieces: string[], event: SyntheticEvent): void;
}

/** The evidence of one section. */
export function EvidenceSection({
  asked,
  draft,
  disabled,
  section,
  at,
  onChange,
  onRun
}: IEvidenceList & { section: IEvidenceSection; at: number }) {
  const store = usePanel();
  const { trans } = store.services;
  const root = useRef<HTMLElement>(null);
  /** Selector of a control that gets focus once it is rendered. */
  const next = useRef<string | null>(null);
  useEffect(() => {
    if (next.current !== null) {
      (
        root.current?.querySelector<HTMLElement>(next.current) ?? root.current
      )?.focus();
      next.current = null;
    }
  }, [draft]);
  const { id, title, answers, summary } = section;
  const pieces = (draft.sections[at]?.pieces ?? []).flatMap(
    piece => asked.pieces.find(each => each.id === piece) ?? []
  );
  const none = !pieces.some(piece => isTicked(draft, id, piece.id));
  const named = visibleText(title);
  const place = (piece: IEvidencePiece, to: string | null) => {
    const index = pieces.indexOf(piece);
    const other = pieces[index + 1] ?? pieces[index - 1];
    next.current = other ? control(other.id, 'tick') : '*';
    store.announce(
      to === null
        ? trans.__(
            '“%1” is not used now.',
            evidenceName(piece, asked.pieces, trans)
          )
        : trans.__(
            '“%1” is now in “%2”.',
            evidenceName(piece, asked.pieces, trans),
            visibleText(
              asked.sections.find(each => each.id === to)?.title ?? ''
            )
          )
    );
    onChange(movedTo(draft, piece.id, id, to));
  };
  const shift = (piece: IEvidencePiece, by: -1 | 1) => {
    const to = pieces.indexOf(piece) + by;
    const still = to + by >= 0 && to + by < pieces.length ? by : -by;
    next.current = control(piece.id, still < 0 ? 'up' : 'down');
    store.announce(
      trans.__(
        '“%1” is now %2 of %3.',
        evidenceName(piece, asked.pieces, trans),
        to + 1,
        pieces.length
      )
    );
    onChange(shifted(draft, id, piece.id, by));
  };
  return (
    <section
      ref={root}
      className="jp-Cellwright-evidenceSection"
      aria-label={named}
      tabIndex={-1}
    >
      <h4>{named}</h4>
      {answers ? (
        <p className="jp-Cellwright-hint">{visibleText(answers)}</p>
      ) : null}
      {summary ? <p>{visibleText(plainReferences(summary))}</p> : null}
      {none ? (
        <p className="jp-Cellwright-hint">
          {trans.__(
            'Nothing is ticked here, so this section will say that there is no evidence.'
          )}
        </p>
      ) : null}
      <ol className="jp-Cellwright-evidence">
        {pieces.map((piece, index) => (
          <EvidencePiece
            key={piece.id}
            piece={piece}
            pieces={asked.pieces}
            ticked={isTicked(draft, id, piece.id)}
            disabled={disabled}
            sections={asked.sections}
            section={id}
            canRun={asked.canRun}
            first={index === 0}
            last={index === pieces.length - 1}
            onTick={on => onChange(ticked(draft, id, piece.id, on))}
            onShift={by => shift(piece, by)}
            onPlace={to => place(piece, to)}
            onRun={event => onRun([piece.id], event)}
          />
        ))}
      </ol>
    </section>
  );
}

function control(piece: string, name: string): string {
  return `[data-piece="${CSS.escape(piece)}"] [data-control="${name}"]`;
}

/** Shows `[[e1]]` as the card does: as the name in front of its piece. */
function plainReferences(summary: string): string {
  return summary.replace(
    /\[\[\s*(e\d[^\]]*)\]\]/g,
    (_, ids) => `(${ids.trimEnd()})`
  );
}
