import type { PartialJSONObject } from '@lumino/coreutils';

import type {
  DecisionType,
  Effect,
  INotebookRule,
  IServerToolRule,
  InterruptOn,
  IPolicy,
  ITranslator
} from '../../contract';
import {
  DEFAULT_POLICY,
  EFFECTS,
  NEVER_ALWAYS
} from '../../contract/policy/policy';
import { isRecord, isText, type SettingsReader } from './settings-reader';

const DECISIONS: readonly DecisionType[] = [
  'approve',
  'edit',
  'reject',
  'respond'
];

/**
 * The standing rules; a rule that would always allow shell or network is
 * refused. A rule that cannot be read means asking: somebody wanted to change
 * the default, but it is not known how.
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
      isStoredRule,
      trans.__(
        'a notebook’s path and id, and a list of effects other than commands and the network'
      )
    ),
    serverTools: read
      .items(
        'policy.serverTools',
        isServerToolRule,
        trans.__('a tool of a server, with its address and hash')
      )
      .map(rule => ({ ...rule, lasts: 'ever' as const })),
    packages: read.texts('policy.packages', []),
    languages: read.texts('policy.languages', []),
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
  const rules = lastingPolicy(after).notebooks;
  if (differ(lastingPolicy(before).notebooks, rules)) {
    const list = policy.notebooks ?? [];
    if (!Array.isArray(list)) {
      return undefined;
    }
    written.notebooks = [
      ...rules.map(rule => ({ ...rule })),
      ...list.filter(rule => !isStoredRule(rule))
    ];
  }
  const trusted = lastingPolicy(after).serverTools ?? [];
  if (differ(lastingPolicy(before).serverTools ?? [], trusted)) {
    const list = policy.serverTools ?? [];
    if (!Array.isArray(list)) {
      return undefined;
    }
    written.serverTools = [
      ...trusted.map(({ lasts: _, ...rule }) => rule),
      ...list.filter(rule => !isServerToolRule(rule))
    ];
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
    notebooks: policy.notebooks.flatMap(rule => lastingRule(rule) ?? []),
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

function differ(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
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

/** The part of a rule that outlives the page; null if there is none. */
function lastingRule(rule: INotebookRule): INotebookRule | null {
  const effects = rule.effects.filter(effect => !NEVER_ALWAYS.has(effect));
  return effects.length > 0 ? { ...rule, effects } : null;
}

/** The part of a rule that ends with the page; null if there is none. */
export function pageRule(rule: INotebookRule): INotebookRule | null {
  const effects = rule.effects.filter(effect => NEVER_ALWAYS.has(effect));
  return effects.length > 0 ? { ...rule, effects } : null;
}

function isStoredRule(value: unknown): value is INotebookRule {
  return (
    isNotebook(value) &&
    Array.isArray(value.effects) &&
    value.effects.every(
      (each: Effect) => EFFECTS.includes(each) && !NEVER_ALWAYS.has(each)
    )
  );
}

function isNotebook(value: unknown): value is Record<string, unknown> {
  return (
    isRecord(value) &&
    isText(value.notebook) &&
    isText(value.root) &&
    (value.id === undefined
      ? Array.isArray(value.cells) && value.cells.every(isText)
      : isText(value.id) && value.id !== '')
  );
}

/** Whether a rule can be stored; one that a card created cannot. */
function isServerToolRule(value: unknown): value is IServerToolRule {
  return (
    isRecord(value) &&
    [value.server, value.address, value.tool, value.hash].every(
      each => isText(each) && each !== ''
    ) &&
    (value.lasts === undefined || value.lasts === 'ever') &&
    (value.said === undefined || isText(value.said)) &&
    (value.repeat === undefined || typeof value.repeat === 'boolean') &&
    (value.notebook === null || isNotebook(value.notebook))
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
