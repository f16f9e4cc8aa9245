import { unzipSync } from 'fflate';

import { type IEvidence } from '../../../contract';
import {
  OPTIONS,
  plotEvidence,
  reportOf,
  textEvidence
} from '../../stories/evidence-samples';
import { type IDocxAsRead, readDocx } from '../../stories/read-docx';
import { WHOLE_REPORT } from '../../stories/whole-report';
import { writeDocx } from './write-docx';

const written = async (
  ...of: Parameters<typeof reportOf>
): Promise<IDocxAsRead> => {
  const { data } = await writeDocx(reportOf(...of), OPTIONS);
  return readDocx(data as Uint8Array);
};

describe('a Word document, as python-docx and pandoc read it', () => {
  let read: IDocxAsRead;

  beforeAll(async () => {
    const file = await writeDocx(WHOLE_REPORT, OPTIONS);
    expect(file.path).toBe('report.docx');
    read = readDocx(file.data as Uint8Array);
  });

  it('has its title, headings and paragraphs in their styles', () => {
    expect(read.title).toBe('Penguins of the Palmer islands');
    expect(read.paragraphs).toEqual(
      expect.arrayContaining([
        ['Title', 'Penguins of the Palmer islands'],
        ['Heading 1', 'Summary'],
        ['Heading 1', 'Results'],
        ['Heading 2', '한국어와 العربية'],
        ['List Paragraph', 'one'],
        ['List Paragraph', 'done'],
        ['Block Quote', 'Quoted words.'],
        ['Code', 'print("<b>")']
      ])
    );
    expect(read.counts.Header).toBeGreaterThanOrEqual(3);
  });

  it('has every table with its header row', () => {
    expect(read.tables.slice(0, 2)).toEqual([
      [
        ['species', 'mass'],
        ['Adelie', '3700.7'],
        ['Gentoo', '5076.0']
      ],
      [
        ['a', 'b'],
        ['Ulm & Köln', '1.5']
      ]
    ]);
    expect(read.headers.slice(0, 2)).toEqual([true, true]);
    expect(read.counts.Table).toBe(2);
  });

  it('has every figure with its alternative text and its caption', () => {
    expect(read.pictures.map(([alt]) => alt)).toEqual([
      'Histogram of the mass',
      'Drawing of the mass'
    ]);
    expect(read.pictures[1][1]).toBeCloseTo(200 / 96, 1);
    const captions = read.paragraphs
      .filter(([style]) => /^caption$/i.test(style))
      .map(([, text]) => text);
    expect(captions).toEqual([
      'Table 1. Mass by species 2 of 344 rows are shown.',
      'Figure 1. Histogram of the mass',
      'Figure 2. Drawing of the mass'
    ]);
    expect(read.counts.Image).toBe(2);
    // What Word makes a list of figures from.
    expect(read.xml.match(/ SEQ \w+/g)).toEqual(
      ['Table', 'Figure', 'Figure'].map(label => ` SEQ ${label}`)
    );
  });

  it('has plots at the resolution they have, scaled to the page', async () => {
    const plot = plotEvidence('e1');
    const content = { ...plot.content, width: 2400, height: 1200 };
    const file = await writeDocx(
      reportOf('![Large](e1)', [{ ...plot, content } as IEvidence]),
      OPTIONS
    );
    const bytes = file.data as Uint8Array;
    const [[, inches]] = readDocx(bytes).pictures;
    expect(inches).toBeCloseTo(600 / 96, 2);
    const media = Object.entries(unzipSync(bytes)).filter(([name]) =>
      name.startsWith('word/media/')
    );
    expect(
      media.map(([, data]) => Buffer.from(data).toString('base64'))
    ).toEqual([(plot.content as { data: string }).data]);
  });

  it('has one footnote a source, which later references name, without ids and hashes', () => {
    expect(read.counts.Note).toBe(5);
    expect(read.footnotes).toContain('>Cell [3].<');
    expect(read.footnotes).not.toMatch(/hash|cell-e1|work\//i);
    expect(read.xml).toMatch(
      /NOTEREF _RefNote1 [^]{0,200}superscript[^]{0,80}>1</
    );
    expect(read.xml).toContain('w:name="_RefNote1"');
    expect(read.footnotes).toContain('The cell was changed after it ran.');
    expect(read.footnotes).toContain('Written by hand.');
  });

  it('has the number of each page, no table of contents where it is short, and links', () => {
    expect(read.footer).toContain('PAGE');
    expect(read.footer).toContain('NUMPAGES');
    expect(read.xml).not.toContain('TOC ');
    expect(read.xml).toContain('w:hyperlink');
    expect(read.pandoc).toContain('(https://example.org/a?b=1&c=2)');
  });

  it('keeps a small table, and its caption, on one page', () => {
    const [, table] = /(<w:tbl>[^]*?<\/w:tbl>)/.exec(read.xml) ?? [];
    const rows = [...String(table).matchAll(/<w:tr>[^]*?<\/w:tr>/g)].map(
      ([row]) => [row.includes('<w:keepNext/>'), row.includes('<w:cantSplit/>')]
    );
    expect(rows).toEqual([
      [true, true],
      [true, true],
      [false, true]
    ]);
  });

  it('has numbers of lists that begin anew', () => {
    expect(read.pandoc).toMatch(/1\.\s+first/);
    expect(read.pandoc).toMatch(/1\.\s+again/);
  });

  it('has lists that begin where they say, each for itself, and look as the quote around them', async () => {
    const { pandoc, paragraphs } = await written(
      '7. seven\n8. eight\n   3. three\n\n- a\n  1. one\n- b\n  1. again\n\n> 5. quoted\n>    - inside\n>\n>    more',
      []
    );
    expect(pandoc.match(/\d+\.(?=[\s>]+[a-z])/g)).toEqual([
      '7.',
      '8.',
      '3.',
      '1.',
      '1.',
      '5.'
    ]);
    expect(
      paragraphs.filter(([, text]) => /quoted|inside|more/.test(text))
    ).toEqual([
      ['Block Quote', 'quoted'],
      ['Block Quote', 'inside'],
      ['Block Quote', 'more']
    ]);
  });

  it('has formulas as a line of text, and any script the right way round', () => {
    const texts = read.paragraphs.map(([, text]) => text);
    expect(texts).toContain('The area is α x² and');
    expect(texts).toContain('a/b');
    expect(texts).toContain('한국어 문장입니다.');
    expect(texts).toContain('هذه جملة عربية.');
    expect(read.xml).toMatch(/<w:bidi\/>[^]*?هذه/);
  });

  it.each([
    ['ar', ['ar', null, 'ar']],
    ['ko-KR', ['ko-KR', 'ko-KR', null]],
    ['en', ['en', null, null]]
  ])('names its language: %s', async (language, languages) => {
    const read = await written('x', [], { language });
    expect(read.languages).toEqual(languages);
  });

  it('in Arabic has its marks, numbers and tables run from the right as well', async () => {
    const { xml } = await written(
      'الوزن هو **4201** (R² = 0.9)[[e1]].\n\n| النوع | الوزن |\n|--|--:|\n| بطريق | 4201 |\n\n| a | b |\n|--|--|\n| c | عربي |',
      [textEvidence('e1', 'mean 4201')],
      { language: 'ar' }
    );
    const runs = [...xml.matchAll(/<w:r>([^]*?)<\/w:r>/g)].map(
      ([, run]): [string, boolean] => [
        /<w:t[ >][^<]*/.exec(run)?.[0].replace(/^[^>]*>/, '') ?? '',
        run.includes('<w:rtl/>')
      ]
    );
    expect(runs).toEqual(
      expect.arrayContaining([
        ['الوزن هو ', true],
        ['4201', true],
        ['.', true],
        ['c', false]
      ])
    );
    expect(xml.match(/<w:bidiVisual\/>/g)).toHaveLength(1);
    expect(xml.indexOf('<w:bidiVisual/>') < xml.indexOf('النوع')).toBe(true);
  });

  it('says of itself how it was made', () => {
    const [, about] = read.paragraphs.at(-1)!;
    expect(about).toMatch(
      /^About this report\. Notebook: work\/penguins\.ipynb · .* · Packages: pandas 3\.1\.1$/
    );
    expect(about).not.toMatch(/Approved|Changed/);
  });

  it('opens whatever characters its texts hold', async () => {
    const { paragraphs } = await written(
      'A \u0000\u0008\ufffe\ud800 <w:p> &amp; ]]> [[e1]]\n\n![x](e1)',
      [{ ...plotEvidence('e1'), title: '<"&\'>' }]
    );
    expect(paragraphs.map(([, text]) => text)).toContain('A  <w:p> & ]]>');
  });

  it('of fifty pages with forty plots is written', async () => {
    const pieces = Array.from({ length: 40 }, (_, at) =>
      plotEvidence(`e${at + 1}`)
    );
    const markdown = pieces
      .map(
        ({ id }) =>
          `## Part ${id}\n\n![Plot ${id}](${id})\n\n${'Words of a page [[' + id + ']]. '.repeat(1)}${'Some words. '.repeat(200)}`
      )
      .join('\n\n');
    const read = await written(markdown, pieces);
    expect([read.counts.Image, read.pictures.length]).toEqual([40, 40]);
    expect(read.xml).toContain('TOC ');
  });
});
