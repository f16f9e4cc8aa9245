import { REVIEW } from '../stories/report-samples';
import {
  isFileName,
  isFolder,
  reviewDraft,
  withInserted
} from './review-draft';

describe('what becomes of a finished report', () => {
  it.each(['', ' ', '../report', 'a/b', 'a\\b', '..', '.', 'a\u0000b'])(
    'takes no name like “%s”',
    name => expect(isFileName(name)).toBe(false)
  );

  it.each(['report', 'Bericht 2026', '보고서', 'a.b'])(
    'takes a name like “%s”',
    name => expect(isFileName(name)).toBe(true)
  );

  it.each(['..', 'a/../b', 'a//b', 'a/./b', 'a\\b'])(
    'takes no folder like “%s”',
    folder => expect(isFolder(folder)).toBe(false)
  );

  it.each(['', 'work', 'work/reports', '/work/'])(
    'takes a folder like “%s”',
    folder => expect(isFolder(folder)).toBe(true)
  );

  it('puts a clause at the end of its section, past headings in code', () => {
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

  it('begins as a Word document where a template of Word is filled in', () => {
    expect(reviewDraft(REVIEW, undefined).forms).toEqual(['md']);
    expect(
      reviewDraft({ ...REVIEW, docxTemplate: 'letter.docx' }, undefined).forms
    ).toEqual(['docx']);
  });

  it('keeps of an earlier page only what fits this card', () => {
    expect(
      reviewDraft(REVIEW, {
        hash: 'hr',
        markdown: 3,
        forms: ['docx', 'exe'],
        sections: ['s2', 's9'],
        doing: 'save',
        editing: 'yes'
      })
    ).toMatchObject({
      markdown: REVIEW.markdown,
      forms: ['docx'],
      sections: ['s2'],
      doing: 'save',
      editing: false
    });
    expect(reviewDraft(REVIEW, { hash: 'other', markdown: 'x' }).markdown).toBe(
      REVIEW.markdown
    );
  });
});
