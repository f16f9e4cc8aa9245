import { DecompressionStream } from 'node:stream/web';

import {
  Document,
  Footer,
  Header,
  Packer,
  PageBreak,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun
} from 'docx';
import { unzipSync, zipSync } from 'fflate';

import { readReport } from '../../read-report';
import {
  OPTIONS,
  plotEvidence,
  reportOf,
  tableEvidence,
  textEvidence
} from '../../stories/evidence-samples';
import { compareDocx, ownDocument } from '../../stories/own-document';
import { readDocx } from '../../stories/read-docx';
import {
  DocxTemplateError,
  readDocxTemplate
} from '../../templates/read-docx-template';
import { type DocxValue, fillDocxTemplate } from './fill-docx-template';

// Every browser has it, but jsdom does not.
Object.assign(globalThis, { DecompressionStream });

const EVIDENCE = [
  textEvidence('e1', 'mean 4201.754386'),
  tableEvidence('e2', ['species', 'mass'], [['Adelie', '3700.7']]),
  plotEvidence('e3')
];

const packed = async (
  ...sections: ConstructorParameters<typeof Document>[0]['sections']
): Promise<Uint8Array> =>
  new Uint8Array(await Packer.toArrayBuffer(new Document({ sections })));

/** A table of one row. */
const tableOf = (...cells: Paragraph[][]): Table =>
  new Table({
    rows: [
      new TableRow({
        children: cells.map(children => new TableCell({ children }))
      })
    ]
  });

/**
 * A letter with placeholders in its text, a table, its header and its footer.
 */
const template = () =>
  packed({
    headers: {
      default: new Header({
        children: [new Paragraph('Letterhead {{company}}')]
      })
    },
    footers: {
      default: new Footer({ children: [new Paragraph('{{office}}')] })
    },
    children: [
      new Paragraph({
        children: [
          new TextRun({ text: 'Dear {{cust', bold: true }),
          new TextRun({ text: 'omer}}', italics: true }),
          new TextRun(', due {{due: date}}, {{note?}}.')
        ]
      }),
      new Paragraph('{{results: section}}'),
      new Paragraph('Mean: {{mean: number}} g'),
      tableOf([new Paragraph('{{table: table}}')]),
      new Paragraph('Text that stays as it is.')
    ]
  });

const part = (markdown: string): DocxValue =>
  readReport(markdown, EVIDENCE, 'en').tree;

const filled = (own: Uint8Array, values: Record<string, DocxValue>) =>
  fillDocxTemplate(
    own,
    new Map(Object.entries(values)),
    reportOf('', EVIDENCE),
    OPTIONS
  );

describe('two values that name one source', () => {
  it('share its note, numbered with those of the template', async () => {
    const { file } = await filled(await template(), {
      results: part('One[[e1]], and again[[e2]].\n\nMore[[e3]].'),
      mean: part('{{e1.value}}'),
      office: 'Oslo'
    });
    const { xml, footer, footnotes } = readDocx(file.data as Uint8Array);
    expect(footnotes.match(/Cell \[3\]\./g)).toHaveLength(3);
    expect(xml.match(/<w:footnoteReference\b/g)).toHaveLength(3);
    expect(footer).toContain('Oslo');
    expect(xml).toMatch(/NOTEREF _RefNote1 [^]{0,300}>1</);
  });
});

describe("a person's own Word document", () => {
  it('has everything around its blanks as before: text, styles, lists, margins, images', async () => {
    const own = ownDocument();
    const { file, missing } = await filled(own, {
      customer: 'Müller & 김',
      company: 'ACME',
      mean: part('{{e1.value:1}}[[e1]]'),
      plot: part('![Weights](e3)'),
      results: part(
        '## Part\n\nText with a [page](https://example.org) and `code`.\n\n1. one\n\n- two\n\n> said\n\n```\nx = 1\n```\n\n![By species](e2)'
      )
    });
    expect(missing).toEqual([]);
    expect(compareDocx(own, file.data as Uint8Array)).toEqual({
      lost: [],
      unknown: []
    });
    const read = readDocx(file.data as Uint8Array);
    expect(read.paragraphs).toEqual(
      expect.arrayContaining([
        ['House', 'Between ACME and the customer.'],
        ['Normal', 'Customer: Müller & 김, of age.'],
        ['List Number', 'second clause'],
        ['Heading 1', 'Results'],
        ['Heading 1', 'Part'],
        ['Intense Quote', 'Signed,']
      ])
    );
    // The value takes the formatting of the blank.
    expect(read.xml).toMatch(/<w:b\/>(?:(?!<\/w:r>)[^])*Müller &amp; 김/);
    expect(read.tables.at(-1)).toEqual([
      ['Item', 'Value'],
      ['Mean', '4,201.8 g']
    ]);
    expect(read.pictures.map(([alt]) => alt)).toEqual([null, 'Weights']);
    expect(read.headers).toContain(true);
  });

  it('gets its plots as they are, and is not packed anew around them', async () => {
    const own = ownDocument();
    const { file } = await filled(own, { plot: part('![Weights](e3)') });
    const media = (bytes: Uint8Array): string[] =>
      Object.entries(unzipSync(bytes))
        .filter(([name]) => name.startsWith('word/media/'))
        .map(([, data]) => Buffer.from(data).toString('base64'));
    const plot = EVIDENCE[2].content as { data: string };
    const [before, after] = [media(own), media(file.data as Uint8Array)];
    expect(after.sort()).toEqual([...before, plot.data].sort());
  });

  it('has no paragraph of optional blanks that stay empty, but one in each cell and all with more than text', async () => {
    const own = await packed(
      {
        headers: {
          default: new Header({ children: [new Paragraph('{{note?}}')] })
        },
        children: [
          new Paragraph('before'),
          new Paragraph({
            children: [new TextRun('{{no'), new TextRun('te?}} {{day?}}')]
          }),
          new Paragraph('Version: {{note?}}'),
          new Paragraph('{{must}}'),
          new Paragraph({
            children: [new TextRun('{{note?}}'), new PageBreak()]
          }),
          tableOf(
            [new Paragraph('{{note?}}')],
            [new Paragraph('{{note?}}'), new Paragraph('{{day?}}')]
          ),
          new Paragraph('{{filled?}}')
        ]
      },
      { children: [new Paragraph('after')] }
    );
    const { file } = await filled(own, { filled: 'yes' });
    const { paragraphs, tables, xml } = readDocx(file.data as Uint8Array);
    expect(paragraphs.map(([, text]) => text.trim())).toEqual([
      'before',
      'Version:',
      '{{must}}',
      '',
      'yes',
      'after'
    ]);
    expect(tables).toEqual([[['', '']]]);
    expect(xml.match(/<w:br w:type="page"/g)).toHaveLength(1);
    expect(xml.match(/<w:sectPr/g)).toHaveLength(2);
  });

  it('keeps what nobody gave a value, and says so', async () => {
    const { file, missing } = await filled(await template(), { customer: 'A' });
    expect(missing.join()).toBe('due,results,mean,table,company,office');
    expect(readDocx(file.data as Uint8Array).xml).toContain(
      '{{results: section}}'
    );
  });

  it('takes a value that looks like a placeholder as text', async () => {
    const { file } = await filled(await template(), {
      customer: '{{company}} {{customer}}',
      company: 'SECRET'
    });
    const [, first] =
      readDocx(file.data as Uint8Array).paragraphs.find(([, text]) =>
        text.startsWith('Dear')
      ) ?? [];
    expect(first).not.toContain('SECRET');
    expect(first?.replaceAll('\u2060', '')).toContain(
      'Dear {{company}} {{customer}}'
    );
  });

  it('is refused where it is no Word document', async () => {
    for (const bytes of [
      new TextEncoder().encode('hello'),
      new Uint8Array(0),
      new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])
    ]) {
      expect(() => readDocxTemplate(bytes)).toThrow(DocxTemplateError);
    }
    expect(() => readDocxTemplate(new Uint8Array(21_000_000))).toThrow(
      'too large'
    );
    const bomb = zipSync({ 'word/document.xml': new Uint8Array(110_000_000) });
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(() => readDocxTemplate(bomb)).toThrow('too large');
    const broken = (await template()).map((byte, at) =>
      at > 40 && at < 4000 ? 7 : byte
    );
    expect(() => readDocxTemplate(broken)).toThrow(DocxTemplateError);
  });
});
