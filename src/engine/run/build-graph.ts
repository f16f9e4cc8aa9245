import type { BaseCheckpointSaver } from '@langchain/langgraph/web';
import { createAgent, tool, type ToolRuntime } from 'langchain';

import type { ITool } from '../../contract';
import { invokeTool } from '../tool-calls/invoke-tool';
import { PlaceholderModel } from '../model/model-selector';
import { FINAL_ANSWER } from '../tool-calls/review-call';
import type { Writer } from '../run-context/run-context';
import { middlewareChain, type IChainOptions } from './middleware-chain';
import type { Run } from './run';
import { parametersOf } from '../tool-set/parameters';

export interface IGraphOptions extends IChainOptions {
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
    middleware: middlewareChain(options)
  });
}

export type AgentGraph = ReturnType<typeof buildGraph>;

/** Our declaration as LangChain wants it; the gate has looked at the arguments. */
function langchainTool(run: Run, each: ITool) {
  return tool(
    async (args, config: ToolRuntime) => {
      const { toolCallId, writer } = config;
      const result = await run.calls.underway(
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
