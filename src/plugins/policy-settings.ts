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
import { ruleText } from '../contract/rule-text';
import { isRecord, isText, type SettingsReader } from './settings-reader';

const DECISIONS: readonly DecisionType[] = [
  'approve',
  'edit',
  'reject',
  'respond'
];

/** The standing rules; what would let shell or network always through is refused. */
export function readPolicy(read: SettingsReader, trans: ITranslator): IPolicy {
  const effects = { ...DEFAULT_POLICY.effects };
  for (const effect of EFFECTS) {
    const path = `policy.${effect}`;
    if (!NEVER_ALWAYS.has(effect)) {
      effects[effect] = read.choice(path, effects[effect], ['ask', 'allow']);
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
    markdown: read.choice('policy.markdown', DEFAULT_POLICY.markdown, [
      'ask',
      'allow'
    ]),
    notebooks: read
      .items(
        'policy.notebooks',
        isStoredRule,
        trans.__('a notebook’s path and a list of effects')
      )
      .flatMap(rule => lastingRule(rule) ?? []),
    interruptOn: read.entries(
      'policy.interruptOn',
      isInterruptOn,
      trans.__('true, false, or the decisions a card offers')
    ),
    descriptionPrefix: read.text('policy.descriptionPrefix')
  };
}

/** The rules as `schema/plugin.json` has them. */
export function policyToSettings(policy: IPolicy): PartialJSONObject {
  const { effects, markdown, notebooks, interruptOn, descriptionPrefix } =
    policy;
  return {
    ...Object.fromEntries(
      EFFECTS.map(effect => [
        effect,
        NEVER_ALWAYS.has(effect) ? 'ask' : effects[effect]
      ])
    ),
    markdown,
    notebooks: notebooks.flatMap<PartialJSONObject>(
      rule => lastingRule(rule) ?? []
    ),
    interruptOn: Object.fromEntries(
      Object.entries(interruptOn).map(([tool, on]) => [tool, plain(on)])
    ),
    descriptionPrefix
  };
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

/** What of a rule outlives the page; null where that is nothing. */
function lastingRule(rule: IStoredRule): INotebookRule | null {
  const effects = rule.effects.filter(effect => !NEVER_ALWAYS.has(effect));
  return isBound(rule) && effects.length > 0 ? { ...rule, effects } : null;
}

/** What of a rule ends with the page; null where that is nothing. */
export function pageRule(rule: INotebookRule): INotebookRule | null {
  const effects = rule.effects.filter(effect => NEVER_ALWAYS.has(effect));
  return effects.length > 0 ? { ...rule, effects } : null;
}

/**
 * Why rules that are kept no longer count, in sentences: those of an earlier
 * version knew their notebook by its path, and some were for what never lasts.
 */
export function retiredRules(
  read: SettingsReader,
  trans: ITranslator
): string[] {
  const stored = read.at('policy.notebooks');
  return (Array.isArray(stored) ? stored : [])
    .filter(isStoredRule)
    .flatMap(rule =>
      isBound(rule)
        ? rule.effects
            .filter(effect => NEVER_ALWAYS.has(effect))
            .map(effect =>
              trans.__(
                'What was allowed in “%1” has ended: %2. Commands and the network are allowed until the page is closed, and no longer.',
                rule.notebook,
                ruleText(`always:${effect}`, trans)
              )
            )
        : trans.__(
            'What was allowed in “%1” has ended: it went by the path, and would have held for every other notebook of that name. Allow it once more on a card.',
            rule.notebook
          )
    );
}

/** A rule as any version has kept it. */
type IStoredRule = Pick<INotebookRule, 'notebook' | 'effects'>;

function isStoredRule(value: unknown): value is IStoredRule {
  return (
    isRecord(value) &&
    isText(value.notebook) &&
    Array.isArray(value.effects) &&
    value.effects.every((each): each is Effect =>
      EFFECTS.some(effect => effect === each)
    )
  );
}

function isBound(rule: IStoredRule): rule is INotebookRule {
  const { root, id, cells } = rule as Partial<Record<string, unknown>>;
  return (
    isText(root) &&
    (id === undefined
      ? Array.isArray(cells) && cells.every(isText)
      : isText(id) && id !== '')
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
