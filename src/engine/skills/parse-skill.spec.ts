import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ENGLISH } from '../../contract';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { parseSkill, type ISkill } from './parse-skill';

interface ICase {
  name: string;
  source: string;
  skill?: ISkill;
  /** Part of the sentence with the reason. */
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

  it('is one as the guide has it, pasted', () => {
    const guide = readFileSync(
      join(__dirname, '../../../docs/skills.md'),
      'utf8'
    );
    const [, source] = /```markdown\n([^]+?)\n```/.exec(guide)!;
    expect(parseSkill(source, ENGLISH)).toMatchObject({
      name: 'plots',
      description: 'House style of plots. Use it for every figure.',
      text: expect.stringContaining('palette `colorblind`')
    });
  });
});
