import { DecompressionStream } from 'node:stream/web';

import { zipSync } from 'fflate';

import { readReportFile } from '../check/read-report-file';
import { fileContent } from '../evidence/file-content';
import { readDrawing } from '../evidence/image-size';
import { readHtmlTable } from '../evidence/read-html-table';
import { readTextTable } from '../evidence/read-output';
import { readDocxTemplate, unpackDocx } from '../templates/read-docx-template';
import { readTemplate } from '../templates/read-template';
import { cleanDocx } from '../writers/docx/clean-docx';
import { gatherEvidence, readReport, writeMarkdown } from '..';
import {
  OPTIONS,
  codeCell,
  evidence,
  notebookOf,
  printed,
  reportOf
} from './evidence-samples';

// Every browser has it, but jsdom does not.
Object.assign(globalThis, { DecompressionStream });

/**
 * Files and notebooks made to block their reader: each is either read to its
 * end or refused.
 */

const svg = (inside: string, more = ''): string =>
  `${more}<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`;

describe('a template', () => {
  it('with a placeholder of blanks has none there', () => {
    const source = `{{a${' '.repeat(1_000_000)}!}} {{name}}`;
    expect(readTemplate(source).parts.map(({ name }) => name)).toEqual([
      'name'
    ]);
  });

  it('asks for so many parts at most', async () => {
    const all = Array.from({ length: 5_000 }, (_, at) => `{{n${at}}}`);
    expect(readTemplate(all.join(' ')).parts).toHaveLength(200);
    expect(
      readDocxTemplate(docx(`<w:p>${run(all.join(' '))}</w:p>`))
    ).toHaveLength(200);
  });

  it('in Word may have its paragraphs in each other', async () => {
    const deep = 400;
    const bytes = docx(
      `${'<w:p>'.repeat(deep)}${run('{{name}}').repeat(deep)}${'</w:p>'.repeat(deep)}`
    );
    expect(readDocxTemplate(bytes)).toMatchObject([
      { name: 'name', isBlock: false }
    ]);
  });

  it('in Word fetches nothing from elsewhere when it is opened', async () => {
    const relation = (type: string, target: string, mode = 'External') =>
      `<Relationship Id="r${type}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="${mode}"/>`;
    const bytes = docx(
      `<w:p>${run('x')}</w:p>`,
      relation('attachedTemplate', 'https://evil.example/t.dotm') +
        relation('image', '\\\\evil.example\\x.png') +
        relation('oleObject', 'file://evil.example/x', 'external') +
        relation('hyperlink', 'https://good.example/') +
        relation('styles', 'styles.xml', 'Internal')
    );
    const inert = cleanDocx(unpackDocx(bytes));
    const text = [...inert.values()]
      .map(each => new TextDecoder().decode(each))
      .join();
    expect(text).not.toContain('evil.example');
    expect(text).toContain('https://good.example/');
    expect(text).toContain('styles.xml');
    // Word reads this encoding too.
    const utf16 = Buffer.from(`\ufeff<Relationships/>`, 'utf16le');
    expect(() =>
      cleanDocx(new Map([['_rels/.rels', new Uint8Array(utf16)]]))
    ).toThrow('not a Word document');
  });
});

describe('a drawing', () => {
  it('of parts that use each other ten times over is none', () => {
    const parts = Array.from(
      { length: 12 },
      (_, at) => `<g id="g${at}">${`<use href="#g${at + 1}"/>`.repeat(10)}</g>`
    ).join('');
    expect(
      readDrawing(svg(`<defs>${parts}<g id="g12"/></defs><use href="#g0"/>`))
    ).toBeNull();
    const patterns = Array.from(
      { length: 12 },
      (_, at) =>
        `<pattern id="p${at}">${`<rect fill="url(#p${at + 1})"/>`.repeat(10)}</pattern>`
    ).join('');
    expect(
      readDrawing(svg(`${patterns}<rect style="fill: url('#p0')"/>`))
    ).toBeNull();
    expect(readDrawing(svg('<g id="a"><use href="#a"/></g>'))).toBeNull();
    const chain = Array.from(
      { length: 1_500 },
      (_, at) => `<g id="c${at}"><use href="#c${at + 1}"/></g>`
    ).join('');
    expect(readDrawing(svg(chain))).toBeNull();
  });

  it('of many points, each a mark that is used again, is one', () => {
    const points = svg(
      `<defs><path id="m" d="M0 0"/></defs>${'<use href="#m"/>'.repeat(1_000)}`
    );
    expect(readDrawing(points)).not.toBeNull();
  });

  it('that declares itself a hundred thousand times is none', () => {
    expect(readDrawing(svg('', '<!DOCTYPE '.repeat(300_000)))).toBeNull();
  });
});

describe('a notebook', () => {
  it.each([1e300, 1.5, 'x', Infinity])(
    'may say %p of how often it ran: nobody knows then',
    async count => {
      const cell = codeCell('a', [printed('rows 344')], {
        executionCount: count as number
      });
      const { evidence: found } = await gatherEvidence(notebookOf([cell]));
      expect(found[0].source.executionCount).toBeNull();
    }
  );

  it('may say anything of the size of a table', () => {
    const table = '<table><tr><td>1</td></tr></table>';
    for (const words of ['1'.repeat(900_000), `1${' '.repeat(900_000)}x`]) {
      expect(readHtmlTable(`${table}<p>${words}</p>`)?.table.size).toEqual({
        rows: 1,
        columns: 1
      });
    }
    const { size } = readHtmlTable(
      `${table}<p>${'9'.repeat(100)} rows × 2 columns</p>`
    )!.table;
    expect(size.rows === null || Number.isFinite(size.rows)).toBe(true);
    expect(
      readHtmlTable(`${table}<p>344 rows × 7 columns</p>`)?.table.size
    ).toEqual({ rows: 344, columns: 7 });
    const frame = `   a  b\n0  1  2\n[${'9'.repeat(400)} rows x 2 columns]`;
    const read = readTextTable(frame);
    expect(read === null || Number.isFinite(read.table.size.rows)).toBe(true);
  });

  it('may print blanks', () => {
    expect(readTextTable(`  a  b\n${' '.repeat(2_000_000)}x`)).toBeNull();
  });
});

it('a CSV may have a cell of a million digits', async () => {
  const read = fileContent('a.csv', `a,b\n${'1'.repeat(1_000_000)}x,2\n`);
  const piece = evidence('e1', read!.content);
  const [file] = await writeMarkdown(reportOf('![All](e1)', [piece]), OPTIONS);
  expect(String(file.data).length).toBeLessThan(10_000);
  expect(readReport('x', [piece], 'en').problems).toEqual([]);
});

describe('a report that is to be checked', () => {
  it('may be one long word', () => {
    const word = 'a'.repeat(1_000_000);
    expect(readReportFile('a.md', word)).toMatchObject({ notebook: null });
    expect(
      readReportFile('a.md', 'From work/penguins.ipynb, cell 1')
    ).toMatchObject({ notebook: 'work/penguins.ipynb' });
  });

  it('with more numbers than can be looked for is none', () => {
    const many = Array.from({ length: 30_000 }, (_, at) => at).join(' ');
    expect(readReportFile('a.md', many)).toBeNull();
  });
});

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

function run(text: string): string {
  return `<w:r><w:t>${text}</w:t></w:r>`;
}

function docx(body: string, relations = ''): Uint8Array {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  return zipSync(
    Object.fromEntries([
      ['[Content_Types].xml', bytes('<Types/>')],
      [
        '_rels/.rels',
        bytes(
          '<Relationships><Relationship Type="officeDocument" Target="word/document.xml"/></Relationships>'
        )
      ],
      [
        'word/document.xml',
        bytes(
          `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`
        )
      ],
      [
        'word/_rels/document.xml.rels',
        bytes(
          `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations}</Relationships>`
        )
      ]
    ])
  );
}
