import type { BaseCheckpointSaver } from '@langchain/langgraph/web';
import { createAgent } from 'langchain';

import { stepAnswer } from '../../tools';
import { PlaceholderModel } from '../model/model-selector';
import { middlewareChain, type IChainOptions } from './middleware-chain';
import { isOurs } from '../tool-set/tool-offer';
import type { IRunContext } from '../run-context/run-context';
import { FINAL_ANSWER } from '../tool-calls/review-call';
import { langchainTools } from '../tool-calls/invoke-tool';

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
      .map(langchainTools(run)),
    checkpointer,
    middleware: middlewareChain(options)
  });
}

export type AgentGraph = ReturnType<typeof buildGraph>;
