import { EFFECTS, TURN_RULE, type Effect } from '../policy/policy';
import type { ITranslator } from '../text/translator';
import { spoken } from '../text/spoken';

/** Who or what decided, to append to a decision: "by you", "by the rule “reading”". */
export function deciderText(by: string, trans: ITranslator): string {
  switch (by) {
    case 'person':
      return trans.__('by you');
    case 'timeout':
      return trans.__('by the time limit');
    case 'stop':
      return trans.__('by Stop');
    default:
      return trans.__('by the rule “%1”', ruleText(by, trans));
  }
}

/**
 * What a standing rule permits, in a few words; an unknown name is returned as
 * it is.
 */
export function ruleText(rule: string, trans: ITranslator): string {
  if (rule === TURN_RULE) {
    return trans.__('the rest of the turn');
  }
  if (rule === 'own-markdown') {
    return trans.__('its own Markdown');
  }
  const [scope, name = ''] = rule.split(/:(.*)/);
  if (scope === 'server') {
    const [server, tool = ''] = name.split(/\/(.*)/);
    return trans.__('the tool %1 of %2', spoken(tool), spoken(server));
  }
  if (scope === 'tool') {
    return trans.__('the tool %1', spoken(name));
  }
  const effect = EFFECTS.find(each => each === name);
  if (effect === undefined) {
    return rule;
  }
  switch (scope) {
    case 'always':
      return effectWords(effect, trans);
    case 'notebook':
      return trans.__('%1 in this notebook', effectWords(effect, trans));
    default:
      return rule;
  }
}

function effectWords(effect: Effect, trans: ITranslator): string {
  return {
    read: trans.__('reading'),
    edit: trans.__('changing cells'),
    execute: trans.__('running code'),
    write: trans.__('writing files'),
    shell: trans.__('running commands'),
    network: trans.__('using the network')
  }[effect];
}
