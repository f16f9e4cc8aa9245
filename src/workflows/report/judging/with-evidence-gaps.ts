import type { IReportFinding, ITranslator } from '../../../contract';
import type { ReportStateValue } from '../state/report-state';

/**
 * Adds to the findings of the finished text: if an item of the checklist is not
 * met, and the evidence did not meet it either, the finding says so, since
 * writing the text again will not help.
 */
export function withEvidenceGaps(
  {
    checklist,
    concerns,
    findings
  }: Pick<ReportStateValue, 'checklist' | 'concerns' | 'findings'>,
  trans: ITranslator
): IReportFinding[] {
  const isOpen = ({ check, state, text }: IReportFinding): boolean =>
    // An item that nobody judged has a different text here.
    check === 'checklist' && state === 'failed' && checklist.includes(text);
  const lacking = new Set(concerns.filter(isOpen).map(({ text }) => text));
  return findings.map(each =>
    isOpen(each) && lacking.has(each.text)
      ? {
          ...each,
          text: trans.__('%1 (not in the evidence either)', each.text)
        }
      : each
  );
}
