import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import { hashText, type IEvidence } from '../../../contract';
import { spoken } from '../../../contract/text/spoken';
import { fileContent, gatherEvidence } from '../../../report';
import type { IReportText } from '../host/host-sources';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';
import { fileName } from '../../../contract/text/path-from-root';

/**
 * Gathers cells with their outputs, files that the person named and no others,
 * results of plans and earlier conversations, and the kernel's variables by name
 * and type. Nothing is run. After a cell ran again, only cells are read.
 */
export const gatherNode =
  ({ sources, say, trans }: IReportPorts) =>
  async (
    { report, notebook, plan, evidence, found, rerun }: ReportStateValue,
    { signal }: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const isAgain = rerun.length > 0;
    const searches = plan?.searches === true;
    const files = isAgain ? [] : await gatherFiles();
    if (!searches) {
      return { found: { files } };
    }
    const read = await sources.notebook();
    const { versions, missing } = await sources.packages();
    const { evidence: cells, leftOut } = await gatherEvidence(read, {
      earlier: evidence,
      signal
    });
    // Those of the outputs: a kernel that did not make them says nothing of them.
    const isPresent = !cells.some(
      ({ stale }) => stale.includes('unknown') || stale.includes('other-kernel')
    );
    return {
      found: isAgain
        ? { ...found, cells }
        : {
            cells,
            files,
            conversations: (await sources.conversations(notebook)).flatMap(
              each => textEvidence(each, 'conversation')
            ),
            variables: (await sources.variables()).flatMap(each =>
              textEvidence(each, 'variables')
            )
          },
      ...(!isAgain && { leftOut }),
      kernel: (isPresent && read.kernel?.name) || '',
      packages: isPresent ? versions : {},
      packagesMissing: isPresent
        ? missing
        : trans.__('not known, since another kernel made the outputs')
    };

    async function gatherFiles(): Promise<IEvidence[]> {
      const texts: IEvidence[] = [];
      for (const path of plan?.files ?? []) {
        try {
          texts.push(...textEvidence(await sources.file(path), 'file'));
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
      return texts;
    }
  };

/**
 * Turns a text from outside the notebook into evidence; none if it is empty.
 */
function textEvidence(
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
          title: fileName(name),
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
