import { END, START, Send, StateGraph } from '@langchain/langgraph/web';

import type { IWorkflowHost } from '../../engine/workflows/workflow';
import { approvalsOn, stepCards } from './approvals';
import { askQuestionsNode } from './nodes/ask-questions';
import { ceilingCardNode, overCeiling } from './nodes/ceiling-card';
import { doStepNode, judgeStepNode } from './nodes/execution';
import { askBasisNode, askFailureNode } from './nodes/failure';
import { askPlanNode, planNode, startNode } from './nodes/plan';
import { reuseNode } from './nodes/reuse';
import { askStepNode, prepareStepNode } from './nodes/step-card';
import { insertCellNode, summariseNode } from './nodes/synthesis';
import { hostModel } from './host-model';
import type { PlanMemory } from './memory';
import { PlanState, type PlanStateValue } from './plan-state';
import { missingBasis, nextSteps, openFailure } from './steps';

type State = PlanStateValue;

/** Plan mode. Each line below is an arrow of its diagram. */
export function planGraph(host: IWorkflowHost, memory: PlanMemory) {
  const model = hostModel(host);
  const { settings: current } = host.run.options;
  /** The next step, or several in parallel, but only if steps have no cards. */
  const toNext = async (state: State) => {
    const steps = nextSteps(state);
    const settings = current().plan;
    if (state.stopped || steps.length === 0) {
      return 'summarise';
    }
    if (overCeiling(state, settings, await host.spent())) {
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
      .addNode('start', startNode(host))
      .addNode('insert_cell', insertCellNode(host))
      .addNode('reuse', reuseNode(host))
      .addNode('make_plan', planNode(host, model, memory))
      .addNode('ask_questions', askQuestionsNode(host, memory))
      .addNode('ask_plan', askPlanNode(host, memory))
      .addNode('prepare_step', prepareStepNode(host, model, memory))
      .addNode('ask_step', askStepNode(host, memory))
      .addNode('do_step', doStepNode(host))
      .addNode('judge_step', judgeStepNode(host, memory))
      .addNode('ask_failure', askFailureNode(host))
      .addNode('ask_basis', askBasisNode(host))
      .addNode('ask_limit', ceilingCardNode(host))
      .addNode('summarise', summariseNode(host, model, memory))
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
            : approvalsOn(current().plan).plan || state.order !== null
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
        !passed && stepCards(current().plan, level) ? 'ask_step' : 'do_step'
      )
      .addConditionalEdges('ask_step', (state: State) =>
        state.outcomes[state.at]
          ? 'judge_step'
          : state.passed
            ? 'do_step'
            : 'prepare_step'
      )
      .addEdge('do_step', 'judge_step')
      // If it failed, it is tried once more.
      .addConditionalEdges('judge_step', (state: State) => {
        const again = state.plan.filter(
          ({ id }) => state.outcomes[id]?.status === 'raw'
        );
        return again.length > 0
          ? again.map(
              ({ id }) =>
                new Send('do_step', {
                  ...state,
                  at: id,
                  prepared: id === state.at ? state.prepared : []
                })
            )
          : afterStep(state);
      })
      .addConditionalEdges('ask_failure', afterStep)
      .addConditionalEdges('ask_basis', toNext)
      .addConditionalEdges('ask_limit', toNext)
      .addEdge('summarise', END)
      .compile({ checkpointer: host.checkpointer, name: 'plan' })
  );
}
