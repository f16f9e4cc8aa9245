import { FakeReportPage } from '../../../testing/workflows/fake-report-page';
import {
  OPTIONS as PLAIN,
  reportOf,
  tableEvidence,
  textEvidence
} from '../../stories/evidence-samples';
import { WHOLE_REPORT } from '../../stories/whole-report';
import { traceNumbers } from '../../numbers/trace-numbers';
import { htmlText, writeHtml } from './write-html';

const OPTIONS = {
  ...PLAIN,
  page: new FakeReportPage({
    '\\alpha x^2':
      '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi onclick="alert(1)">α</mi></math>'
  })
};

const parse = (html: string): Document =>
  new DOMParser().parseFromString(html, 'text/html');

describe('the report as one HTML file', () => {
  let page: Document;
  let html: string;

  beforeAll(async () => {
    html = String((await writeHtml(WHOLE_REPORT, OPTIONS)).data);
    page = parse(html);
  });

  it('names no other file, runs nothing, and forbids both', () => {
    const addresses = [...page.querySelectorAll('[src], [href], [srcset]')].map(
      each => each.getAttribute('src') ?? each.getAttribute('href') ?? ''
    );
    expect(
      addresses.filter(
        each => !/^(#|data:image\/|https:\/\/example\.org\/)/.test(each)
      )
    ).toEqual([]);
    expect(
      page.querySelectorAll('script, iframe, object, embed, link, base, form')
    ).toHaveLength(0);
    expect(
      page.querySelector('meta[http-equiv]')?.getAttribute('content')
    ).toMatch(/default-src 'none'; img-src data:/);
  });

  it('has one title, headings in order, and names its language', () => {
    expect(page.documentElement.lang).toBe('en');
    expect(page.title).toBe('Penguins of the Palmer islands');
    expect(
      [...page.querySelectorAll('h1, h2, h3')].map(each => each.textContent)
    ).toEqual([
      'Penguins of the Palmer islands',
      'Summary',
      'Results',
      '한국어와 العربية',
      'Evidence',
      'About this report'
    ]);
  });

  it('has tables with heads and captions, and pictures with alternative text', () => {
    const [table] = page.querySelectorAll('main table');
    expect(table.querySelector('caption')?.textContent).toBe(
      'Table 1. Mass by species[2] 2 of 344 rows are shown.'
    );
    expect(table.querySelectorAll('thead th[scope=col]')).toHaveLength(2);
    expect([...page.querySelectorAll('img')].map(each => each.alt)).toEqual([
      'Histogram of the mass',
      'Drawing of the mass'
    ]);
    expect(page.querySelectorAll('figcaption')).toHaveLength(2);
  });

  it('has plots at the resolution they have, scaled to the page', () => {
    const [plot, drawing] = page.querySelectorAll('figure img');
    const sizeOf = (each: Element): (string | null)[] =>
      ['width', 'height'].map(name => each.getAttribute(name));
    expect(sizeOf(plot)).toEqual(['1', '1']);
    expect(sizeOf(drawing)).toEqual(['200', '100']);
    expect(html).toContain('figure img { max-width: 100%; height: auto;');
    // Exactly the bytes of the evidence.
    const [, , { content }] = WHOLE_REPORT.evidence;
    expect(plot.getAttribute('src')).toBe(
      `data:image/png;base64,${(content as { data: string }).data}`
    );
  });

  it('has the evidence behind each reference in a fold', () => {
    const references = [...page.querySelectorAll('sup a[href^="#e"]')];
    expect(references.length).toBeGreaterThanOrEqual(6);
    for (const each of references) {
      const target = page.querySelector(each.getAttribute('href') ?? '');
      expect(target?.closest('details')?.open).toBe(false);
    }
    expect(
      page.querySelector('#e1')?.closest('details')?.textContent
    ).toContain('mean 4201.754386');
    expect(
      page.querySelector('#e2')?.closest('details')?.textContent
    ).toContain('The cell was changed after it ran.');
  });

  it('is made for light, dark and paper, and lies open to be printed', async () => {
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).toContain('@page');
    expect(html).toContain('table-header-group');
    // A third of a page.
    expect(html).toMatch(/@media print \{[^]*figure img \{ max-height: 95mm;/);
    const printed = parse(
      await htmlText(WHOLE_REPORT, { ...OPTIONS, forPrint: true })
    );
    expect(printed.querySelectorAll('details:not([open])')).toHaveLength(0);
    expect(printed.querySelectorAll('details[open]').length).toBe(4);
  });

  it('has formulas as clean MathML where the page writes it, else as text', () => {
    expect(page.querySelector('math')?.outerHTML).toContain('<mi>α</mi>');
    expect(page.querySelector('.formula')?.textContent).toBe('a/b');
  });

  it('asks for no formula that does more than typeset', async () => {
    const fake = new FakeReportPage();
    await htmlText(reportOf('$\\href{javascript:alert(1)}{x}$ $\\alpha$', []), {
      ...OPTIONS,
      page: fake
    });
    expect(fake.asked).toEqual(['\\alpha']);
  });

  it('shows numbers that are not in the evidence in red, and what was rounded', async () => {
    const pieces = [textEvidence('e1', 'mean 4201.75')];
    const report = reportOf('{{e1.value:0}}, 17 and 4201.8', pieces);
    const { tree } = traceNumbers(report.tree, pieces, 'en');
    const shown = parse(await htmlText({ ...report, tree }, OPTIONS));
    expect(shown.querySelector('mark.untraced')?.textContent).toBe('17');
    expect(
      Array.from(
        shown.querySelectorAll('[title="4201.75 in the notebook"]'),
        each => each.textContent
      )
    ).toEqual(['4,202', '4201.8']);
  });

  it('sets numbers to the right, and what stands for a missing one', async () => {
    const pieces = [
      tableEvidence(
        'e1',
        ['sex', 'mass'],
        [
          ['male', '39.1'],
          ['NA', 'NaN']
        ]
      )
    ];
    const set = parse(
      await htmlText(reportOf('![Mass](e1)', pieces), OPTIONS)
    ).querySelectorAll('main td.number');
    expect([...set].map(each => each.textContent)).toEqual(['39.1', 'NaN']);
  });

  it('runs from the right where its language does', async () => {
    const arabic = parse(
      await htmlText(reportOf('نص', [], { language: 'ar' }), OPTIONS)
    );
    expect(arabic.documentElement.dir).toBe('rtl');
  });
});
