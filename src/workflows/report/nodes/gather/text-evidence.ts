import { hashText, type IEvidence } from '../../../../contract';
import { fileContent } from '../../../../report';
import type { IReportText } from '../../state/report-ports';

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
