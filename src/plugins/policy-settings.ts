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
    notebooks: read.items(
      'policy.notebooks',
      isNotebookRule,
      trans.__('a notebook’s path and a list of effects')
    ),
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
    notebooks: notebooks.map(rule => ({ ...rule })),
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
