import {
  JSONExt,
  type PartialJSONObject,
  type PartialJSONValue
} from '@lumino/coreutils';

import type { INotebookRule, InterruptOn, IPolicy } from '../../contract';
import {
  NOTEBOOK_RULE,
  SERVER_TOOL_RULE
} from '../../contract/agent/agent-settings';
import { EFFECTS, NEVER_ALWAYS } from '../../contract/policy/policy';
import { isText } from './read-settings';
import { isRecord } from '../../contract/util/is-record';

/**
 * Writes the rules over those in the file, in the form of `schema/plugin.json`.
 * Only what differs is written: the other rules in the file, and anything that
 * could not be read, stay as they are.
 *
 * @param raw what the file has under `policy`.
 * @returns undefined if what is there cannot have rules added to it.
 */
export function policyInSettings(
  raw: unknown,
  before: IPolicy,
  after: IPolicy
): PartialJSONObject | undefined {
  const policy = raw ?? {};
  if (!isRecord(policy)) {
    return undefined;
  }
  const written: Record<string, unknown> = { ...policy };
  for (const effect of EFFECTS) {
    if (
      !NEVER_ALWAYS.has(effect) &&
      after.effects[effect] !== before.effects[effect]
    ) {
      written[effect] = after.effects[effect];
    }
  }
  for (const name of ['markdown', 'descriptionPrefix'] as const) {
    if (after[name] !== before[name]) {
      written[name] = after[name];
    }
  }
  const [old, lasting] = [lastingPolicy(before), lastingPolicy(after)];
  for (const [name, schema] of [
    ['notebooks', NOTEBOOK_RULE],
    ['serverTools', SERVER_TOOL_RULE]
  ] as const) {
    const rules: readonly { effects?: unknown; lasts?: unknown }[] =
      lasting[name] ?? [];
    if (differ(old[name] ?? [], rules)) {
      const list = policy[name] ?? [];
      if (!Array.isArray(list)) {
        return undefined;
      }
      written[name] = [
        ...rules.map(({ lasts: _, ...rule }) => rule),
        ...list.filter(rule => !schema.safeParse(rule).success)
      ];
    }
  }
  for (const name of ['packages', 'languages'] as const) {
    if (differ(before[name], after[name])) {
      written[name] = [...after[name]];
    }
  }
  if (differ(before.interruptOn, after.interruptOn)) {
    const tools = policy.interruptOn ?? {};
    if (!isRecord(tools)) {
      return undefined;
    }
    written.interruptOn = toolRules(tools, before, after);
  }
  return written as PartialJSONObject;
}

/** A policy without the parts that end with the page. */
export function lastingPolicy(policy: IPolicy): IPolicy {
  return {
    ...policy,
    notebooks: policy.notebooks.flatMap(rule => partOfRule(rule, false) ?? []),
    serverTools: (policy.serverTools ?? []).filter(
      ({ lasts }) => lasts === 'ever'
    )
  };
}

/** The rules for tools: the changed ones replaced, the others as they are. */
function toolRules(
  raw: Record<string, unknown>,
  { interruptOn: before }: IPolicy,
  { interruptOn: after }: IPolicy
): Record<string, unknown> {
  const rules = { ...raw };
  for (const tool of Object.keys({ ...before, ...after })) {
    if (!Object.hasOwn(after, tool)) {
      delete rules[tool];
    } else if (differ(before[tool], after[tool])) {
      rules[tool] = plain(after[tool]);
    }
  }
  return rules;
}

export function differ(one: unknown, other: unknown): boolean {
  return !JSONExt.deepEqual(
    { value: one as PartialJSONValue },
    { value: other as PartialJSONValue }
  );
}

/** Settings are JSON: a description that is a function cannot be stored. */
function plain(on: InterruptOn): boolean | PartialJSONObject {
  if (typeof on === 'boolean') {
    return on;
  }
  const { allowedDecisions, description } = on;
  return {
    allowedDecisions,
    ...(isText(description) && { description })
  };
}

/** The part of a rule that ends with the page, or outlives it; null for none. */
export function partOfRule(
  rule: INotebookRule,
  endsWithPage: boolean
): INotebookRule | null {
  const effects = rule.effects.filter(
    effect => NEVER_ALWAYS.has(effect) === endsWithPage
  );
  return effects.length > 0 ? { ...rule, effects } : null;
}
