import { ENGLISH } from '../../../contract';
import { FakeReportPage } from '../../../testing/workflows/fake-report-page';
import { readMarkdown } from '../../model/read-markdown';
import { nodeText } from '../../model/tree';
import { reportOf } from '../../stories/evidence-samples';
import { WHOLE_REPORT } from '../../stories/whole-report';
import { writeMarkdown } from './write-markdown';

const OPTIONS = {
  page: new FakeReportPage(),
  trans: ENGLISH,
  baseName: 'my report'
};

describe('the report as Markdown', () => {
  it('has its plots in files beside it, a drawing as a PNG', async () => {
    const files = await writeMarkdown(WHOLE_REPORT, OPTIONS);
    expect(files.map(({ path, mimeType }) => [path, mimeType])).toEqual([
      ['my report.md', 'text/markdown'],
      ['my report_files/e3.png', 'image/png'],
      ['my report_files/e4.png', 'image/png']
    ]);
    expect(files[0].data).toContain(
      '![Histogram of the mass](my%20report_files/e3.png)'
    );
  });

  it('has tables, captions, formulas, and a note for each reference', async () => {
    const [{ data }] = await writeMarkdown(WHOLE_REPORT, OPTIONS);
    for (const part of [
      '# Penguins of the Palmer islands\n\n## Summary',
      'The mean is **4,201.8 g**[^e1]',
      '| species |   mass |',
      '**Table 1.** Mass by species[^e2] 2 of 344 rows are shown.',
      '$\\alpha x^2$',
      '[^e1]: Cell \\[3].',
      '[^n]: Written by hand.',
      '## About this report',
      '- Packages: pandas 3.1.1'
    ]) {
      expect(data).toContain(part);
    }
  });

  it('is read as what it was written from', async () => {
    const hostile = 'A <script>alert(1)</script> *b* `c` [d](x) | e $f$ #';
    const report = reportOf('', []);
    const [{ data }] = await writeMarkdown(
      {
        ...report,
        tree: {
          type: 'root',
          children: [
            { type: 'paragraph', children: [{ type: 'text', value: hostile }] }
          ]
        }
      },
      OPTIONS
    );
    const again = readMarkdown(String(data));
    expect(nodeText(again.children[1])).toBe(hostile);
    expect(JSON.stringify(again.children[1])).not.toContain('"link"');
    expect(String(data)).not.toMatch(/(?<!\\)<script/);
  });
});
