import {
  END,
  START,
  StateGraph,
  type BaseCheckpointSaver
} from '@langchain/langgraph/web';

import { sectionsOn } from './judging/report-document';
import { askBlanksNode, lacksBlanks, blanksNode } from './nodes/blanks';
import { checkNode } from './nodes/check';
import { evidenceCardNode, runAgainNode } from './nodes/evidence-card';
import { gatherNode } from './nodes/gather';
import { groupNode } from './nodes/group';
import { planCardNode, planningNode } from './nodes/planning';
import { reviewCardNode } from './nodes/review-card';
import { finishNode, saveNode } from './nodes/save';
import { mendNode, mendable, validateNode } from './nodes/validate';
import { writeNode } from './nodes/write';
import type { IReportPorts } from './state/report-ports';
import { ReportState, type ReportStateValue } from './state/report-state';
import { trackedNode } from './state/tracked-node';

type State = ReportStateValue;

/** Each section has an equal share of most of its step. */
function written({ plan, toWrite }: State): number {
  const all = plan ? sectionsOn(plan).length : 0;
  return all === 0 ? 0 : (90 * Math.max(0, all - toWrite.length)) / all;
}

/**
 * A report, from its plan to its files. Each line below is an arrow of its
 * diagram.
 */
export function reportGraph(
  ports: IReportPorts,
  checkpointer?: BaseCheckpointSaver
) {
  const at = trackedNode(ports);
  const graph = new StateGraph(ReportState)
    .addNode('planning', at('plan', planningNode(ports)))
    .addNode('plan_card', at('plan', planCardNode(ports)))
    .addNode('gather', at('gather', gatherNode(ports)))
    .addNode('aggregate', at('gather', groupNode(ports)))
    .addNode('evidence_card', at('evidence', evidenceCardNode(ports)))
    .addNode('evidence_change', at('evidence', groupNode(ports)))
    .addNode('run_again', at('evidence', runAgainNode(ports)))
    .addNode('check', at('check', checkNode(ports)))
    .addNode('blanks', at('check', blanksNode(ports)))
    .addNode('ask_blanks', at('write', askBlanksNode(ports)))
    .addNode('write', at('write', writeNode(ports), written))
    .addNode('validate', at('write', validateNode(ports), written))
    .addNode('mend', at('write', mendNode()))
    .addNode('final_review', at('review', reviewCardNode(ports)))
    .addNode('save', at('review', saveNode(ports)))
    .addNode('finish', finishNode(ports));

  graph
    .addEdge(START, 'planning')
    .addEdge('planning', 'plan_card')
    .addConditionalEdges('plan_card', (state: State) => {
      if (state.ended) {
        return 'finish';
      }
      // A plan that was not accepted is made again.
      if (!state.accepted) {
        return 'planning';
      }
      return state.plan?.searches || state.plan?.files.length
        ? 'gather'
        : 'check';
    })
    .addEdge('gather', 'aggregate')
    .addEdge('aggregate', 'evidence_card')
    .addConditionalEdges('evidence_card', (state: State) =>
      state.ended
        ? 'finish'
        : state.rerun.length > 0
          ? 'run_again'
          : state.approved
            ? 'check'
            : state.evidenceWords
              ? 'evidence_change'
              : 'evidence_card'
    )
    .addEdge('evidence_change', 'evidence_card')
    .addEdge('run_again', 'gather');

  graph
    .addEdge('check', 'blanks')
    .addConditionalEdges('blanks', (state: State) =>
      lacksBlanks(state) ? 'ask_blanks' : 'write'
    )
    .addEdge('ask_blanks', 'write')
    .addConditionalEdges('write', ({ toWrite }: State) =>
      toWrite.length > 0 ? 'write' : 'validate'
    )
    .addConditionalEdges('validate', (state: State) =>
      mendable(state).length > 0 ? 'mend' : 'final_review'
    )
    .addEdge('mend', 'write')
    .addConditionalEdges('final_review', (state: State) =>
      state.ended ? 'finish' : state.saving ? 'save' : 'write'
    )
    .addConditionalEdges('save', ({ ended }: State) =>
      ended ? 'finish' : 'final_review'
    )
    .addEdge('finish', END);

  return graph.compile({ checkpointer, name: 'report' });
}
