import { sectionTexts } from './section-texts';

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
