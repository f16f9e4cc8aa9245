import type { ISkillInfo, ITranslator } from '../../contract';
import type { CompletionItem } from './mention-at';

/**
 * Skills whose name begins with what was typed, then those that hold it; and
 * what the panel does itself by such a word.
 */
export function matchingSkills(
  skills: readonly ISkillInfo[],
  query: string,
  reports: boolean,
  trans: ITranslator
): CompletionItem[] {
  const known = [
    ...(reports
      ? [
          {
            name: 'report',
            item: {
              opens: 'report' as const,
              label: '/report',
              detail: trans.__('Write a report from this notebook')
            }
          }
        ]
      : []),
    ...skills.map(({ name, description }) => ({
      name,
      item: {
        insert: `/${name} `,
        label: `/${name}`,
        detail: description
      }
    }))
  ];
  return known
    .map(({ name, item }) => ({ item, at: name.indexOf(query) }))
    .filter(each => each.at >= 0)
    .sort((one, other) => Number(one.at > 0) - Number(other.at > 0))
    .map(({ item }) => item);
}
