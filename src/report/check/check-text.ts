import type { Root, RootContent } from 'mdast';

import type { IReportNotebook } from '../../contract';
import { gatherEvidence } from '../evidence/gather-evidence';
import { readMarkdown } from '../model/read-markdown';
import { nodeText } from '../model/node-text';
import { traceNumbers, type ITracedReport } from '../numbers/trace-numbers';
import type { ICheckedNumber } from './check-report';
import { recordedNumber } from './evidence-record';

/**
 * The same for a report without a record: its numbers are looked for in the
 * notebook's present outputs. It is unknown whether they were ever there.
 *
 * @param languages that the report may be written in; the one in which most
 * numbers are found is used.
 */
export async function checkText(
  report: string | Root,
  notebook: IReportNotebook,
  languages: readonly string[],
  signal?: AbortSignal
): Promise<ICheckedNumber[]> {
  const { evidence } = await gatherEvidence(notebook, {
    most: Infinity,
    signal
  });
  const tree = ownText(
    typeof report === 'string' ? readMarkdown(report) : report
  );
  const cells = new Map(evidence.map(({ id, source }) => [id, source.cellId]));
  const [best] = languages
    .map(language => traceNumbers(tree, evidence, language))
    .sort((one, other) => lost(one) - lost(other));
  return (best?.numbers ?? []).map(number => {
    const { match, closest } = number;
    return {
      ...recordedNumber(number),
      now: match ? 'stands' : 'gone',
      instead: closest?.text ?? null,
      cellId: match ? (cells.get(match.id) ?? null) : null
    };
  });
}

function lost({ numbers }: ITracedReport): number {
  return numbers.filter(({ match }) => match === null).length;
}

/**
 * Leaves out what we wrote about the report itself: times, versions, hashes.
 */
function ownText({ children }: Root): Root {
  const shown = children.filter(({ type }) => type !== 'footnoteDefinition');
  const [heading, list] = shown.slice(-2);
  const isAbout =
    heading?.type === 'heading' && list?.type === 'list' && namesNotebook(list);
  return { type: 'root', children: isAbout ? shown.slice(0, -2) : shown };
}

function namesNotebook(node: RootContent): boolean {
  return /\.ipynb(\s|$)/m.test(nodeText(node));
}
