import type { IEvidence } from '../../contract';
import { readMarkdown } from '../model/read-markdown';
import { nodeText } from '../model/tree';
import { readReport } from '../read-report';
import {
  evidence,
  tableEvidence,
  textEvidence
} from '../stories/evidence-samples';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { type ITracedNumber, traceNumbers } from './trace-numbers';

const numbersIn = (
  text: string,
  pieces: IEvidence[] = [],
  language = 'en'
): ITracedNumber[] =>
  traceNumbers(readReport(text, pieces, language).tree, pieces, language)
    .numbers;

describe('numbers of a report', () => {
  it('are marked where they are not in the evidence, and nothing else is changed', () => {
    const source = 'Of **344** birds 117 are new, `x = 5`.';
    const { tree } = traceNumbers(
      readMarkdown(source),
      [textEvidence('e1', '344')],
      'en'
    );
    const marked: string[] = [];
    (function collect(node): void {
      if (node.type === 'untracedNumber') {
        marked.push(node.text);
      } else if ('children' in node) {
        node.children.forEach(collect);
      }
    })(tree as Parameters<typeof nodeText>[0]);
    expect(marked).toEqual(['117', '5']);
    expect(nodeText(tree)).toBe('Of 344 birds 117 are new, x = 5.');
  });

  it('are marked where they are rounded, with what stands in the evidence', () => {
    const { tree } = traceNumbers(
      readMarkdown('Of 4,202 and 4201.75, `4202`.'),
      [textEvidence('e1', 'mean 4201.75')],
      'en'
    );
    expect(tree.children).toMatchObject([
      {
        children: [
          { type: 'text', value: 'Of ' },
          { type: 'roundedNumber', text: '4,202', from: '4201.75' },
          { type: 'text', value: ' and 4201.75, ' },
          { type: 'inlineCode', value: '4202' },
          { type: 'text', value: '.' }
        ]
      }
    ]);
  });

  it.each(
    readCorpus<{
      name: string;
      language: string;
      evidence: string;
      text: string;
      reported: string[];
    }>('report-numbers').map(each => [each.name, each] as const)
  )('are found where they are invented: %s', (_, each) => {
    const pieces = [textEvidence('e1', each.evidence)];
    const numbers = numbersIn(`${each.text} [[e1]]`, pieces, each.language);
    expect(numbers.map(({ how }) => how)).toEqual(each.reported);
  });

  it('come from the evidence that their paragraph refers to, where it has them', () => {
    const pieces = [textEvidence('e1', '344'), textEvidence('e2', '344')];
    const [number] = numbersIn('There are 344 birds [[e2]].', pieces);
    expect(number.match?.id).toBe('e2');
  });

  it('come from the code of the piece that their sentence names, and from no other', () => {
    const pieces = [
      {
        ...textEvidence('e1', 'score 0.97'),
        code: 'fit(n_estimators=200, C=0.5)'
      },
      { ...textEvidence('e2', 'rows 344'), code: 'head(117)' }
    ];
    const numbers = numbersIn(
      'With 200 trees, C = 0.5, not 199.8 nor 117 [[e1]]. And 200 [[e2]].',
      pieces
    );
    expect(numbers.map(({ how, match }) => [how, match?.id])).toEqual([
      ['exact', 'e1'],
      ['exact', 'e1'],
      ['untraced', undefined],
      ['untraced', undefined],
      ['untraced', undefined]
    ]);
  });

  it('are told with the value they may be meant for, and where they stand', () => {
    expect(
      numbersIn('## Weight\n\nThe mean is 4301 g.', [
        textEvidence('e1', 'mean 4201.75')
      ])
    ).toEqual([
      expect.objectContaining({
        text: '4301',
        section: 'Weight',
        context: 'The mean is 4301 g.',
        closest: { id: 'e1', name: 'value', text: '4201.75' }
      })
    ]);
  });

  it('never come from what a model said in a conversation', () => {
    const message = textEvidence('e1', '344');
    const source = { ...message.source, from: 'conversation' as const };
    const numbers = numbersIn('There are 344 birds.', [{ ...message, source }]);
    expect(numbers.map(({ how }) => how)).toEqual(['untraced']);
  });

  it.each([
    [
      'a cell that a model wrote',
      (() => {
        const cell = evidence('e1', { kind: 'markdown', text: 'It is 344.' });
        return { ...cell, source: { ...cell.source, own: true as const } };
      })()
    ],
    [
      'the address of a link',
      evidence('e1', { kind: 'markdown', text: 'See [it](#cell=a344).' })
    ],
    [
      'the number of a heading',
      evidence('e1', { kind: 'markdown', text: '## 344. Models\n\n344. Fit' })
    ],
    [
      'the number of a row',
      evidence('e1', {
        kind: 'table',
        table: {
          header: [['', 'mass']],
          rows: [
            ['344', '5.5'],
            ['12', '6.5']
          ],
          labels: 1,
          size: { rows: null, columns: null }
        }
      })
    ],
    ['an id', tableEvidence('e1', ['PassengerId'], [['344']])],
    ['a day of a date', textEvidence('e1', '2026-03-44')]
  ])('never come from %s', (_, piece) => {
    for (const number of ['344', '44']) {
      const numbers = numbersIn(`There are ${number} birds [[e1]].`, [piece]);
      expect(numbers.map(({ how }) => how)).toEqual(['untraced']);
    }
  });

  it('may count the rows and columns of a table', () => {
    const sizes = [
      tableEvidence('e1', ['a'], [['x']], { rows: 344, columns: 7 })
    ];
    const numbers = numbersIn(
      'There are 344 rows and 7 columns, 8 in all [[e1]].',
      sizes
    );
    expect(numbers.map(({ how }) => how)).toEqual([
      'exact',
      'exact',
      'untraced'
    ]);
  });

  it('in tables, headings, captions, code blocks and formulas are looked at too', () => {
    const numbers = numbersIn(
      '# 11 ways\n\n| a |\n|---|\n| 12 |\n\n- 13\n\n```\n14\n```\n\n$x = 15$\n\n> 16'
    );
    expect(numbers.map(({ text }) => text).join()).toBe('11,12,13,14,15,16');
  });

  it('are found in a text that is made to be slow', () => {
    const hostile = `${'1 '.repeat(20_000)}${'1,'.repeat(20_000)}${'-'.repeat(20_000)}${'a1'.repeat(20_000)}`;
    const { numbers } = traceNumbers(
      {
        type: 'root',
        children: [
          { type: 'paragraph', children: [{ type: 'text', value: hostile }] }
        ]
      },
      [],
      'en'
    );
    expect(numbers.length).toBeGreaterThan(30_000);
  });
});
