import type { BaseCheckpointSaver } from '@langchain/langgraph/web';
import { createAgent, todoListMiddleware, tool } from 'langchain';
import type { AgentMiddleware, ToolRuntime } from 'langchain';

import type { ITool } from '../../contract';
import { invokeTool } from '../tool-calls/invoke-tool';
import { PlaceholderModel } from '../model/model-selector';
import type { ModelSelector } from '../model/model-selector';
import type { ExtensionMiddleware } from '../middleware/extension';
import type { IInstructions } from '../context/instructions';
import { FINAL_ANSWER } from '../tool-calls/review-call';
import { selectModelMiddleware } from '../middleware/select-model';
import { debugCallsMiddleware, debugMiddleware } from '../middleware/debug';
import { fallbackMiddleware } from '../middleware/fallback';
import { toolGateMiddleware } from '../middleware/tool-gate';
import { normalizeAnswerMiddleware } from '../middleware/normalize-answer';
import { modelCallLimit } from '../middleware/model-call-limit';
import { requestMiddleware } from '../middleware/request';
import { recipientMiddleware } from '../middleware/recipient';
import { retryMiddleware } from '../middleware/retry';
import { approvalMiddleware } from '../middleware/approval';
import { summariseMiddleware } from '../middleware/summarise';
import { TODO_DESCRIPTION, TODO_PROMPT } from '../model/system-prompt';
import type { Run, Writer } from './run';
import { parametersOf } from '../tool-calls/parameters';

export interface IGraphOptions {
  run: Run;
  models: ModelSelector;
  instructions: IInstructions;
  extensions: ExtensionMiddleware;
  checkpointer: BaseCheckpointSaver;
}

/** The agent of one run: LangChain's `createAgent` with our chain. */
export function buildGraph(options: IGraphOptions) {
  const { run, checkpointer } = options;
  return createAgent({
    model: new PlaceholderModel(),
    tools: [...run.options.tools.values()].map(each =>
      langchainTool(run, each)
    ),
    checkpointer,
    middleware: chain(options)
  });
}

/**
 * The one list. Outermost first for `wrapModelCall` and `wrapToolCall`;
 * `beforeModel` runs from the first to the last, `afterModel` from the last to
 * the first. Two have a hook that is a node: summarise and review.
 */
function chain({
  run,
  models,
  instructions,
  extensions
}: IGraphOptions): AgentMiddleware[] {
  return [
    // Asks the person; its afterModel is the last to run.
    approvalMiddleware(run),
    // Older messages become a summary, before anything else looks at them.
    summariseMiddleware(run, models),
    // Repairs the answer, rewrites call ids, tells what the model said.
    normalizeAnswerMiddleware(run, { instructions }),
    // Counts requests, those that are asked again included; LangChain's.
    modelCallLimit(run),
    // The model that is chosen now; before all that look at whom it asks.
    selectModelMiddleware(run, models),
    // Registered: first ours that names the next step to models that stall,
    // then other extensions'. What they give back is repaired and reviewed.
    ...extensions.outermost,
    // The plan, as `write_todos`; LangChain's.
    ...(run.plans ? [planMiddleware()] : []),
    // The second model, once the first has failed for good.
    fallbackMiddleware(run, models),
    // Remembers which of the two answers.
    recipientMiddleware(run, models),
    // The system prompt; every call answered; old results cleared; images.
    requestMiddleware(run, { instructions }),
    // Registered too: the request as it will be sent, the answer as it came.
    ...extensions.innermost,
    // Repeats what may work when repeated; LangChain's.
    retryMiddleware(run),
    // Notes each request as it is sent. Innermost.
    debugMiddleware(run),
    // Notes each call with what the model reads of it.
    debugCallsMiddleware(run),
    // The one way to an effect; counts calls against their limits. Innermost.
    toolGateMiddleware(run)
  ];
}

/**
 * LangChain's, less its `afterModel`, which answers two `write_todos` of one
 * step: `tidyAnswer` leaves one, and each hook is a node and a checkpoint.
 */
function planMiddleware() {
  return {
    ...todoListMiddleware({
      systemPrompt: TODO_PROMPT,
      toolDescription: TODO_DESCRIPTION
    }),
    afterModel: undefined
  };
}

export type AgentGraph = ReturnType<typeof buildGraph>;

/** Our declaration as LangChain wants it; the gate has looked at the arguments. */
function langchainTool(run: Run, each: ITool) {
  return tool(
    async (args, config: ToolRuntime) => {
      const { toolCallId, writer } = config;
      const result = await run.underway(
        toolCallId,
        invokeTool(run, each, toolCallId, {
          args: args as Record<string, unknown>,
          writer: writer as Writer
        })
      );
      return [result.text, result];
    },
    {
      name: each.name,
      description: each.description,
      schema: parametersOf(each),
      responseFormat: 'content_and_artifact',
      returnDirect: each.name === FINAL_ANSWER
    }
  );
}
