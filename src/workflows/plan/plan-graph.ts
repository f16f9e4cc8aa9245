import {
  END,
  START,
  Send,
  StateGraph,
  type BaseCheckpointSaver,
  type LangGraphRunnableConfig
} from '@langchain/langgraph/web';

import { approvalsOn, stepCards } from './approvals';
import { askQuestionsNode } from './nodes/ask-questions';
import { ceilingCardNode, overCeiling } from './nodes/ceiling-card';
import { doStepNode, judgeStepNode } from './nodes/execution';
import { askBasisNode, askFailureNode } from './nodes/failure';
import { askPlanNode, planNode, startNode } from './nodes/plan';
import { reuseNode } from './nodes/reuse';
import { askStepNode, prepareStepNode } from './nodes/step-card';
import { insertCellNode, summariseNode } from './nodes/synthesis';
import type { IPlanPorts } from './plan-ports';
import { PlanState, type PlanStateValue, type PlanUpdate } from './plan-state';
import { missingBasis, nextSteps, openFailure } from './steps';

type State = PlanStateValue;

/** Emits the lines of a node as soon as it is done. */
const telling =
  (
    { emit }: IPlanPorts,
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
      emit({ type: 'notice', code: 'other', text });
    }
    return update;
  };

/** Plan mode. Each line below is an arrow of its diagram. */
export function planGraph(
  ports: IPlanPorts,
  checkpointer: BaseCheckpointSaver
) {
  /** The next step, or several in parallel, but only if steps have no cards. */
  const toNext = async (state: State) => {
    const steps = nextSteps(state);
    const settings = ports.settings();
    if (state.stopped || steps.length === 0) {
      return 'summarise';
    }
    if (overCeiling(state, settings, await ports.spent())) {
      return 'ask_limit';
    }
    if (steps.some(step => missingBasis(state, step))) {
      return 'ask_basis';
    }
    return steps.length > 1 &&
      settings.atOnce > 1 &&
      !stepCards(settings, state.level)
      ? steps.slice(0, settings.atOnce).map(
          ({ id }) =>
            new Send('do_step', {
              ...state,
              at: id,
              prepared: [],
              beside: true
            })
        )
      : 'prepare_step';
  };

  const afterStep = (state: State) =>
    openFailure(state)
      ? 'ask_failure'
      : state.feedback && !state.stopped
        ? 'make_plan'
        : toNext(state);

  return (
    new StateGraph(PlanState)
      .addNode('start', telling(ports, startNode(ports)))
      .addNode('insert_cell', telling(ports, insertCellNode(ports)))
      .addNode('reuse', telling(ports, reuseNode(ports)))
      .addNode('make_plan', telling(ports, planNode(ports)))
      .addNode('ask_questions', telling(ports, askQuestionsNode(ports)))
      .addNode('ask_plan', telling(ports, askPlanNode(ports)))
      .addNode('prepare_step', telling(ports, prepareStepNode(ports)))
      .addNode('ask_step', telling(ports, askStepNode(ports)))
      .addNode('do_step', telling(ports, doStepNode(ports)))
      .addNode('judge_step', telling(ports, judgeStepNode(ports)))
      .addNode('ask_failure', telling(ports, askFailureNode(ports)))
      .addNode('ask_basis', telling(ports, askBasisNode(ports)))
      .addNode('ask_limit', telling(ports, ceilingCardNode(ports)))
      .addNode('summarise', telling(ports, summariseNode(ports)))
      .addEdge(START, 'start')
      .addConditionalEdges('start', ({ route, order }: State) =>
        order !== null
          ? 'cell' in order
            ? 'insert_cell'
            : 'reuse'
          : route === 'simple_chat'
            ? 'summarise'
            : 'make_plan'
      )
      .addEdge('insert_cell', END)
      // A plan that is used again always has its card, whatever the settings are.
      .addConditionalEdges('reuse', ({ feedback }: State) =>
        feedback ? 'make_plan' : 'ask_plan'
      )
      .addConditionalEdges('make_plan', (state: State) =>
        state.route === 'simple_chat'
          ? 'summarise'
          : state.questions.length > 0
            ? 'ask_questions'
            : approvalsOn(ports.settings()).plan || state.order !== null
              ? 'ask_plan'
              : toNext(state)
      )
      .addEdge('ask_questions', 'make_plan')
      .addConditionalEdges('ask_plan', (state: State) =>
        state.rejected !== null
          ? 'summarise'
          : state.feedback
            ? 'make_plan'
            : state.accepted
              ? toNext(state)
              : 'ask_plan'
      )
      .addConditionalEdges('prepare_step', ({ level, passed }: State) =>
        !passed && stepCards(ports.settings(), level) ? 'ask_step' : 'do_step'
      )
      .addConditionalEdges('ask_step', (state: State) =>
        state.outcomes[state.at]
          ? 'judge_step'
          : state.stepFeedback
            ? 'prepare_step'
            : state.stepRounds > 0
              ? 'ask_step'
              : 'do_step'
      )
      .addEdge('do_step', 'judge_step')
      // If it failed, it is tried once more.
      .addConditionalEdges('judge_step', (state: State) => {
        const again = state.plan.filter(
          ({ id }) => state.outcomes[id]?.status === 'raw'
        );
        return again.length > 0
          ? again.map(({ id }) => new Send('do_step', { ...state, at: id }))
          : afterStep(state);
      })
      .addConditionalEdges('ask_failure', afterStep)
      .addConditionalEdges('ask_basis', toNext)
      .addConditionalEdges('ask_limit', toNext)
      .addEdge('summarise', END)
      .compile({ checkpointer, name: 'plan' })
  );
}
