import type { IReportResult, ITranslator } from '../../contract';

import { visibleName, visibleText } from '../render/visible-text';

/** The result of a report, in a sentence. */
export function reportResultText(
  { outcome, paths, reason }: IReportResult,
  trans: ITranslator
): string {
  const why = reason === '' ? [] : [visibleText(reason)];
  const files = paths.map(visibleName).join(', ');
  const isWritten = outcome === 'saved' || outcome === 'downloaded';
  const said = {
    saved: trans.__('Report saved: %1.', files),
    downloaded: trans.__('Report downloaded: %1.', files),
    rejected: trans.__('The report was not written.'),
    discarded: trans.__('The report was discarded.'),
    stopped: trans.__('The report was stopped.'),
    failed: trans.__('The report could not be created.')
  }[outcome];
  return [
    files === '' && isWritten
      ? trans.__('Your report is ready to print.')
      : said,
    ...why
  ].join(' ');
}
