import { ENGLISH, type ITranslator } from '../../contract';
import {
  BUILT_IN_TEMPLATES,
  documentWords,
  readTemplate,
  traceNumbers,
  withLocalTables,
  writeDocx,
  writeHtml
} from '..';
import { writeTypst } from '../lazy-chunk';
import {
  OPTIONS,
  plotEvidence,
  reportOf,
  tableEvidence,
  textEvidence
} from './evidence-samples';
import { nodeText } from '../model/tree';
import { readDocx } from './read-docx';

const PAGE: ITranslator = {
  ...ENGLISH,
  __: (text, ...args) => `page:${ENGLISH.__(text, ...args)}`
};

const PIECES = [
  textEvidence(
    'e1',
    'mean 4201.754386\nrows 2111\nyear 2012\nleft -3.25\ndebt 1,234,567,890,123.45'
  ),
  plotEvidence('e2'),
  tableEvidence('e3', ['town', 'mean'], [['Ulm 1.5', '0.7497']])
];
const report = (language: string, text: string) => {
  const plain = reportOf(text, PIECES, { language });
  return withLocalTables({
    ...plain,
    tree: traceNumbers(plain.tree, PIECES, language).tree
  });
};

describe('a document', () => {
  it.each([
    ['5241.679999999999', '5,241.68', '5241.68'],
    ['10349.460000000001', '10,349.46', '10349.46'],
    ['0.30000000000000004', '0.3', '0.3'],
    ['3.141592653589793', '3.141592653589793', '3.141592653589793'],
    ['1.00000000000001', '1.00000000000001', '1.00000000000001'],
    ['1732982400.123456789', '1732982400.123456789', '1732982400.123456789']
  ])(
    'has %s without the digits that only tell how it is stored, in its text and its tables',
    (printed, inText, inTable) => {
      const pieces = [
        textEvidence('e1', `total ${printed}`),
        tableEvidence('e2', ['total'], [[printed]])
      ];
      const { tree, evidence } = withLocalTables(
        reportOf('{{e1.value}} and {{e2.r1c1}}', pieces, { language: 'en' })
      );
      expect(nodeText(tree)).toBe(`${inText} and ${inText}`);
      expect(evidence[1].content).toMatchObject({
        table: { rows: [[inTable]] }
      });
    }
  );

  it.each([
    ['en', 'Figure 1', 'Evidence', 'About this report', 'Cell [3]'],
    ['de-AT', 'Abbildung 1', 'Belege', 'Zu diesem Bericht', 'Zelle [3]'],
    ['ko', '그림 1', '근거', '이 보고서에 대하여', '셀 [3]'],
    ['fr', 'Figure 1', 'Sources', 'À propos de ce rapport', 'Cellule [3]'],
    ['es', 'Figura 1', 'Evidencias', 'Acerca de este informe', 'Celda [3]'],
    ['ja', '図 1', '根拠', 'このレポートについて', 'セル [3]'],
    ['zh-Hans', '图 1', '依据', '关于本报告', '单元格 [3]'],
    ['pt', 'page:Figure 1', 'page:Evidence', 'page:About', 'page:Cell [3]']
  ])(
    'says what is not its text in its own language: %s',
    async (language, figure, evidence, about, cell) => {
      const document = report(language, 'One[[e1]].\n\n![A plot](e2)');
      const options = { ...OPTIONS, trans: documentWords(language, PAGE) };
      const word = readDocx((await writeDocx(document, options)).data as never);
      const paragraphs = word.paragraphs.map(([, text]) => text).join('\n');
      const html = String((await writeHtml(document, options)).data);
      const { main } = await writeTypst(document, options);
      for (const words of [figure, about]) {
        expect(paragraphs).toContain(words);
        expect(html).toContain(words);
        expect(main).toContain(words);
      }
      expect(word.footnotes).toContain(cell);
      expect(main).toContain(cell);
      expect(html).toContain(cell);
      expect(html).toContain(evidence);
    }
  );

  it.each([
    ['en', '{{e1.value}}', '4,201.754386'],
    ['de', '{{e1.value}}', '4.201,754386'],
    ['de', '{{e1.value:1}}', '4.201,8'],
    ['de', '{{e1.value5}}', '1.234.567.890.123,45'],
    ['fr', '{{e1.value2}}', '2\u202f111'],
    ['de', '{{e1.value3}}', '2012'],
    ['de', '{{e1.value4}}', '-3,25'],
    ['de', '{{e1.value4:abs}}', '3,25'],
    ['en', '{{e1.value4:abs1}}', '3.3'],
    ['en', '{{e1.value:.1f}}', '4,201.8'],
    ['de', '`{{e1.value:,.2f}}`', '4.201,75']
  ])(
    'writes numbers as its readers do: %s %s',
    async (language, mark, text) => {
      const document = report(language, `It is ${mark}[[e1]].`);
      const { data } = await writeHtml(document, OPTIONS);
      expect(
        new DOMParser()
          .parseFromString(String(data), 'text/html')
          .querySelector('main p')
          ?.textContent?.replace('\u2212', '-')
      ).toBe(`It is ${text}[1].`);
    }
  );

  it('shows tables with its own decimal mark, and words and ids as they are', () => {
    const [, , { content }] = report('de', '![Means](e3)').evidence;
    expect(content).toMatchObject({ table: { rows: [['Ulm 1.5', '0,7497']] } });
    const [, , english] = report('en', '![Means](e3)').evidence;
    expect(english).toEqual(PIECES[2]);
  });

  it('never shows what stands for a number, or for a piece', async () => {
    const document = report(
      'en',
      'A {{e65.r6c3}}, {{e1}}, {{e1.value:long}}, [[e77]], $R = {{e1.value:1}}$.\n\nIn a line ![with {{e1.value:1}}](e2).'
    );
    const html = String((await writeHtml(document, OPTIONS)).data);
    expect(html).not.toMatch(/[{[]{2}|r6c3/);
    expect(html).toContain('4,201.8');
  });
});

describe('the templates that come with us', () => {
  it.each(['de', 'ko', 'fr', 'es', 'ja', 'zh'])(
    'have their title and headings in %s',
    language => {
      const words = documentWords(language, ENGLISH);
      const plain = Object.values(BUILT_IN_TEMPLATES).flatMap(text => {
        const { title, sections } = readTemplate(text);
        return [title, ...sections.map(each => each.title)];
      });
      expect(
        plain.filter(
          text =>
            words.__(text) === text &&
            !['Question', 'Description', 'Evaluation'].includes(text)
        )
      ).toEqual([]);
    }
  );
});
