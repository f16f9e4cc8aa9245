import {
  isGraphBubbleUp,
  type LangGraphRunnableConfig
} from '@langchain/langgraph/web';

import type { IReportStepState, ReportStep } from '../../../contract';
import type { IReportPorts } from './report-ports';
import type { ReportStateValue, ReportUpdate } from './report-state';
import { percentOf, movedSteps, endedSteps } from './report-steps';

export type ReportNode = (
  state: ReportStateValue,
  config: LangGraphRunnableConfig
) => ReportUpdate | Promise<ReportUpdate>;

/** The percentage of its step when a node begins, and when it is done. */
export type Share = readonly [number, number];

/**
 * A node that reports progress: from `from` per cent of its step when it begins
 * to `to` when it is done. If it throws, its step has failed.
 */
export function trackedNode(
  { say, now }: IReportPorts,
  step: ReportStep,
  share: Share | ((state: ReportStateValue) => Share),
  node: ReportNode
): (
  state: ReportStateValue,
  config: LangGraphRunnableConfig
) => Promise<ReportUpdate> {
  return async (state, config) => {
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
    const begun = tell(movedSteps(state.steps, step, from, now()));
    try {
      const update = await node(state, config);
      return {
        ...update,
        steps: tell(
          isEndedEarly(update)
            ? endedSteps(begun, now())
            : movedSteps(begun, step, update.ended ? 100 : to, now())
        )
      };
    } catch (error) {
      if (!isGraphBubbleUp(error)) {
        tell(endedSteps(begun, now()));
      }
      throw error;
    }
  };
}

function isEndedEarly({ ended }: ReportUpdate): boolean {
  return (
    typeof ended === 'object' &&
    ended !== null &&
    'outcome' in ended &&
    ended.outcome !== 'saved' &&
    ended.outcome !== 'downloaded'
  );
}
