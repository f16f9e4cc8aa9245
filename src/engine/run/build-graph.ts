import type { BaseCheckpointSaver } from '@langchain/langgraph/web';
import { createAgent } from 'langchain';

import { PlaceholderModel } from '../model/model-selector';
import { middlewareChain, type IChainOptions } from './middleware-chain';
import { isOurs } from '../tool-set/tool-offer';
import { langchainTools } from './langchain-tools';

export interface IGraphOptions extends IChainOptions {
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
      .map(langchainTools(run)),
    checkpointer,
    middleware: middlewareChain(options)
  });
}

export type AgentGraph = ReturnType<typeof buildGraph>;
