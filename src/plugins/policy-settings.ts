import type { PartialJSONObject } from '@lumino/coreutils';

import type {
  DecisionType,
  Effect,
  INotebookRule,
  InterruptOn,
  IPolicy,
  ITranslator
} from '../contract';
import { DEFAULT_POLICY, EFFECTS, NEVER_ALWAYS } from '../contract/policy';
import { isRecord, isText, type SettingsReader } from './settings-reader';

const DECISIONS: readonly DecisionType[] = [
  'approve',
  'edit',
  'reject',
  'respond'
];

/**
 * The standing rules; what would let shell or network always through is refused.
 * A rule that cannot be read asks: it was written to say something else than
 * the default, and nobody knows what.
 */
export function readPolicy(read: SettingsReader, trans: ITranslator): IPolicy {
  const effects = { ...DEFAULT_POLICY.effects };
  for (const effect of EFFECTS) {
    const path = `policy.${effect}`;
    if (!NEVER_ALWAYS.has(effect)) {
      effects[effect] = read.choice(
        path,
        effects[effect],
        ['ask', 'allow'],
        'ask'
      );
    } else if (![undefined, 'ask'].includes(read.at(path) as string)) {
      read.refuse(
        path,
        JSON.stringify(read.at(path)),
        trans.__('a rule for one turn or for one notebook, and never for all'),
        '"ask"'
      );
    }
  }
  return {
    effects,
    markdown: read.choice(
      'policy.markdown',
      DEFAULT_POLICY.markdown,
      ['ask', 'allow'],
      'ask'
    ),
    notebooks: read.items(
      'policy.notebooks',
      isNotebookRule,
      trans.__('a notebook’s path and a list of effects')
    ),
    interruptOn: read.entries<InterruptOn>(
      'policy.interruptOn',
      isInterruptOn,
      trans.__('true, false, or the decisions a card offers'),
      {},
      true
    ),
    descriptionPrefix: read.text('policy.descriptionPrefix')
  };
}

/**
 * The rules as `schema/plugin.json` has them, in the place of those that the
 * file has. Only what differs is written: the rest of the file's rules, and what
 * could not be read of them, stays as it is.
 *
 * @param raw what the file has under `policy`.
 * @returns undefined where something stands there that rules cannot be added to.
 */
export function policyInSettings(
  raw: unknown,
  before: IPolicy,
  after: IPolicy
): PartialJSONObject | undefined {
  const kept = raw ?? {};
  if (!isRecord(kept)) {
    return undefined;
  }
  const written: Record<string, unknown> = { ...kept };
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
  if (differ(before.notebooks, after.notebooks)) {
    const list = kept.notebooks ?? [];
    if (!Array.isArray(list)) {
      return undefined;
    }
    written.notebooks = [
      ...after.notebooks.map(rule => ({ ...rule })),
      ...list.filter(rule => !isNotebookRule(rule))
    ];
  }
  if (differ(before.interruptOn, after.interruptOn)) {
    const rules = kept.interruptOn ?? {};
    if (!isRecord(rules)) {
      return undefined;
    }
    written.interruptOn = toolRules(rules, before, after);
  }
  return written as PartialJSONObject;
}

/** The rules for tools: those that were changed, and the others as they stand. */
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

function differ(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

/** Settings are JSON: a description made by a function cannot be kept. */
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

function isNotebookRule(value: unknown): value is INotebookRule {
  return (
    isRecord(value) &&
    isText(value.notebook) &&
    Array.isArray(value.effects) &&
    value.effects.every((each): each is Effect =>
      EFFECTS.some(effect => effect === each)
    )
  );
}

function isInterruptOn(value: unknown): value is InterruptOn {
  return (
    typeof value === 'boolean' ||
    (isRecord(value) &&
      Array.isArray(value.allowedDecisions) &&
      value.allowedDecisions.length > 0 &&
      value.allowedDecisions.every(each =>
        DECISIONS.some(decision => decision === each)
      ) &&
      (value.description === undefined || isText(value.description)))
  );
}
