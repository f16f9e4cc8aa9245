import {
  MAX_TOOL_FAILURES,
  sureFromUses,
  type IMemoryEntry,
  type ITranslator,
  type MemoryKind
} from '../../contract';

import { visibleText } from '../render/visible-text';
import { durationText, whenText } from './time-text';

export function memoryKindText(kind: MemoryKind, trans: ITranslator): string {
  return {
    plan: trans.__('Plans'),
    tool: trans.__('Tools that worked'),
    clarification: trans.__('Answers to questions'),
    behaviour: trans.__('What you decided'),
    workflow: trans.__('Ways of working')
  }[kind];
}

/** Where it comes from, how often it was used, how certain it is: one line. */
export function memoryFactsText(
  entry: IMemoryEntry,
  trans: ITranslator
): string {
  const { uses, origin, createdAt, domain } = entry;
  return [
    origin === 'file'
      ? trans.__('from a file')
      : trans.__('from your work, %1', whenText(createdAt)),
    visibleText(domain),
    trans._n('used %1 time', 'used %1 times', uses),
    trans.__('%1% sure', sureness(entry))
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Details about it, one per line. */
export function memoryLines(entry: IMemoryEntry, trans: ITranslator): string[] {
  const {
    answers,
    decisions,
    failures,
    shape,
    steps,
    successes,
    tools,
    words
  } = entry;
  const { after, before, kind, ms, reused } = entry;
  const percent = (share: number): string => String(Math.round(100 * share));
  const decided = Object.entries(decisions)
    .filter(([, count]) => (count ?? 0) > 0)
    .map(([name, count]) => `${decisionText(name, trans)} ${count}×`);
  const known = Object.entries(shape).map(([name, { type, value }]) =>
    value === undefined
      ? `${name}: ${type}`
      : `${name} = ${JSON.stringify(value)}`
  );
  return [
    ...answers.map(({ question, answer }) => `${question} → ${answer}`),
    ...steps.map(({ title }, at) => `${at + 1}. ${title}`),
    tools.join(', '),
    known.join(', '),
    ...words.map(each => trans.__('You wrote: “%1”', each)),
    decided.join(', '),
    successes + failures > 0 &&
      trans.__('Went well %1×, went wrong %2×', successes, failures),
    kind === 'tool' &&
      failures > MAX_TOOL_FAILURES &&
      trans.__(
        'Left out of steps like this, because it failed more than twice'
      ),
    kind === 'clarification' &&
      after > 0 &&
      trans.__(
        'The task was %1% clear before and %2% after; used again %3×',
        percent(before),
        percent(after),
        reused
      ),
    kind === 'tool' &&
      ms >= 1000 &&
      trans.__('It took %1 on average', durationText(ms, trans)),
    kind === 'behaviour' &&
      ms >= 1000 &&
      trans.__('You took %1 on average', durationText(ms, trans))
  ].flatMap(line => (line ? visibleText(line) : []));
}

/**
 * How certain a memory is, in percent: the share of uses that went well, or of
 * equal decisions, reduced when there were few. One use gives 70, two give 91,
 * as where it is applied.
 */
function sureness({
  decisions,
  failures,
  successes,
  uses
}: IMemoryEntry): number {
  const decided = Object.values(decisions);
  const rate =
    decided.length > 0
      ? Math.max(...decided) / Math.max(uses, 1)
      : successes / Math.max(successes + failures, 1);
  return Math.round(100 * rate * sureFromUses(uses));
}

function decisionText(name: string, trans: ITranslator): string {
  const words: Record<string, string> = {
    accept: trans.__('accepted'),
    edit: trans.__('changed'),
    skip: trans.__('skipped')
  };
  return words[name] ?? trans.__('rejected');
}
