import type { ISkillInfo } from '../../contract';
import type { CompletionItem } from './mention-at';

/** Skills whose name begins with what was typed, then those that hold it. */
export function matchingSkills(
  skills: readonly ISkillInfo[],
  query: string
): CompletionItem[] {
  return skills
    .map(skill => ({ skill, at: skill.name.indexOf(query) }))
    .filter(each => each.at >= 0)
    .sort((one, other) => Number(one.at > 0) - Number(other.at > 0))
    .map(({ skill: { name, description } }) => ({
      insert: `/${name} `,
      label: `/${name}`,
      detail: description
    }));
}
