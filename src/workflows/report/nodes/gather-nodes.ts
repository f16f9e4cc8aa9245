import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import { hashText, type IEvidence } from '../../../contract';
import { fileContent, gatherEvidence } from '../../../report';
import type { IReportPorts, IReportText } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

type Gatherer = (
  ports: IReportPorts
) => (
  state: ReportStateValue,
  config: LangGraphRunnableConfig
) => Promise<ReportUpdate>;

/** Pieces of a notebook that are looked at. */
const MOST = 1000;

/** Cells, their outputs and Markdown. Nothing is run. */
export const gatherCellsNode: Gatherer =
  ({ sources }) =>
  async ({ notebook, evidence }, { signal }) => {
    const read = await sources.notebook(notebook);
    const { versions, missing } = await sources.packages();
    const cells = await gatherEvidence(read, {
      earlier: evidence,
      most: MOST,
      signal
    });
    return {
      found: { cells },
      kernel: read.kernel?.name ?? '',
      packages: versions,
      packagesMissing: missing
    };
  };

/** Files that the person named; the others are not looked at. */
export const gatherFilesNode: Gatherer =
  ({ sources, say, trans }) =>
  async ({ report, plan }) => {
    const evidence: IEvidence[] = [];
    for (const path of plan?.files ?? []) {
      try {
        evidence.push(...pieceOf(await sources.file(path), 'file'));
      } catch (error) {
        say({
          type: 'report-line',
          report,
          text: trans.__(
            '%1 was not read: %2',
            path,
            error instanceof Error ? error.message : String(error)
          )
        });
      }
    }
    return { found: { files: { evidence, leftOut: 0 } } };
  };

/** Results of plans and of earlier conversations on this notebook. */
export const gatherPastNode: Gatherer =
  ports =>
  ({ report, notebook }) =>
    gatherTexts(ports, report, 'conversation', () =>
      ports.sources.conversations(notebook)
    );

/** What the kernel holds, by name and type. */
export const gatherVariablesNode: Gatherer =
  ports =>
  ({ report, notebook }) =>
    gatherTexts(ports, report, 'variables', () =>
      ports.sources.variables(notebook)
    );

/** What a report can do without: that it failed is said. */
async function gatherTexts(
  { say, trans }: IReportPorts,
  report: string,
  from: 'conversation' | 'variables',
  read: () => Promise<IReportText[]>
): Promise<ReportUpdate> {
  try {
    const evidence = (await read()).flatMap(each => pieceOf(each, from));
    return { found: { [from]: { evidence, leftOut: 0 } } };
  } catch (error) {
    console.warn('Cellwright: a report goes on without', from, error);
    say({
      type: 'report-line',
      report,
      text:
        from === 'variables'
          ? trans.__('The variables of the kernel could not be read.')
          : trans.__('Earlier conversations could not be read.')
    });
    return { found: { [from]: { evidence: [], leftOut: 0 } } };
  }
}

function pieceOf(
  { name, text, time }: IReportText,
  from: 'file' | 'conversation' | 'variables'
): IEvidence[] {
  const read = fileContent(from === 'file' ? name : 'a.md', text);
  const hash = hashText(text);
  return read
    ? [
        {
          id: '',
          source: {
            notebook: name,
            cellId: '',
            output: null,
            executionCount: null,
            from
          },
          title: name.split('/').at(-1) ?? name,
          content: read.content,
          hash,
          sourceHash: hash,
          time,
          stale: [],
          cut: read.cut,
          relevance: 1
        }
      ]
    : [];
}
