import type { IEvidence } from '../../../contract';
import { personalData } from '../nodes/check';
import { ReportSite, begin } from './report-site';

/** A notebook or a file made to do harm does not prevent a report. */

const textPiece = (id: string, text: string): IEvidence => ({
  id,
  source: { notebook: 'a.ipynb', cellId: id, output: 0, executionCount: 1 },
  title: '',
  content: { kind: 'text', text },
  hash: id,
  sourceHash: id,
  time: null,
  stale: [],
  cut: false,
  relevance: 1
});

it.each([
  ['a name, blanks and a mark', `abc${' '.repeat(19_000)}!\n`.repeat(3)],
  ['one long word', 'a'.repeat(20_000)],
  ['one long number', `mean ${'1'.repeat(19_000)}`]
])('a notebook that prints %s is looked through to its end', (_, text) => {
  const pieces = Array.from({ length: 40 }, (__, at) =>
    textPiece(`e${at + 1}`, text)
  );
  expect(pieces.flatMap(personalData)).toEqual([]);
});

it('a checklist of empty lines holds what stands between them', async () => {
  const site = new ReportSite();
  site.files.set(
    'cellwright-report.md',
    `${'\n'.repeat(900_000)}- [ ] Names the rows\n${'\n'.repeat(900_000)}  * Names the limits`
  );
  const page = site.page();
  await begin(page);
  expect(await page.question()).toMatchObject({ kind: 'report-plan' });
});

it('a template is a file that is one by its name', async () => {
  const site = new ReportSite();
  site.files.set('patients.csv', 'name,age\nSmith,44');
  const page = site.page();
  await begin(page, { template: 'patients.csv' });
  expect(await page.question()).toMatchObject({ kind: 'report-plan' });
  expect(
    page.of('report-line').map(({ text }: { text: string }) => text)
  ).toEqual([expect.stringContaining('ends in .md or .docx')]);
});
