import {
  OPTIONS,
  evidence,
  PNG,
  reportOf,
  tableEvidence
} from '../stories/evidence-samples';
import { estimatedPages, pdfPages } from './page-count';
import { writeTypst } from './typst/write-typst';

const plot = (id: string, width = 640, height = 480) =>
  evidence(id, {
    kind: 'plot',
    mimeType: 'image/png',
    data: PNG,
    width,
    height
  });
const PIECES = [
  plot('e1'),
  plot('e2'),
  tableEvidence(
    'e3',
    ['a', 'b'],
    Array.from({ length: 30 }, (_, at) => ['x', String(at)])
  ),
  tableEvidence('e4', ['a', 'b'], [['x', '1']]),
  plot('e5', 590, 340)
];
const PARAGRAPH = `${'Twelve words of plain text, as they stand in a report, no more. '.repeat(8)}\n\n`;

describe('the pages of a report', () => {
  // What LibreOffice 7.4 made of the same documents, with the metrics of Times.
  it.each([
    ['a line', 'Little.', 1],
    [
      'a summary with a plot, one page as a PDF too',
      '# T\n\n## A\n\nTwo lines.[[e3]]\n\n## B\n\nOne.[[e4]]\n\n- One\n- Two\n- Three\n\n![P](e5)\n\n## C\n\nOne.',
      1
    ],
    [
      'a summary of 240 words with a plot',
      `# T\n\n## A\n\nThree lines. ${'Twelve words of plain text, as they stand in a report, no more. '.repeat(4)}[[e3]]\n\n## B\n\n${'- One that has twelve words, since each finding is told in a line.\n'.repeat(5)}\n![P](e5)\n\n## C\n\n${'- What to do is said in two lines of this list, so that it is no shorter than what people write, who explain why they want it.\n'.repeat(3)}\n${'Twelve words of plain text, as they stand in a report, no more. '.repeat(3)}[[e4]]`,
      1
    ],
    ['text', PARAGRAPH.repeat(20), 3],
    ['text and plots', `${PARAGRAPH.repeat(8)}![P](e1)\n\n![Q](e2)\n`, 2],
    [
      'Korean',
      `${'이 문장은 보고서에 있는 문장입니다. '.repeat(20)}\n\n`.repeat(12),
      2
    ],
    ['a long table', `${PARAGRAPH.repeat(6)}![T](e3)\n`, 2],
    ['code', `\`\`\`\n${'x = 1\n'.repeat(150)}\`\`\`\n`, 3]
  ])('are estimated for Word: %s', (_, markdown, pages) => {
    expect(estimatedPages(reportOf(markdown, PIECES))).toBe(pages);
  });

  it('are read from a PDF', () => {
    const pdf = new TextEncoder().encode(
      '%PDF-1.7\n2 0 obj\n<<\n  /Type /Pages\n  /Count 3\n  /Kids [1 0 R]\n>>'
    );
    expect(pdfPages(pdf)).toBe(3);
    expect(pdfPages(new Uint8Array([1, 2]))).toBeNull();
  });

  it('hold plots and small tables whole, and begin no page in a long one', async () => {
    const { main } = await writeTypst(
      reportOf(
        '![P](e1)\n\n![S](e4)\n\n![L](e3)\n\n| a |\n|--|\n| 1 |',
        PIECES
      ),
      OPTIONS
    );
    expect(main.match(/breakable: \w+/g)).toEqual([
      'breakable: false',
      'breakable: false',
      'breakable: true',
      'breakable: false'
    ]);
  });
});
