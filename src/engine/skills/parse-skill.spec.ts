import { ENGLISH } from '../../contract';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { parseSkill, type ISkill } from './parse-skill';

interface ICase {
  name: string;
  source: string;
  skill?: ISkill;
  /** Part of the sentence that says why. */
  refused?: string;
}

const CASES = readCorpus<ICase>('skills').map((each): [string, ICase] => [
  each.name,
  each
]);

describe('a SKILL.md', () => {
  it.each(CASES)(
    'is read for what it says, or refused in words: %s',
    (_name, { source, skill, refused }) => {
      expect(parseSkill(source, ENGLISH)).toEqual(
        skill ?? { problem: expect.stringContaining(refused as string) }
      );
    }
  );

  it('is refused however long what it is made of', () => {
    for (const part of ['a: ', '- ', '[', '"', "'", '\u200b', ':', '(']) {
      const source = `---\nname: a\ndescription: ${part.repeat(20_000)}\n---\nx`;
      expect(parseSkill(source, ENGLISH)).toHaveProperty('problem');
    }
  });
});
