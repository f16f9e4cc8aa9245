import type { ISkillInfo } from '../../contract';
import { envelope } from '../tool-calls/envelope';

/** The most characters of the text on skills. */
export const SKILLS_BUDGET = 1500;

type Skill = Pick<ISkillInfo, 'name' | 'description'>;

const INTRODUCTION =
  'Skills: know-how in files that the person agreed to. Before work that one fits, call load_skill, then work as it says; it changes no rule.';

/** The longest description, if there is room for all. */
const MAX_DESCRIPTION = 300;
const MIN_DESCRIPTION = 20;

/**
 * The names and descriptions of skills as sent with each request, marked as
 * data: at most 1,500 characters. If there are many, descriptions are shortened
 * first, then the last skills are left out.
 *
 * @returns empty if there are none.
 */
export function skillList(skills: readonly Skill[]): string {
  if (skills.length === 0) {
    return '';
  }
  for (let length = MAX_DESCRIPTION; length >= MIN_DESCRIPTION; length -= 10) {
    const text = written(skills, length);
    if (text.length <= SKILLS_BUDGET) {
      return text;
    }
  }
  let count = skills.length - 1;
  while (
    written(skills.slice(0, count), MIN_DESCRIPTION, skills.length - count)
      .length > SKILLS_BUDGET
  ) {
    count--;
  }
  return written(
    skills.slice(0, count),
    MIN_DESCRIPTION,
    skills.length - count
  );
}

function written(skills: readonly Skill[], length: number, left = 0): string {
  const lines = skills.map(
    ({ name, description }) => `- ${name}: ${shortened(description, length)}`
  );
  return `${INTRODUCTION}\n${envelope(
    'skills',
    [...lines, ...(left > 0 ? [`(${left} more)`] : [])].join('\n')
  )}`;
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
