import {
  todoListMiddleware,
  type AgentMiddleware,
  createAgent
} from 'langchain';
import type { IInstructions } from '../context/instructions';
import { requestsIn } from '../model/message-parts';
import {
  debugMiddleware,
  fallbackMiddleware,
  modelCallLimitMiddleware,
  retryMiddleware,
  selectModelMiddleware
} from '../middleware/call-model';
import type { ExtensionMiddleware } from '../middleware/extension';
import { normalizeAnswerMiddleware } from '../middleware/normalize-answer';
import {
  langchainTool,
  offerToolsMiddleware,
  requestMiddleware
} from '../middleware/request';
import { summariseMiddleware } from '../middleware/summarise';
import { toolGateMiddleware } from '../middleware/tool-gate';
import { type ModelSelector, PlaceholderModel } from '../model/model-selector';
import { writeTodos } from '../model/open-todos';
import { TODO_DESCRIPTION, TODO_PROMPT } from '../model/system-prompt';
import { FINAL_ANSWER } from '../calls/review-call';
import { ownParameters } from '../tool-set/parse-arguments';
import { isOurs } from '../tool-set/tool-offer';
import type { Run } from './run';
import type { BaseCheckpointSaver } from '@langchain/langgraph/web';
import { stepAnswer } from '../../tools';
import type { IRunContext } from './run-context';

interface IChainOptions {
  run: Run;
  models: Pick<ModelSelector, 'take' | 'second'>;
  instructions: IInstructions;
  extensions: ExtensionMiddleware;
  /**
   * The most requests to the model, for a step of a workflow, whose answer is
   * not the final one.
   */
  budget?: number;
  /** Holds the id of the answer in progress; the run itself if not given. */
  answer?: { messageId: string };
}

/**
 * The one list of middleware. Outermost first for `wrapModelCall` and
 * `wrapToolCall`; `beforeModel` runs from first to last. One has a hook that is a
 * node: summarise.
 */
function middlewareChain({
  run,
  models,
  instructions,
  extensions,
  budget,
  answer = run
}: IChainOptions): AgentMiddleware[] {
  return [
    // Turns older messages into a summary, before anything else looks at them.
    summariseMiddleware(run, models),
    // Repairs the answer, replaces the ids of calls, and emits what the model
    // said.
    normalizeAnswerMiddleware(run, {
      instructions: instructions.text,
      isStep: budget !== undefined,
      answer
    }),
    // Counts requests, including repeated ones.
    modelCallLimitMiddleware({
      limit: () => budget ?? run.options.settings().limits.modelCalls,
      ...(budget !== undefined && {
        before: requestsIn
      })
    }),
    // Takes the model that is chosen now, before anything looks at the
    // recipient.
    selectModelMiddleware(run, models),
    // Offers the tools available now, with those added or found meanwhile.
    offerToolsMiddleware(run),
    // Middleware of other extensions. What it returns is repaired and reviewed.
    ...extensions.outermost,
    // The todo list, as `write_todos`. LangChain's.
    ...(run.keepsTodos ? [todoMiddleware()] : []),
    // Switches to the second model once the first has failed for good. Its
    // provider then decides what is kept of the answer, its prices give the cost.
    fallbackMiddleware(run, models, answer),
    // Sets the system prompt, answers every call, clears old results, adds
    // images, names the next step to models that stall.
    requestMiddleware(run, instructions.text),
    // Theirs that sees the request as it will be sent and the raw answer.
    ...extensions.innermost,
    // Repeats requests that may succeed the next time.
    retryMiddleware(run, answer),
    // Notes each request as it is sent. Innermost for requests.
    debugMiddleware(run),
    // The only way to an effect: asks the person, and counts calls against their
    // limits. Innermost for calls.
    toolGateMiddleware(run, budget !== undefined)
  ];
}

/**
 * LangChain's todo list, with our shorter schema (`checkAnswer` has checked the
 * arguments by it), and without its `afterModel`, which answers two
 * `write_todos` in one step: `normalizeAnswer` leaves only one, and each hook
 * costs a node and a checkpoint.
 */
function todoMiddleware() {
  const middleware = todoListMiddleware({
    systemPrompt: TODO_PROMPT,
    toolDescription: TODO_DESCRIPTION
  });
  return {
    ...middleware,
    tools: middleware.tools?.map(tool =>
      Object.assign(tool, { schema: ownParameters(writeTodos) })
    ),
    afterModel: undefined
  };
}

interface IGraphOptions extends IChainOptions {
  /** If not given, that of the graph around it. */
  checkpointer?: BaseCheckpointSaver;
}

/** The agent of one run: LangChain's `createAgent` with our chain. */
export function buildGraph(options: IGraphOptions) {
  const { run, checkpointer } = options;
  return createAgent({
    model: new PlaceholderModel(),
    // The tools of others come and go: see `offerToolsMiddleware`.
    tools: [...run.options.tools.values()]
      .filter(isOurs)
      .filter(
        ({ effects }) =>
          (run as IRunContext).readsOnly === undefined ||
          effects.every(each => each === 'read')
      )
      .map(tool =>
        // Only how it is described differs; the gate takes its own.
        options.budget !== undefined && tool.name === FINAL_ANSWER
          ? stepAnswer
          : tool
      )
      .map(langchainTool),
    checkpointer,
    // One node for the calls of a step: the gate holds them to their order.
    version: 'v1',
    middleware: middlewareChain(options)
  });
}

export type AgentGraph = ReturnType<typeof buildGraph>;
