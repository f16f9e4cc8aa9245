import type { ClientTool } from '@langchain/core/tools';
import { tool, type ToolRuntime } from 'langchain';

import type { ITool } from '../../contract';
import type { Writer } from '../run-context/run-context';
import { invokeTool } from '../tool-calls/invoke-tool';
import { FINAL_ANSWER } from '../tool-calls/review-call';
import { parametersOf } from '../tool-set/parameters';
import type { Run } from './run';

/** Cached per run, since the agents of a plan are made again for each step. */
const MADE = new WeakMap<Run, WeakMap<ITool, ClientTool>>();

/**
 * The tools of a run in LangChain's form; the same object for the same tool.
 */
export function langchainTools(run: Run): (each: ITool) => ClientTool {
  const created = MADE.get(run) ?? new WeakMap<ITool, ClientTool>();
  MADE.set(run, created);
  return each => {
    const known = created.get(each) ?? langchainTool(run, each);
    created.set(each, known);
    return known;
  };
}

/** Our declaration in LangChain's form; the gate has checked the arguments. */
function langchainTool(run: Run, each: ITool) {
  return tool(
    async (args, config: ToolRuntime) => {
      const { toolCallId, writer } = config;
      const result = await run.calls.underway(
        toolCallId,
        invokeTool(run, each, toolCallId, {
          args: args as Record<string, unknown>,
          writer: writer as Writer,
          config: config.config
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
