import { type CellDecision, ranCell } from './decide-cell';
import {
  type CellStage,
  type IDataState,
  CELL_STAGES,
  done
} from './data-state';
import {
  cellLink,
  duplicateFindings,
  frameFindings,
  plural,
  tableFindings
} from './findings';
import { tableOfCode } from './table-of-code';
import type { IPastCall, ITranscript } from '../reading/transcript';
import { hasWish, wantsEnd, wantsSkip } from '../reading/wishes';

const THINGS: Record<CellStage, string> = {
  load: 'loading the data',
  summary: 'the summary',
  table: 'the table',
  plot: 'the plot'
};

/**
 * Responds to what happened since the demo last spoke: rejections, errors,
 * edits, remarks. Said once, at the beginning of the next step.
 *
 * @param next what it now does about the cell in question.
 */
export function acknowledge(
  { items }: ITranscript,
  state: IDataState,
  start: number,
  next: { stage: string; decision: CellDecision | null }
): string {
  const lastStep = items.findLastIndex(item => item.kind === 'step');
  if (lastStep <= start) {
    return '';
  }
  const step = items[lastStep];
  const said: string[] = [];
  const profile = state.profile ?? undefined;
  for (const call of step.kind === 'step' ? step.calls : []) {
    const word = callWord(call, next, reason => hasWish(reason, profile));
    if (word) {
      said.push(word);
    }
  }
  for (const item of items.slice(lastStep + 1)) {
    if (item.kind === 'person') {
      said.push(remarkWord(item.text, hasWish(item.text, profile)));
    }
  }
  return said.join(' ');
}

function callWord(
  call: IPastCall,
  next: { stage: string; decision: CellDecision | null },
  understood: (reason: string) => boolean
): string {
  const again =
    next.decision?.kind === 'insert' || next.decision?.kind === 'change';
  if (call.restarted) {
    return 'The kernel was restarted, so its variables are gone and the data have to be loaded again.';
  }
  switch (call.outcome) {
    case 'rejected': {
      const reason = short(call.reason);
      if (reason === '') {
        return 'All right, I leave that out.';
      }
      if (understood(call.reason)) {
        return `You said “${reason}”: I take that up.`;
      }
      if (wantsSkip(call.reason) || wantsEnd(call.reason)) {
        return `You said “${reason}”: I leave that out.`;
      }
      return again
        ? `You said “${reason}”. I am a script and understand only a few words of that, so here is another way.`
        : `You said “${reason}”. I am a script and know no other way, so I leave that out.`;
    }
    case 'failed': {
      const error = call.text.split('\n')[1] ?? '';
      const what = error
        ? `That failed with \`${short(error)}\`.`
        : 'That failed.';
      return again
        ? `${what} I try it another way.`
        : `${what} I go on without it.`;
    }
    case 'done':
      return call.edited
        ? 'You changed that before it ran; I go on with what really ran.'
        : '';
    case 'stopped':
      return 'That was stopped.';
    default:
      return '';
  }
}

function remarkWord(text: string, understood: boolean): string {
  if (/^\W*(continue|go on|carry on|proceed|resume)\b/i.test(text)) {
    return 'I go on where we were.';
  }
  if (wantsEnd(text)) {
    return 'All right, I come to an end.';
  }
  return understood
    ? `You said “${short(text)}”: I take that up in what comes.`
    : `You said “${short(text)}”. I am a script and can't act on that, so I finish what I began.`;
}

/** The final answer of a data job, based only on outputs that exist. */
export function dataAnswer(state: IDataState, name: string): string {
  const { profile } = state;
  const findings: string[] = profile ? frameFindings(profile) : [];
  const summary = done(state, 'summary');
  const table = done(state, 'table');
  const plot = done(state, 'plot');
  const load = done(state, 'load');
  if (summary) {
    findings.push(...duplicateFindings(ranCell(summary)));
  }
  if (table) {
    findings.push(...tableFindings(tableOfCode(table.code), ranCell(table)));
  }
  if (plot) {
    findings.push(`The plot is in ${cellLink(ranCell(plot))}.`);
  }
  const left = CELL_STAGES.filter(stage => !done(state, stage)).flatMap(stage =>
    leftOut(state, stage)
  );
  const loaded = load ? `, loaded in ${cellLink(ranCell(load))}` : '';
  const head = profile
    ? `**${name}** has ${plural(profile.rows, 'row')} and ${plural(profile.columns.length, 'column')}${loaded}.`
    : `I could not look into **${name}**.`;
  return [
    head,
    '',
    ...findings.map(finding => `- ${finding}`),
    ...(left.length > 0 ? ['', `Left out: ${left.join('; ')}.`] : [])
  ]
    .join('\n')
    .trim();
}

function leftOut(state: IDataState, stage: CellStage): string[] {
  const last = state.attempts[stage].at(-1);
  if (!last) {
    return [];
  }
  if (last.call.outcome === 'rejected') {
    const reason = short(last.call.reason);
    return [
      `${THINGS[stage]} (you rejected it${reason ? `: “${reason}”` : ''})`
    ];
  }
  const error = last.call.text.split('\n')[1];
  return last.call.outcome === 'failed'
    ? [`${THINGS[stage]} (it failed: \`${short(error ?? '')}\`)`]
    : [`${THINGS[stage]} (it was stopped)`];
}

/** Three requests the demo can actually fulfil. */
export function nextItems(state: IDataState, by: string | undefined): string[] {
  const { profile } = state;
  if (!profile) {
    return [];
  }
  const other = profile.categories.find(name => name !== by);
  const correlated = state.attempts.table.some(
    attempt => tableOfCode(attempt.code).kind === 'correlations'
  );
  const items = [
    other !== undefined ? `Compare by ${other}` : '',
    profile.measures.length >= 2 && !correlated ? 'Show the correlations' : '',
    profile.measures.length > 0
      ? `Plot the distribution of ${profile.measures[0]}`
      : '',
    'Write a summary into the notebook',
    'Summarise this notebook'
  ].filter(item => item !== '');
  return [...items.slice(0, 2), 'Write a summary into the notebook'].filter(
    (item, index, all) => all.indexOf(item) === index
  );
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 120 ? line : `${line.slice(0, 119)}…`;
}
