import type { ISkillInfo, ITranslator } from '../../contract';
import type { CompletionItem } from '../state/mention-at';

/**
 * Skills whose name begins with what was typed, then those that contain it, and
 * the words that the panel handles itself.
 */
export function matchingSkills(
  skills: readonly ISkillInfo[],
  query: string,
  trans: ITranslator
): CompletionItem[] {
  const known = [
    {
      name: 'report',
      detail: trans.__('Write a report from this notebook'),
      does: { opens: 'report' as const }
    },
    ...skills.map(({ name, description }) => ({
      name,
      detail: description,
      does: { insert: `/${name} ` }
    }))
  ];
  return known
    .map(each => ({ ...each, at: each.name.indexOf(query) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => Number(one.at > 0) - Number(other.at > 0))
    .map(({ name, detail, does }) => ({ ...does, label: `/${name}`, detail }));
}
