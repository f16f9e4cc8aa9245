import { ENGLISH, type IReportResult } from '../../contract';
import { reportAnswer } from './report-workflow';

const RESULT: IReportResult = {
  outcome: 'saved',
  kind: 'report',
  title: 'Penguin mass',
  paths: ['work/penguins.md', 'work/penguins.docx'],
  sections: ['Data', 'Result'],
  approved: true,
  changes: ['The plan was changed by hand.', 'The text was edited by hand.'],
  untraced: ['351', '17'],
  reason: ''
};

describe('what whoever had a report written is told', () => {
  it('is its paths, kind, sections, whether it was approved, what was changed, and its untraced numbers', () => {
    expect(
      reportAnswer(RESULT, { trans: ENGLISH, schemasOnly: false })
    ).toEqual({
      ok: true,
      summary: 'Wrote the report “Penguin mass”',
      text: `The report was written.
kind: report
title: Penguin mass
approved by the person: yes
paths: /work/penguins.md; /work/penguins.docx
sections: Data; Result
changed by the person: The plan was changed by hand.; The text was edited by hand.
numbers that are not in the evidence: 351, 17`
    });
  });

  it('names no number where values are withheld', () => {
    const { text } = reportAnswer(RESULT, {
      trans: ENGLISH,
      schemasOnly: true
    });
    expect(text).toContain('numbers that are not in the evidence: 2');
    expect(text).not.toMatch(/351|17/);
  });
});
