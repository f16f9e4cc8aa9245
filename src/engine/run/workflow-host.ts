import { HumanMessage } from '@langchain/core/messages';

import type { Effect } from '../../contract';
import type { IInstructions } from '../context/instructions';
import { messageContext } from '../context/message-context';
import type { ExtensionMiddleware } from '../middleware/extension';
import type { ModelSelector } from '../model/model-selector';
import type { IRunDependencies } from '../run-context/run-dependencies';
import type { IStepAgent, IWorkflowHost } from '../run-context/workflow';
import { buildGraph } from './build-graph';
import type { Run } from './run';

/** Supersteps that an agent within a workflow may take. */
const RECURSION_LIMIT = 10_000;

export type HostDependencies = Pick<
  IRunDependencies,
  'checkpointer' | 'tools' | 'toolIndex' | 'threads'
>;

/** What a graph above the agent works with in one run. */
export interface IHostParts {
  run: Run;
  models: ModelSelector;
  instructions: IInstructions;
  extensions: ExtensionMiddleware;
  onTurn(): void;
  onLearnt(): Promise<void>;
}

/** What a run hands to a graph above the agent. @param id of its work. */
export function workflowHost(
  { checkpointer, tools, toolIndex, threads }: HostDependencies,
  parts: IHostParts,
  id: string
): IWorkflowHost {
  const { run } = parts;
  return {
    id,
    run,
    checkpointer,
    threads,
    instructions: parts.instructions.text,
    model: async () => {
      const ready = await parts.models.take();
      run.recipient = ready;
      return ready;
    },
    agent: budget => stepAgent(parts, budget),
    tool: name => run.options.tools.get(name),
    findTools: async (query, limit) => {
      const all = await tools();
      const found = await toolIndex.search(all, query, { limit });
      const [best] = found;
      return found.flatMap(({ id: name, score }) => {
        const tool = all.find(each => each.name === name);
        return tool ? [{ tool, score: score / best.score }] : [];
      });
    },
    facts: async () =>
      (await messageContext(run, { attachments: [], first: true })).text,
    allow: (effects: readonly Effect[], on) => {
      if (run.turn.allow(effects, on)) {
        parts.onTurn();
      }
    },
    keep: () => parts.onLearnt()
  };
}

/** The agent as it is, with a short context of its own and its own budget. */
function stepAgent(
  { run, models, instructions, extensions }: IHostParts,
  budget: number
): IStepAgent {
  return {
    invoke: async (text, config) => {
      run.options.offer.hear(text);
      const agent = buildGraph({
        run,
        models,
        instructions,
        extensions,
        budget
      });
      const { messages } = await agent.invoke(
        { messages: [new HumanMessage(text)] },
        { ...config, recursionLimit: RECURSION_LIMIT } as never
      );
      return messages;
    }
  };
}
