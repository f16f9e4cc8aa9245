import type { IPolicy, IServerToolRule } from '../../contract';
import { EFFECTS, NEVER_ALWAYS } from '../../contract/policy/policy';

/**
 * Everything that a policy allows without a card, each with a name. This makes
 * two policies comparable, whatever their rules are bound to.
 */
export function letThrough(policy: IPolicy): string[] {
  return [
    ...EFFECTS.filter(
      effect => !NEVER_ALWAYS.has(effect) && policy.effects[effect] === 'allow'
    ).map(effect => nameOf('always', effect)),
    ...(policy.markdown === 'allow' ? [nameOf('markdown')] : []),
    ...Object.entries(policy.interruptOn)
      .filter(([, on]) => on === false)
      .map(([tool]) => nameOf('tool', tool)),
    ...(policy.serverTools ?? []).map(nameOfServerTool),
    ...policy.packages.map(name => nameOf('package', name)),
    ...policy.languages.map(name => nameOf('language', name)),
    ...policy.notebooks.flatMap(({ effects, ...bound }) =>
      effects.map(effect => nameOf('notebook', effect, bound))
    )
  ];
}

/** What one policy allows and the other, which replaces it, does not. */
export function revokedRules(before: IPolicy, after: IPolicy): string[] {
  const left = new Set(letThrough(after));
  return letThrough(before).filter(name => !left.has(name));
}

/** A policy that asks about each of these. */
export function without(policy: IPolicy, names: readonly string[]): IPolicy {
  if (names.length === 0) {
    return policy;
  }
  const gone = new Set(names);
  const effects = { ...policy.effects };
  for (const effect of EFFECTS) {
    if (gone.has(nameOf('always', effect))) {
      effects[effect] = 'ask';
    }
  }
  return {
    ...policy,
    effects,
    markdown: gone.has(nameOf('markdown')) ? 'ask' : policy.markdown,
    interruptOn: Object.fromEntries(
      Object.entries(policy.interruptOn).filter(
        ([tool, on]) => on !== false || !gone.has(nameOf('tool', tool))
      )
    ),
    ...(policy.serverTools && {
      serverTools: policy.serverTools.filter(
        rule => !gone.has(nameOfServerTool(rule))
      )
    }),
    packages: policy.packages.filter(
      name => !gone.has(nameOf('package', name))
    ),
    languages: policy.languages.filter(
      name => !gone.has(nameOf('language', name))
    ),
    notebooks: policy.notebooks.flatMap(rule => {
      const { effects: all, ...bound } = rule;
      const left = all.filter(
        effect => !gone.has(nameOf('notebook', effect, bound))
      );
      return left.length === all.length
        ? [rule]
        : left.length > 0
          ? [{ ...rule, effects: left }]
          : [];
    })
  };
}

function nameOfServerTool(rule: IServerToolRule): string {
  const { address, tool, hash, notebook, repeat = false } = rule;
  return nameOf('server', address, tool, hash, notebook, repeat);
}

function nameOf(...parts: unknown[]): string {
  return JSON.stringify(parts);
}
