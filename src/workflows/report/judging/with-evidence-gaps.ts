import type { IReportFinding, ITranslator } from '../../../contract';
import type { ReportStateValue } from '../state/report-state';

/**
 * Findings of the finished text. Where an item of the checklist is not met, and
 * was not met by the evidence either, it says so: writing it again won't help.
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
    // What nobody judged is no item as it stands there.
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
