import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { BaseCheckpointSaver } from '@langchain/langgraph/web';
import { createAgent, todoListMiddleware, tool } from 'langchain';
import type { ToolRuntime } from 'langchain';
import { z } from 'zod';

import type { ITool } from '../contract';
import { FINAL_ANSWER } from './judge';
import { gateMiddleware } from './middleware/gate';
import { modelAnswerMiddleware } from './middleware/model-answer';
import { outgoingMiddleware } from './middleware/outgoing';
import { retryMiddleware } from './middleware/retry';
import { reviewMiddleware } from './middleware/review';
import { TODO_DESCRIPTION, TODO_PROMPT, systemPrompt } from './prompt';
import type { Run, Writer } from './run';

export interface IGraphOptions {
  run: Run;
  model: BaseChatModel;
  seesImages: boolean;
  checkpointer: BaseCheckpointSaver;
}

/** The agent of one run: LangChain's `createAgent` with our chain. */
export function buildGraph(options: IGraphOptions) {
  const { run, model, seesImages, checkpointer } = options;
  return createAgent({
    model,
    tools: [...run.options.tools.values()].map(each =>
      langchainTool(run, each)
    ),
    systemPrompt: systemPrompt(run.options.notebook),
    checkpointer,
    // The one list. Outermost first for wrapModelCall; afterModel runs from the
    // last to the first.
    middleware: [
      // Asks the person; its afterModel is the last to run.
      reviewMiddleware(run),
      // Call ids, broken arguments, empty answers; tells what the model said.
      modelAnswerMiddleware(run),
      // The plan, as `write_todos`; LangChain's.
      planMiddleware(),
      // Every call answered; images where the model sees.
      outgoingMiddleware(run, seesImages),
      // Repeats what may work when repeated; LangChain's. Innermost.
      retryMiddleware(run),
      // The one way to an effect.
      gateMiddleware(run)
    ]
  });
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
      const result = await run.underway(
        config.toolCallId,
        each.run(
          args,
          run.toolContext(config.toolCallId, config.writer as Writer)
        )
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

/** JSON Schema of a tool's arguments, without what only costs characters. */
export function parametersOf(each: ITool): Record<string, unknown> {
  const {
    $schema: _,
    additionalProperties: __,
    ...schema
  } = z.toJSONSchema(each.schema, { io: 'input' }) as Record<string, unknown>;
  return schema;
}
