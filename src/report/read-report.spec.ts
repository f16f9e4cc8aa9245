import { nodeText, nodesIn } from './model/tree';
import { readReport } from './read-report';
import {
  plotEvidence,
  tableEvidence,
  textEvidence
} from './stories/evidence-samples';

const EVIDENCE = [
  textEvidence('e1', 'mean 4201.754386, share 0.4186'),
  tableEvidence('e2', ['a', 'b'], [['x', '5076.0']]),
  plotEvidence('e3')
];

const read = (
  markdown: string,
  language = 'en'
): ReturnType<typeof readReport> => readReport(markdown, EVIDENCE, language);

describe('a report as a model writes it', () => {
  it('has numbers out of evidence, as they stand or rounded', () => {
    const { tree, problems } = read(
      'Mean {{e1.value}}, {{e1.value:1}}, share {{e1.value2:1%}}, cell {{e2.r1c2:0}}, {{e2.rows}} row.'
    );
    expect(nodeText(tree)).toBe(
      'Mean 4,201.754386, 4,201.8, share 41.9%, cell 5,076, 1 row.'
    );
    expect(problems).toEqual([]);
  });

  it('has them with the decimal mark of its language', () => {
    expect(nodeText(read('{{e1.value:1}}', 'de').tree)).toBe('4.201,8');
  });

  it.each([
    [
      'de',
      '17,9\u00a0%, 18\u00a0%, 21,6\u00a0%, 18,0\u00a0%, 0,676 million, 1.250k, 17,9%'
    ],
    ['en', '17.9%, 18%, 21.6%, 18.0%, 0.676 million, 1,250k, 17.9%']
  ])('has them with what stands behind them, in %s', (language, text) => {
    const { tree } = readReport(
      '{{e1.value}}, {{e1.value:0}}, {{e1.value2}}, {{e1.value5:1%}}, {{e1.value3}}, {{e1.value4}}, {{e1.value:1}}%',
      [textEvidence('e1', 'p 17.9%, +21.6%, 0.676 million, 1,250k, q 0.18')],
      language
    );
    expect(nodeText(tree)).toBe(text);
  });

  it('has the sign of a percentage once, whoever wrote it', () => {
    const { tree } = readReport(
      '{{e1.value:0}} percent, {{e1.value:1}} %, {{e1.value}} per year, $p = {{e1.value:1}}\\%$, $q = {{e1.value:1}}$',
      [textEvidence('e1', 'p 17.93%')],
      'en'
    );
    expect(nodeText(tree)).toContain('18 percent, 17.9 %, 17.93% per year, ');
    expect(
      [...nodesIn(tree)].flatMap(node =>
        node.type === 'inlineMath' ? node.value : []
      )
    ).toEqual(['p = 17.9\\%', 'q = 17.9\\%']);
  });

  it('knows what a rounded number was', () => {
    const { tree } = read('{{e1.value:1}} {{e2.rows}}');
    expect(JSON.stringify(tree)).toContain('"from":"4201.754386"');
    expect(JSON.stringify(tree)).toContain('"from":null');
  });

  it.each([
    ['a line that names no piece', 'Mean {{e1.value}} g.', ['e1']],
    ['one that names another', 'Mean **{{e1.value}}**[[e2]].', ['e2', 'e1']],
    ['one that names it', 'Mean [[e1]] {{e1.value}}, {{e1.value2}}.', ['e1']],
    ['each line for itself', '- {{e1.value}}\n- {{e1.value}}', ['e1', 'e1']],
    [
      'a table, once',
      '| a | b |\n|--|--|\n| {{e1.value}} | {{e2.r1c2}} |\n| {{e1.value2}} | 1 |',
      ['e1', 'e2']
    ],
    ['a caption of another piece', '![Mean {{e1.value}}](e3)', ['e1']],
    ['a caption of its own', '![Mean {{e2.r1c2}}](e2)', []],
    ['a heading, which stands in the contents', '# {{e1.value}}', []]
  ])(
    'refers to what a number was put in from: %s',
    (_, markdown, references) => {
      const found = JSON.stringify(read(markdown).tree).match(
        /(?<="type":"evidenceReference","id":")e\d/g
      );
      expect(found ?? []).toEqual(references);
    }
  );

  it('says which references lead nowhere', () => {
    const { tree, problems } = read(
      'A [[e1]] [[e9]] {{e9.value}} {{e1.value7}}'
    );
    expect(problems).toEqual([
      { text: 'e9', written: '[[e9]]' },
      { text: 'e9 value', written: '{{e9.value}}' },
      { text: 'e1 value7', written: '{{e1.value7}}' }
    ]);
    // A note stands right behind its word.
    expect(nodeText(tree)).toBe('A [?] [?]');
  });

  it('has figures and tables where their images stand, each counted for itself', () => {
    const { tree } = read(
      '![Weights](e3)\n\n![By species](e2)\n\n![](e3)\n\n![Mean of {{e1.value:0}}](e1)\n\nIn a line ![x](e3).'
    );
    expect(
      tree.children.map(node =>
        node.type === 'figure'
          ? [node.kind, node.number, node.id, node.alt]
          : node.type
      )
    ).toEqual([
      ['figure', 1, 'e3', 'Weights'],
      ['table', 1, 'e2', 'By species'],
      ['figure', 2, 'e3', 'What e3 shows'],
      ['listing', 1, 'e1', 'Mean of 4,202'],
      'paragraph'
    ]);
    expect(JSON.stringify(tree.children[4])).toContain('evidenceReference');
  });

  it('fetches no image, leads to pages alone, and has HTML as text', () => {
    const { tree } = read(
      '![pixel](https://evil.example/x.png) [a](javascript:alert(1)) [b](https://example.org/) <img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\n[r]: javascript:alert(1)\n\n[r] ![i][r]'
    );
    const json = JSON.stringify(tree);
    expect(json).not.toMatch(
      /"type":"(html|image|definition|linkReference|imageReference)"/
    );
    expect(json).not.toContain('"url":"javascript');
    expect(json).toContain('"url":"https://example.org/"');
    expect(nodeText(tree)).toContain('<script>alert(1)</script>');
  });

  it('tells prices from formulas', () => {
    const { tree } = read('It costs $5 and $10, or $x^2$ in all, from $5-$10.');
    expect(JSON.stringify(tree).match(/"inlineMath"/g)).toHaveLength(1);
    expect(nodeText(tree)).toBe(
      'It costs $5 and $10, or x^2 in all, from $5-$10.'
    );
  });

  it.each([
    ['quotes in quotes', '>'.repeat(20_000)],
    ['lists in lists', `${'- '.repeat(20_000)}x`],
    ['brackets', '['.repeat(20_000)],
    ['emphasis', '*a _b '.repeat(5_000)],
    ['marks', '[[e1'.repeat(20_000)]
  ])('comes to an end with %s that are made to be slow', (_, hostile) => {
    expect(() => read(hostile)).not.toThrow();
  });
});
