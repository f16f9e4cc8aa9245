import type { IEvidence, IReportSection } from '../../../contract';
import { SearchIndex } from '../../../search';

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
export async function pieceRelevance(
  evidence: readonly IEvidence[],
  sections: readonly IReportSection[]
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const index = indexOf(evidence);
  const all = new Map<string, ReadonlyMap<string, number>>();
  for (const { id, title, answers, search } of sections) {
    const hits = await index.search([...search, title, answers].join(' '), {
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
export async function piecesByWords(
  words: readonly string[],
  evidence: readonly IEvidence[]
): Promise<IEvidence[]> {
  const byId = new Map(evidence.map(each => [each.id, each]));
  const hits = await indexOf(evidence).search(words.join(' '), {
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
