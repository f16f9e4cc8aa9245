import {
  END,
  START,
  Send,
  StateGraph,
  type BaseCheckpointSaver,
  type LangGraphRunnableConfig
} from '@langchain/langgraph/web';

import { approvalsOn, stepCards } from './approvals';
import { nextSteps, openFailure } from './steps';
import { overCeiling, ceilingCardNode } from './nodes/ceiling-card';
import {
  clarificationAnalysisNode,
  clarificationApprovalNode,
  clarificationFeedbackNode,
  routingNode
} from './nodes/clarify';
import {
  completionNode,
  continueCheckNode,
  executionNode
} from './nodes/execution';
import { failureCardNode, failureFeedbackNode } from './nodes/failure';
import { insertCellNode } from './nodes/insert-cell';
import { planApprovalNode, planFeedbackNode, planningNode } from './nodes/plan';
import { reuseNode } from './nodes/reuse';
import {
  stepApprovalNode,
  stepFeedbackNode,
  stepPreparationNode
} from './nodes/step-card';
import { synthesisNode } from './nodes/synthesis';
import {
  changedOnly,
  PlanState,
  type PlanStateValue,
  type PlanUpdate
} from './plan-state';
import { ResultsSaver } from './plan-files';
import type { IPlanPorts } from './plan-ports';
import { StepLookup } from './tools';

type State = PlanStateValue;

/** Emits the lines of a node as soon as it is done. */
const telling =
  (
    { say }: IPlanPorts,
    node: (
      state: State,
      config: LangGraphRunnableConfig
    ) => PlanUpdate | Promise<PlanUpdate>
  ) =>
  async (
    state: State,
    config: LangGraphRunnableConfig
  ): Promise<PlanUpdate> => {
    const update = await node(state, config);
    const lines = Array.isArray(update.lines) ? update.lines : [];
    for (const text of lines) {
      say({ session: state.session, type: 'line', text });
    }
    return changedOnly(state, update);
  };

/** Plan mode. Each line below is an arrow of its diagram. */
export function planGraph(
  ports: IPlanPorts,
  checkpointer: BaseCheckpointSaver
) {
  const lookup = new StepLookup(ports);
  const results = new ResultsSaver(ports);
  const asks = () => approvalsOn(ports.settings());

  const toClarification = ({ questions }: State) =>
    questions.length > 0 && asks().clarification
      ? 'clarification_approval'
      : 'planning';

  /** The next step, or several in parallel, but only if steps have no cards. */
  const toNext = async (state: State) => {
    const steps = nextSteps(state);
    const settings = ports.settings();
    if (steps.length > 0 && overCeiling(state, settings, await ports.spent())) {
      return 'ceiling';
    }
    if (
      steps.length > 1 &&
      settings.atOnce > 1 &&
      !stepCards(settings, state.level)
    ) {
      return steps.slice(0, settings.atOnce).map(
        ({ id }) =>
          new Send('execution', {
            ...state,
            at: id,
            prepared: [],
            beside: true
          })
      );
    }
    return steps.length > 0 ? 'step_preparation' : 'synthesis';
  };

  const graph = new StateGraph(PlanState)
    .addNode('routing', telling(ports, routingNode(ports)))
    .addNode(
      'clarification_analysis',
      telling(ports, clarificationAnalysisNode(ports))
    )
    .addNode(
      'clarification_approval',
      telling(ports, clarificationApprovalNode(ports))
    )
    .addNode(
      'clarification_feedback',
      telling(ports, clarificationFeedbackNode(ports))
    )
    .addNode('reuse', telling(ports, reuseNode(ports)))
    .addNode('insert_cell', telling(ports, insertCellNode(ports)))
    .addNode('planning', telling(ports, planningNode(ports, lookup)))
    .addNode('plan_approval', telling(ports, planApprovalNode(ports)))
    .addNode('plan_feedback', telling(ports, planFeedbackNode(ports)))
    .addNode(
      'step_preparation',
      telling(ports, stepPreparationNode(ports, lookup))
    )
    .addNode('step_approval', telling(ports, stepApprovalNode(ports)))
    .addNode('step_feedback', telling(ports, stepFeedbackNode(ports)))
    .addNode('execution', telling(ports, executionNode(ports, lookup)))
    .addNode('completion', telling(ports, completionNode(ports, results)))
    .addNode('continue_check', telling(ports, continueCheckNode(ports)))
    .addNode('failure_card', telling(ports, failureCardNode(ports)))
    .addNode('failure_feedback', telling(ports, failureFeedbackNode(ports)))
    .addNode('ceiling', telling(ports, ceilingCardNode(ports)))
    .addNode('synthesis', telling(ports, synthesisNode(ports, results)));

  graph
    .addEdge(START, 'routing')
    .addConditionalEdges('routing', ({ route, order }: State) =>
      order !== null
        ? 'cell' in order
          ? 'insert_cell'
          : 'reuse'
        : route === 'simple_chat'
          ? 'synthesis'
          : 'clarification_analysis'
    )
    .addEdge('insert_cell', END)
    // A plan that is used again always has its card, whatever the settings are.
    .addConditionalEdges('reuse', ({ feedback }: State) =>
      feedback ? 'planning' : 'plan_approval'
    )
    .addConditionalEdges('clarification_analysis', toClarification)
    .addEdge('clarification_approval', 'clarification_feedback')
    // After an answer the task is rated again; without one, no questions are
    // left.
    .addConditionalEdges('clarification_feedback', ({ questions }: State) =>
      questions.length > 0 ? 'clarification_analysis' : 'planning'
    );

  graph
    .addConditionalEdges('planning', (state: State) =>
      asks().plan || state.order !== null ? 'plan_approval' : toNext(state)
    )
    .addEdge('plan_approval', 'plan_feedback')
    .addConditionalEdges('plan_feedback', (state: State) => {
      if (state.rejected !== null) {
        return 'synthesis';
      }
      if (state.feedback) {
        return 'planning';
      }
      return state.audit.at(-1)?.what === 'first'
        ? 'plan_approval'
        : toNext(state);
    });

  graph
    .addConditionalEdges('step_preparation', ({ level, stepAnswer }: State) =>
      stepAnswer !== null
        ? 'step_feedback'
        : stepCards(ports.settings(), level)
          ? 'step_approval'
          : 'execution'
    )
    .addEdge('step_approval', 'step_feedback')
    .addConditionalEdges('step_feedback', (state: State) => {
      if (state.outcomes[state.at]) {
        return 'completion';
      }
      if (state.stepFeedback) {
        return 'step_preparation';
      }
      return state.stepRounds > 0 ? 'step_approval' : 'execution';
    })
    .addEdge('execution', 'completion')
    // If it failed with the recommended tools, it is tried once more without
    // them.
    .addConditionalEdges('completion', (state: State) => {
      const again = state.plan.filter(
        ({ id }) => state.outcomes[id]?.status === 'raw'
      );
      return again.length > 0
        ? again.map(({ id }) => new Send('execution', { ...state, at: id }))
        : 'continue_check';
    })
    .addConditionalEdges('continue_check', (state: State) =>
      openFailure(state) ? 'failure_card' : toNext(state)
    )
    .addEdge('failure_card', 'failure_feedback')
    .addConditionalEdges('failure_feedback', (state: State) =>
      state.stopped
        ? 'synthesis'
        : state.feedback
          ? 'planning'
          : 'continue_check'
    )
    .addConditionalEdges('ceiling', (state: State) =>
      state.stopped ? 'synthesis' : toNext(state)
    )
    .addEdge('synthesis', END);

  return graph.compile({ checkpointer, name: 'plan' });
}
