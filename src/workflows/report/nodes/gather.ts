import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import { hashText, type IEvidence } from '../../../contract';
import { spoken } from '../../../contract/text/spoken';
import { fileContent, gatherEvidence } from '../../../report';
import type { IReportPorts, IReportText } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

/** Gathers cells, their outputs and Markdown. Nothing is run. */
export const gatherCellsNode =
  ({ sources, trans }: IReportPorts) =>
  async (
    { notebook, evidence }: ReportStateValue,
    { signal }: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const read = await sources.notebook(notebook);
    const { versions, missing } = await sources.packages();
    const cells = await gatherEvidence(read, { earlier: evidence, signal });
    // Those of the outputs: a kernel that did not make them says nothing of them.
    const isPresent = !cells.evidence.some(
      ({ stale }) => stale.includes('unknown') || stale.includes('other-kernel')
    );
    return {
      found: { cells },
      kernel: (isPresent && read.kernel?.name) || '',
      packages: isPresent ? versions : {},
      packagesMissing: isPresent
        ? missing
        : trans.__('not known, since another kernel made the outputs')
    };
  };

/** Gathers files that the person named; no others are read. */
export const gatherFilesNode =
  ({ sources, say, trans }: IReportPorts) =>
  async ({ report, plan }: ReportStateValue): Promise<ReportUpdate> => {
    const evidence: IEvidence[] = [];
    for (const path of plan?.files ?? []) {
      try {
        evidence.push(...textEvidence(await sources.file(path), 'file'));
      } catch (error) {
        say({
          type: 'report-line',
          report,
          text: trans.__(
            '%1 was not read: “%2”',
            spoken(path),
            error instanceof Error ? error.message : String(error)
          )
        });
      }
    }
    return { found: { files: { evidence, leftOut: 0 } } };
  };

/** Gathers results of plans and of earlier conversations on this notebook. */
export const gatherPastNode =
  (ports: IReportPorts) =>
  ({ report, notebook }: ReportStateValue): Promise<ReportUpdate> =>
    gatherTexts(ports, report, 'conversation', () =>
      ports.sources.conversations(notebook)
    );

/** Gathers the kernel's variables, by name and type. */
export const gatherVariablesNode =
  (ports: IReportPorts) =>
  ({ report, notebook }: ReportStateValue): Promise<ReportUpdate> =>
    gatherTexts(ports, report, 'variables', () =>
      ports.sources.variables(notebook)
    );

/** Gathers texts that a report can do without: a failure is only reported. */
async function gatherTexts(
  { say, trans }: IReportPorts,
  report: string,
  from: 'conversation' | 'variables',
  read: () => Promise<IReportText[]>
): Promise<ReportUpdate> {
  try {
    const evidence = (await read()).flatMap(each => textEvidence(each, from));
    return { found: { [from]: { evidence, leftOut: 0 } } };
  } catch (error) {
    console.warn('Cellwright: a report continues without', from, error);
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

/**
 * Turns a text from outside the notebook into evidence; none if it is empty.
 */
export function textEvidence(
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
