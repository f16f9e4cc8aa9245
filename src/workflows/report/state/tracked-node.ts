import {
  isGraphBubbleUp,
  type LangGraphRunnableConfig
} from '@langchain/langgraph/web';

import {
  REPORT_STEPS,
  type IReportStepState,
  type ReportStep
} from '../../../contract';
import type { IReportPorts } from './report-ports';
import type { ReportStateValue, ReportUpdate } from './report-state';

type ReportNode = (
  state: ReportStateValue,
  config: LangGraphRunnableConfig
) => ReportUpdate | Promise<ReportUpdate>;

/** The percentage of its step when a node begins, and when it is done. */
export type Share = readonly [number, number];

/**
 * A node that reports progress: from `from` per cent of its step when it begins
 * to `to` when it is done. If it throws, its step has failed.
 */
export const trackedNode =
  ({ say }: IReportPorts) =>
  (
    step: ReportStep,
    share: Share | ((state: ReportStateValue) => Share),
    node: ReportNode
  ) =>
  async (
    state: ReportStateValue,
    config: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { report } = state;
    const [from, to] = typeof share === 'function' ? share(state) : share;
    const tell = (steps: IReportStepState[]): IReportStepState[] => {
      say({
        type: 'report-progress',
        report,
        steps,
        percent: percentOf(steps)
      });
      return steps;
    };
    const begun = tell(movedSteps(state.steps, step, from, Date.now()));
    try {
      const update = await node(state, config);
      return {
        ...update,
        steps: tell(
          isEndedEarly(update)
            ? endedSteps(begun, Date.now())
            : movedSteps(begun, step, update.ended ? 100 : to, Date.now())
        )
      };
    } catch (error) {
      if (!isGraphBubbleUp(error)) {
        tell(endedSteps(begun, Date.now()));
      }
      throw error;
    }
  };

function isEndedEarly({ ended }: ReportUpdate): boolean {
  return (
    typeof ended === 'object' &&
    ended !== null &&
    'outcome' in ended &&
    ended.outcome !== 'saved' &&
    ended.outcome !== 'downloaded'
  );
}

/**
 * The steps when `at` has reached a percentage. Earlier steps are done, later
 * ones are open again; the time that a step took is kept.
 *
 * @param percent if 100, the step is done and the next one begins.
 */
function movedSteps(
  steps: readonly IReportStepState[],
  at: ReportStep,
  percent: number,
  now: number
): IReportStepState[] {
  const place = REPORT_STEPS.indexOf(at) + (percent >= 100 ? 1 : 0);
  return steps.map((step, index) => {
    if (index === place) {
      return {
        ...step,
        status: 'in_progress',
        percent: percent >= 100 ? 0 : Math.round(percent),
        since: step.since ?? now
      };
    }
    return index < place
      ? stopped({ ...step, status: 'completed', percent: 100 }, now)
      : stopped({ ...step, status: 'pending', percent: 0 }, now);
  });
}

/** The steps after the current one has failed, or the person ended it. */
function endedSteps(
  steps: readonly IReportStepState[],
  now: number
): IReportStepState[] {
  return steps.map(step =>
    step.status === 'in_progress'
      ? stopped({ ...step, status: 'failed' }, now)
      : step
  );
}

/** The percentage of the whole; each step counts the same. */
function percentOf(steps: readonly IReportStepState[]): number {
  const sum = steps.reduce((all, { percent }) => all + percent, 0);
  return Math.round(sum / steps.length);
}

function stopped(step: IReportStepState, now: number): IReportStepState {
  return step.since === null
    ? step
    : { ...step, ms: step.ms + Math.max(0, now - step.since), since: null };
}
