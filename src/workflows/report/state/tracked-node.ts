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

/**
 * A node that reports that its step has begun. If it throws or ends the report,
 * the step has failed; if the report is saved, all are done.
 *
 * @param share of the step that is done when the node begins, in per cent.
 */
export const trackedNode =
  ({ say }: IReportPorts) =>
  (
    step: ReportStep,
    node: ReportNode,
    share: (state: ReportStateValue) => number = () => 0
  ) =>
  async (
    state: ReportStateValue,
    config: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { report } = state;
    const tell = (steps: IReportStepState[]): IReportStepState[] => {
      say({
        type: 'report-progress',
        report,
        steps,
        percent: percentOf(steps)
      });
      return steps;
    };
    const at = REPORT_STEPS.indexOf(step);
    const begun = tell(movedSteps(state.steps, at, share(state)));
    try {
      const update = await node(state, config);
      return {
        ...update,
        steps: update.ended
          ? tell(
              isSaved(update)
                ? movedSteps(begun, REPORT_STEPS.length, 0)
                : endedSteps(begun)
            )
          : begun
      };
    } catch (error) {
      if (!isGraphBubbleUp(error)) {
        tell(endedSteps(begun));
      }
      throw error;
    }
  };

function isSaved({ ended }: ReportUpdate): boolean {
  return (
    typeof ended === 'object' &&
    ended !== null &&
    'outcome' in ended &&
    (ended.outcome === 'saved' || ended.outcome === 'downloaded')
  );
}

/**
 * The steps when the one at a place is under way. Earlier ones are done, later
 * ones are open again; the time that a step took is kept.
 */
function movedSteps(
  steps: readonly IReportStepState[],
  at: number,
  percent: number
): IReportStepState[] {
  return steps.map((step, index) =>
    index === at
      ? {
          ...step,
          status: 'in_progress',
          percent: Math.round(percent),
          since: step.since ?? Date.now()
        }
      : index < at
        ? stopped({ ...step, status: 'completed', percent: 100 })
        : stopped({ ...step, status: 'pending', percent: 0 })
  );
}

/** The steps after the current one has failed, or the person ended it. */
function endedSteps(steps: readonly IReportStepState[]): IReportStepState[] {
  return steps.map(step =>
    step.status === 'in_progress'
      ? stopped({ ...step, status: 'failed' })
      : step
  );
}

/** The percentage of the whole; each step counts the same. */
function percentOf(steps: readonly IReportStepState[]): number {
  const sum = steps.reduce((all, { percent }) => all + percent, 0);
  return Math.round(sum / steps.length);
}

function stopped(step: IReportStepState): IReportStepState {
  const { ms, since } = step;
  return since === null
    ? step
    : { ...step, ms: ms + Math.max(0, Date.now() - since), since: null };
}
