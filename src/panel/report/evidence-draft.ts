import type { EvidenceChoice, OpenQuestion } from '../../contract';

/** The evidence of a report, as it is proposed on the card. */
export type EvidenceAsked = OpenQuestion & { kind: 'evidence' };

/** The person's changes to the evidence so far. */
export interface IEvidenceDraft {
  /** Hash of the card that it was made on. */
  hash: string;
  /** Ids of the pieces in each section, ticked or not, in order. */
  sections: { id: string; pieces: string[] }[];
  /** `section piece` for each piece that is not ticked. */
  off: string[];
  doing: 'modify' | 'reject' | null;
  words: string;
}

/** The draft stored in an earlier page load, if it was made on this card. */
export function evidenceDraft(
  asked: EvidenceAsked,
  stored: Record<string, unknown> | undefined
): IEvidenceDraft {
  const fresh: IEvidenceDraft = {
    hash: asked.hash,
    sections: asked.sections.map(({ id, pieces }) => ({ id, pieces })),
    off: [],
    doing: null,
    words: ''
  };
  if (stored?.hash !== asked.hash) {
    return fresh;
  }
  const { sections, off, doing, words } = stored as Partial<IEvidenceDraft>;
  const isWhole =
    Array.isArray(sections) &&
    sections.length === fresh.sections.length &&
    fresh.sections.every(({ id }, at) => sections[at]?.id === id) &&
    sections.every(({ pieces }) => isTexts(pieces));
  return {
    ...fresh,
    ...(isWhole && { sections }),
    ...(isTexts(off) && { off }),
    doing: doing === 'modify' || doing === 'reject' ? doing : null,
    words: typeof words === 'string' ? words : ''
  };
}

/**
 * Carries ticks and moves over to the card that came back after cells ran
 * again: pieces that are gone are left out, new ones stay where the card puts
 * them.
 */
export function carriedOver(
  asked: EvidenceAsked,
  before: IEvidenceDraft
): IEvidenceDraft {
  const known = new Set(asked.pieces.map(({ id }) => id));
  const placed = new Set(before.sections.flatMap(({ pieces }) => pieces));
  return {
    hash: asked.hash,
    sections: asked.sections.map(({ id, pieces }) => ({
      id,
      pieces: [
        ...(
          before.sections.find(section => section.id === id)?.pieces ?? []
        ).filter(piece => known.has(piece)),
        ...pieces.filter(piece => !placed.has(piece))
      ]
    })),
    off: before.off,
    doing: null,
    words: before.words
  };
}

/** The pieces that a section of the answer keeps: the ticked ones, in order. */
export function chosenEvidence({
  sections,
  off
}: IEvidenceDraft): EvidenceChoice {
  const not = new Set(off);
  return sections.map(({ id, pieces }) => ({
    id,
    pieces: pieces.filter(piece => !not.has(tick(id, piece)))
  }));
}

/** Whether anything differs from the card. */
export function isEvidenceChanged(
  asked: EvidenceAsked,
  draft: IEvidenceDraft
): boolean {
  const chosen = chosenEvidence(draft);
  return asked.sections.some(
    ({ pieces }, at) => pieces.join(' ') !== chosen[at]?.pieces.join(' ')
  );
}

/** Pieces that are in no section, in the order of the card. */
export function unusedEvidence(
  { pieces }: EvidenceAsked,
  { sections }: IEvidenceDraft
): EvidenceAsked['pieces'] {
  const used = new Set(sections.flatMap(section => section.pieces));
  return pieces.filter(({ id }) => !used.has(id));
}

export function isTicked(
  { off }: IEvidenceDraft,
  section: string,
  piece: string
): boolean {
  return !off.includes(tick(section, piece));
}

export function ticked(
  draft: IEvidenceDraft,
  section: string,
  piece: string,
  on: boolean
): IEvidenceDraft {
  const key = tick(section, piece);
  const rest = draft.off.filter(each => each !== key);
  return { ...draft, off: on ? rest : [...rest, key] };
}

/** Moves a piece one place up or down in its section. */
export function shifted(
  draft: IEvidenceDraft,
  section: string,
  piece: string,
  by: -1 | 1
): IEvidenceDraft {
  return within(draft, section, pieces => {
    const at = pieces.indexOf(piece);
    const to = at + by;
    return at < 0 || to < 0 || to >= pieces.length
      ? pieces
      : pieces.toSpliced(at, 1).toSpliced(to, 0, piece);
  });
}

/**
 * Moves a piece out of a section and to the end of another.
 *
 * @param from null for a piece that is in no section.
 * @param to null for none.
 */
export function movedTo(
  draft: IEvidenceDraft,
  piece: string,
  from: string | null,
  to: string | null
): IEvidenceDraft {
  const out =
    from === null
      ? draft
      : within(ticked(draft, from, piece, true), from, pieces =>
          pieces.filter(each => each !== piece)
        );
  return to === null
    ? out
    : within(ticked(out, to, piece, true), to, pieces => [
        ...pieces.filter(each => each !== piece),
        piece
      ]);
}

function within(
  draft: IEvidenceDraft,
  section: string,
  change: (pieces: string[]) => string[]
): IEvidenceDraft {
  return {
    ...draft,
    sections: draft.sections.map(each =>
      each.id === section ? { ...each, pieces: change(each.pieces) } : each
    )
  };
}

function tick(section: string, piece: string): string {
  return `${section} ${piece}`;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(each => typeof each === 'string');
}
