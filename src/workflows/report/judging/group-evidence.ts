import type {
  EvidenceChoice,
  EvidenceContent,
  IEvidence,
  IEvidenceSection,
  IReportSection,
  ITranslator
} from '../../../contract';
import { SearchIndex } from '../../../search';

/**
 * Each piece once, in the order it was found, without those that show nothing;
 * ids are not changed.
 */
export function tellingPieces(evidence: readonly IEvidence[]): IEvidence[] {
  const known = new Set<string>();
  return evidence.filter(({ content }) => {
    if (showsNothing(content)) {
      return false;
    }
    // Comparing images directly avoids writing megabytes of plots as JSON.
    const key =
      content.kind === 'plot'
        ? `${content.mimeType} ${content.data}`
        : JSON.stringify(content);
    return !known.has(key) && known.add(key);
  });
}

/** Characters by which that is judged. */
const MAX_JUDGED = 2000;

/**
 * Headings alone, rules and badges, and what Python shows of an object that has
 * nothing to show (`<Axes: >`): no sentence could cite it.
 */
function showsNothing(content: EvidenceContent): boolean {
  if (content.kind !== 'markdown' && content.kind !== 'text') {
    return false;
  }
  const text = content.text.slice(0, MAX_JUDGED).trim();
  return content.kind === 'text'
    ? /^[[(]?(?:\s*<[A-Za-z_][^<>]{0,300}>,?){1,20}\s*[\])]?$/.test(text)
    : !/[\p{L}\p{N}]/u.test(
        text
          .replace(/^[ \t]*#{1,6}[ \t].*$/gm, '')
          .replace(/!?\[[^\]\n]{0,300}\]\([^)\n]{0,1000}\)/g, '')
          .replace(/<[^<>]{0,1000}>/g, '')
      );
}

/**
 * Assigns pieces to sections by their relevance; used when there is no model.
 */
export function groupEvidence(
  sections: readonly IReportSection[],
  evidence: readonly IEvidence[],
  scores: ReadonlyMap<string, ReadonlyMap<string, number>>,
  most: number
): IEvidenceSection[] {
  return sections.map(({ id, title, answers }) => {
    const own = scores.get(id);
    const scoreOf = (piece: IEvidence): number => own?.get(piece.id) ?? 0;
    const best = evidence
      .filter(piece => scoreOf(piece) > 0)
      .sort((one, other) => scoreOf(other) - scoreOf(one))
      .slice(0, most);
    const chosen = new Set(best);
    return {
      id,
      title,
      answers,
      summary: '',
      pieces: evidence.filter(piece => chosen.has(piece)).map(piece => piece.id)
    };
  });
}

/** The sections, each with only the pieces that a person chose for it. */
export function withChoice(
  sections: readonly IEvidenceSection[],
  choice: EvidenceChoice
): IEvidenceSection[] {
  const chosen = new Map(choice.map(({ id, pieces }) => [id, pieces]));
  return sections.map(section => ({
    ...section,
    pieces: chosen.get(section.id) ?? section.pieces
  }));
}

/** How two groupings differ, with a sentence for each piece. */
export function groupingChanges(
  before: readonly IEvidenceSection[],
  after: readonly IEvidenceSection[],
  evidence: readonly IEvidence[],
  trans: ITranslator
): string[] {
  const was = sectionsByPiece(before);
  const is = sectionsByPiece(after);
  const titles = new Map(evidence.map(({ id, title }) => [id, title]));
  /**
   * A person recognises a piece by its title; the card shows the id beside it.
   */
  const named = (id: string): string => {
    const title = titles.get(id);
    return title ? trans.__('“%1” (%2)', title, id) : id;
  };
  return [...new Set([...was.keys(), ...is.keys()])].flatMap(id => {
    const old = was.get(id);
    const now = is.get(id);
    if (old?.join() === now?.join()) {
      return [];
    }
    return old === undefined
      ? [trans.__('%1 was added to “%2”.', named(id), quoted(now))]
      : now === undefined
        ? [trans.__('%1 was taken out of “%2”.', named(id), quoted(old))]
        : [
            trans.__(
              '%1 was moved from “%2” to “%3”.',
              named(id),
              quoted(old),
              quoted(now)
            )
          ];
  });
}

/**
 * Compares with the card before: `new` if the piece was in no section then,
 * `moved` if it was in another one.
 */
export function pieceChange(
  id: string,
  before: readonly IEvidenceSection[] | null,
  after: readonly IEvidenceSection[]
): 'same' | 'new' | 'moved' {
  if (before === null) {
    return 'same';
  }
  const old = sectionsByPiece(before).get(id);
  const now = sectionsByPiece(after).get(id);
  return now === undefined || old?.join() === now.join()
    ? 'same'
    : old === undefined
      ? 'new'
      : 'moved';
}

function quoted(titles: readonly string[] | undefined): string {
  return (titles ?? []).join('”, “');
}

function sectionsByPiece(
  sections: readonly IEvidenceSection[]
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { title, pieces } of sections) {
    for (const id of pieces) {
      found.set(id, [...(found.get(id) ?? []), title]);
    }
  }
  return found;
}

const WEIGHTS = { title: 3, names: 2, text: 1, code: 1 };

/** The first characters of a piece, which decide its relevance. */
const RANKED = 2000;

/** The relevance of a plot if no words match: readers want to see something. */
const PICTURE = 0.05;

/**
 * How relevant pieces of evidence are to sections, judging by their words.
 *
 * @returns for each section, by its id, the relevance of each piece, from 0 to
 * 1.
 */
export function pieceRelevance(
  evidence: readonly IEvidence[],
  sections: readonly IReportSection[]
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const index = indexOf(evidence);
  const all = new Map<string, ReadonlyMap<string, number>>();
  for (const { id, title, answers, search } of sections) {
    const hits = index.search([...search, title, answers].join(' '), {
      limit: evidence.length
    });
    const best = hits[0]?.score ?? 1;
    const scores = new Map(
      evidence.map(each => [
        each.id,
        each.content.kind === 'plot' ? PICTURE : 0
      ])
    );
    for (const hit of hits) {
      scores.set(hit.id, Math.min(1, hit.score / best));
    }
    all.set(id, scores);
  }
  return all;
}

/** The pieces in which words occur, the best first. */
export function piecesByWords(
  words: readonly string[],
  evidence: readonly IEvidence[]
): IEvidence[] {
  const byId = new Map(evidence.map(each => [each.id, each]));
  const hits = indexOf(evidence).search(words.join(' '), {
    limit: evidence.length
  });
  return hits.flatMap(({ id }) => byId.get(id) ?? []);
}

function indexOf(evidence: readonly IEvidence[]): SearchIndex {
  const index = new SearchIndex({ weights: WEIGHTS });
  for (const each of evidence) {
    index.put({ id: each.id, fields: fieldsOf(each) });
  }
  return index;
}

function fieldsOf({
  title,
  heading = '',
  code = '',
  content
}: IEvidence): Record<string, string> {
  const isTable = content.kind === 'table';
  return {
    title: title === heading ? title : `${title} ${heading}`,
    code,
    names: isTable ? content.table.header.flat().join(' ') : '',
    text: isTable
      ? content.table.rows
          .slice(0, 5)
          .map(row => row.join(' '))
          .join('\n')
      : content.kind === 'plot'
        ? ''
        : content.text.slice(0, RANKED)
  };
}
