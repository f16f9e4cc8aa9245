import { ENGLISH, type IReportResult } from '../../contract';
import { reportResultText } from './report-result-text';

const RESULT: IReportResult = {
  outcome: 'saved',
  kind: 'report',
  title: 'T',
  paths: [],
  sections: [],
  approved: true,
  changes: [],
  untraced: [],
  reason: ''
};

describe('what came of a report', () => {
  it.each<[Partial<IReportResult>, string]>([
    [{ paths: ['a.md', 'a.html'] }, 'Report saved: a.md, a.html.'],
    [
      { paths: ['a.md'], reason: 'The PDF is printed.' },
      'Report saved: a.md. The PDF is printed.'
    ],
    [
      { reason: 'The PDF is printed.' },
      'Your report is ready to print. The PDF is printed.'
    ],
    [
      { outcome: 'rejected', reason: 'No time' },
      'The report was not written. No time'
    ]
  ])('%j is told', (more, text) => {
    expect(reportResultText({ ...RESULT, ...more }, ENGLISH)).toBe(text);
  });
});
