import { sectionTexts, sourceFaults } from './section-texts';

describe('the sections of a report', () => {
  it('are what stands under their headings', () => {
    const text =
      '# Report\n\nIntro\n\n## Data \\& more\n\nRows.\n\n### Below\n\n```\n## Result\n```\n\n## Result\n\n- one\n- two\n';
    expect([...sectionTexts(text, ['Data & more', 'Result'])]).toEqual([
      [0, 'Rows.\n\n### Below\n\n```\n## Result\n```'],
      [1, '- one\n- two']
    ]);
  });

  it('are told apart where two have one title', () => {
    const text = '## A\n\none\n\n## A\n\ntwo';
    expect([...sectionTexts(text, ['A', 'A']).values()]).toEqual([
      'one',
      'two'
    ]);
  });

  it('lack what was taken out', () => {
    expect([...sectionTexts('## B\n\nx', ['A', 'B']).keys()]).toEqual([1]);
  });
});

it.each([
  ['<b>bold</b>', true, 0],
  ['`<b>` and\n\n```\n<b>\n```', false, 0],
  ['[a](javascript:alert(1)) [b](https://example.org)', false, 1],
  ['a < b and c > d', false, 0]
])('a text has HTML, or links to nowhere: %j', (source, html, links) => {
  const faults = sourceFaults(source);
  expect([faults.html, faults.deadLinks.length]).toEqual([html, links]);
});
