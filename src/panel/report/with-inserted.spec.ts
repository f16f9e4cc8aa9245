import { withInserted } from './with-inserted';

describe('what is missing in a report', () => {
  it('is put at the end of its section, past headings in code', () => {
    const text =
      '# T\n\n## A\n\n```\n## B\n```\n\n### A1\n\none\n\n## B\n\ntwo\n';
    expect(withInserted(text, 'A', 'clause')).toBe(
      '# T\n\n## A\n\n```\n## B\n```\n\n### A1\n\none\n\nclause\n\n## B\n\ntwo\n'
    );
    expect(withInserted(text, 'C', 'clause')).toBe(`${text}\nclause\n`);
  });

  it('finds a heading that is closed by marks, however many', () => {
    const marks = '# '.repeat(50_000);
    expect(withInserted(`## A ##\n\n## B ${marks}x`, 'A', 'clause')).toBe(
      `## A ##\n\nclause\n\n## B ${marks}x`
    );
  });
});
