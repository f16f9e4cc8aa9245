import type { IReportResult, ITranslator } from '../../contract';

import { visibleName, visibleText } from '../render/visible-text';

/** The result of a report, in a sentence. */
export function reportResultText(
  { outcome, paths, reason }: IReportResult,
  trans: ITranslator
): string {
  const why = reason === '' ? [] : [visibleText(reason)];
  const files = paths.map(visibleName).join(', ');
  if (files === '' && (outcome === 'saved' || outcome === 'downloaded')) {
    return [trans.__('Your report is ready to print.'), ...why].join(' ');
  }
  switch (outcome) {
    case 'saved':
      return [trans.__('Report saved: %1.', files), ...why].join(' ');
    case 'downloaded':
      return [trans.__('Report downloaded: %1.', files), ...why].join(' ');
    case 'rejected':
      return [trans.__('The report was not written.'), ...why].join(' ');
    case 'discarded':
      return [trans.__('The report was discarded.'), ...why].join(' ');
    case 'failed':
      return [trans.__('The report could not be created.'), ...why].join(' ');
  }
}
