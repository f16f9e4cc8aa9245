import type { EventBody, IPlanStep, ITranslator } from '../../contract';
import {
  MAX_SHORT,
  type IStepCall,
  type IStepOutcome,
  type IStepWork,
  type PlanStateValue
} from './plan-state';
import { shortened } from './texts';
import { spoken } from '../../contract/text/spoken';

/** The outcome of a step that was not done. */
export function skippedOutcome(reason: string, time: number): IStepOutcome {
  return {
    status: 'skipped',
    work: null,
    reason,
    short: '',
    startedAt: time,
    endedAt: time,
    settled: true,
    judged: true
  };
}

/** Tells the panel how a step has ended. */
export function stepEnded(
  plan: string,
  step: string,
  outcome: IStepOutcome
): EventBody {
  const { status, work, reason, short, startedAt, endedAt, judged } = outcome;
  return {
    type: 'plan-step',
    plan,
    step,
    state: status === 'raw' ? 'running' : status,
    startedAt,
    endedAt,
    cells: work?.cells ?? [],
    ...(reason && { reason }),
    ...(short && { result: short }),
    ...(status === 'succeeded' && !judged && { unchecked: true })
  };
}

/**
 * The current step.
 *
 * @throws if there is none: a defect.
 */
export function stepAt({
  plan,
  at
}: Pick<PlanStateValue, 'plan' | 'at'>): IPlanStep {
  const step = plan.find(({ id }) => id === at);
  if (!step) {
    throw new Error(`The plan has no step “${at}”.`);
  }
  return step;
}

/** The steps that can still be changed. */
export function stepsLeft({
  plan,
  outcomes
}: Pick<PlanStateValue, 'plan' | 'outcomes'>): IPlanStep[] {
  return plan.filter(({ id }) => !(id in outcomes));
}

/** The first failed step that the person has not answered for yet. */
export function openFailure({
  plan,
  outcomes
}: Pick<PlanStateValue, 'plan' | 'outcomes'>): IPlanStep | undefined {
  return plan.find(
    ({ id }) => outcomes[id]?.status === 'failed' && !outcomes[id].settled
  );
}

/**
 * The step that this one builds on and that was not done; undefined if there is
 * none, or the person wants it anyway.
 */
export function missingBasis(
  {
    plan,
    outcomes,
    anyway
  }: Pick<PlanStateValue, 'plan' | 'outcomes' | 'anyway'>,
  { id, needs }: IPlanStep
): IPlanStep | undefined {
  return anyway.includes(id)
    ? undefined
    : plan.find(
        step =>
          needs.includes(step.id) &&
          ['failed', 'skipped'].includes(outcomes[step.id]?.status)
      );
}

/**
 * What is done next: one step, or several in a row that only read, may run in
 * parallel and do not build on each other. Empty if all is done.
 */
export function nextSteps({
  plan,
  outcomes
}: Pick<PlanStateValue, 'plan' | 'outcomes'>): IPlanStep[] {
  const left = plan.filter(({ id, on }) => on && !(id in outcomes));
  const open = new Set(left.map(({ id }) => id));
  const isBeside = (step: IPlanStep): boolean =>
    step.beside && step.reads && !step.needs.some(id => open.has(id));
  const end = left.findIndex(step => !isBeside(step));
  const together = end < 0 ? left : left.slice(0, end);
  return together.length > 1 ? together : left.slice(0, 1);
}

/**
 * Why a step failed; null if it did not. Its end counts: the latest run of each
 * cell that is still there, then its last call, then its criterion. What was
 * mended on the way is no failure, nor is what was rejected or refused.
 */
export function failureOf(
  { worked }: Pick<IPlanStep, 'worked'>,
  { calls, cells, text, stopped, met }: IStepWork,
  trans: ITranslator
): string | null {
  if (stopped) {
    return stopped;
  }
  const broken = new Map<string, IStepCall>();
  for (const call of calls) {
    for (const id of call.ran ?? []) {
      broken.delete(id);
      if (call.outcome === 'failed' && id === call.ran?.at(-1)) {
        broken.set(id, call);
      }
    }
  }
  const last = calls.findLast(
    ({ outcome }) => outcome === 'done' || outcome === 'failed'
  );
  const failed =
    [...broken].findLast(([id]) => cells.includes(id))?.[1] ??
    (last?.outcome === 'failed' && !last.ran ? last : undefined);
  if (failed) {
    return trans.__(
      '%1 failed: “%2”',
      spoken(failed.tool),
      tellingLine(failed.text).slice(0, 200)
    );
  }
  return worked !== '' && met === false
    ? shortened(text.trim(), MAX_SHORT) || trans.__('It gave no result.')
    : null;
}

/** The tool whose call the person rejected, if the step then did nothing. */
export function declinedTool({ calls }: IStepWork): string | undefined {
  return calls.some(({ outcome, acted }) => outcome === 'done' && acted)
    ? undefined
    : calls.findLast(({ outcome }) => outcome === 'rejected')?.tool;
}

/** Whether the line that is said to show it stands in one of its outputs. */
export function isShown({ calls, met, shownBy = '' }: IStepWork): boolean {
  const bare = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const line = bare(shownBy);
  return (
    met === true &&
    line !== '' &&
    calls.some(
      ({ outcome, text }) => outcome === 'done' && bare(text).includes(line)
    )
  );
}

/** The line that names the error; the last line if none does. */
function tellingLine(text: string): string {
  const lines = text.trim().split('\n');
  return (
    lines.findLast(line =>
      /^\s{0,80}(\w{1,80}\.){0,20}\w{1,80}(Error|Exception): \S/.test(line)
    ) ??
    lines.at(-1) ??
    ''
  ).trim();
}
