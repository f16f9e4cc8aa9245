import { HumanMessage, AIMessage } from '@langchain/core/messages';

import {
  graphThread,
  type Effect,
  type IBranch,
  type RunOutcome
} from '../../contract';
import type { IInstructions } from '../context/instructions';
import { messageContext } from '../context/message-context';
import type { ExtensionMiddleware } from '../middleware/extension';
import type { ModelSelector } from '../model/model-selector';
import { graphConfig } from '../run-context/graph-config';
import type { IRunDependencies } from '../run-context/run-dependencies';
import type { IUnsentMessage } from '../run-context/run-request';
import type {
  IStepAgent,
  IWorkflow,
  IWorkflowHost
} from '../run-context/workflow';
import { messagesOf } from './answer-open-calls';
import { buildGraph, type AgentGraph } from './build-graph';
import {
  pausesOf,
  readPosition,
  type IGraphPosition,
  type IGraphTask
} from './graph-position';
import { readStreamPart } from './read-stream-part';
import type { Run } from './run';
import type { IRunDriver } from './run-driver';

/** Messages of the conversation that a workflow begins with. */
const HISTORY = 10;

/** Supersteps that an agent within a workflow may take. */
const RECURSION_LIMIT = 10_000;

export interface IWorkflowParts {
  run: Run;
  models: ModelSelector;
  instructions: IInstructions;
  extensions: ExtensionMiddleware;
  /** The agent of the conversation; it reads where one of a step stands. */
  agent: AgentGraph;
  /** Of the work. */
  id: string;
  /** Keys of memories that do not count this time. */
  without?: readonly string[];
  onTurn(): void;
  onLearnt(): Promise<void>;
}

/** What a run in a mode of its own drives: a graph above the agent. */
export interface IWorkflowDriver extends IRunDriver {
  /** What it begins with. */
  input(unsent: readonly IUnsentMessage[]): Promise<unknown>;
  /** Leaves in the conversation what was asked and what came of it. */
  leave(outcome: RunOutcome): Promise<void>;
}

/**
 * Drives a workflow on checkpoints of its own, beside those of the
 * conversation: they go with it, and never mix with its messages.
 */
export function workflowDriver(
  {
    checkpointer,
    tools,
    toolIndex,
    threads
  }: Pick<IRunDependencies, 'checkpointer' | 'tools' | 'toolIndex' | 'threads'>,
  workflow: IWorkflow,
  parts: IWorkflowParts
): IWorkflowDriver {
  const { run, agent, id } = parts;
  const { at: conversation } = run.options;
  const at: IBranch = {
    threadId: conversation.threadId,
    branch: `${conversation.branch}~${id}`
  };
  const flow = workflow.make(hostOf());
  return {
    at,
    stream: async (input, options) =>
      (await flow.graph.stream(input as never, {
        ...options,
        subgraphs: true,
        streamMode: ['updates', 'messages', 'custom']
      })) as AsyncIterable<unknown>,
    read: (part, messageId) => {
      const [namespace, ...rest] = part as [string[], string, unknown];
      const read = readStreamPart(rest, messageId);
      // Those of an agent within come up to the graph, and count there.
      const isInner = namespace.length > 0;
      return {
        ...read,
        pauses: isInner ? [] : read.pauses,
        nodes: isInner ? read.nodes : [],
        arrived: isInner || rest[0] === 'updates'
      };
    },
    position: () => position(),
    input: unsent => input(unsent),
    leave: outcome => leave(outcome)
  };

  function hostOf(): IWorkflowHost {
    return {
      id,
      run,
      checkpointer,
      threads,
      instructions: parts.instructions.text,
      model: async temperature => {
        const ready = await parts.models.take();
        run.recipient = ready;
        return temperature === undefined ? ready : parts.models.at(temperature);
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

  async function position(): Promise<IGraphPosition> {
    const { tasks, next, values } = await read();
    const inner = await innerPosition(tasks);
    const found = {
      pauses: pausesOf(tasks),
      messages: inner?.messages ?? [],
      hasInput: Object.keys(values).length > 0 || next.length > 0
    };
    if (found.pauses.length > 0) {
      return { ...found, at: 'pause' };
    }
    const open = next.length > 0 ? next : tasks.map(({ name }) => name);
    if (open.length === 0) {
      return { ...found, at: 'end' };
    }
    if (inner && inner.at !== 'end') {
      return { ...found, at: inner.at };
    }
    // Between nodes that only read, it goes on by itself.
    return { ...found, at: open.some(isModelNext) ? 'model' : 'review' };
  }

  function isModelNext(node: string): boolean {
    return node === '__start__' || flow.asksModel(node);
  }

  /** Where the agent of the step at work stands; null where none is at work. */
  async function innerPosition(
    tasks: readonly IGraphTask[]
  ): Promise<IGraphPosition | null> {
    for (const { name, id: task } of tasks) {
      const inner = await readPosition(agent, {
        thread_id: graphThread(at),
        checkpoint_ns: `${name}:${task}`,
        // Else the graph is searched for one of this name.
        __pregel_checkpointer: checkpointer
      });
      if (inner.messages.length > 0) {
        return inner;
      }
    }
    return null;
  }

  async function read(): Promise<{
    values: Record<string, unknown>;
    next: string[];
    tasks: IGraphTask[];
  }> {
    const { values, next, tasks } = await flow.graph.getState(graphConfig(at));
    return {
      values: values as Record<string, unknown>,
      next: [...next],
      tasks: tasks as unknown as IGraphTask[]
    };
  }

  async function input(unsent: readonly IUnsentMessage[]): Promise<unknown> {
    const text = unsent.map(each => each.text).join('\n\n');
    const attachments = unsent.flatMap(each => each.attachments ?? []);
    const [context, history] = await Promise.all([
      messageContext(run, { attachments, first: attachments.length > 0 }),
      messagesOf(agent, conversation)
    ]);
    return flow.input({
      messageId: unsent.at(-1)?.messageId ?? id,
      text: run.names.inText(text),
      context: context.text,
      history: history
        .flatMap(message => {
          const role = ROLES[message.type];
          return role && message.text.trim()
            ? [{ role, text: message.text }]
            : [];
        })
        .slice(-HISTORY),
      report: unsent.find(each => each.report)?.report ?? null,
      without: parts.without ?? []
    });
  }

  async function leave(outcome: RunOutcome): Promise<void> {
    const { values } = await read();
    const how =
      outcome === 'answered'
        ? 'done'
        : outcome === 'stopped'
          ? 'stopped'
          : 'failed';
    flow.ended(values, how);
    const said = flow.said(values);
    if (said) {
      await agent.graph.updateState(
        graphConfig(conversation),
        {
          messages: [
            new HumanMessage({ id: said.messageId, content: said.text }),
            new AIMessage({ id: `${id}-report`, content: said.report })
          ]
        },
        LAST_NODE
      );
    }
  }
}

/** After it the agent has nothing to do: its last message calls nothing. */
const LAST_NODE = 'review.after_model';

const ROLES: Partial<Record<string, 'user' | 'assistant'>> = {
  human: 'user',
  ai: 'assistant'
};

/** The agent as it is, with a short context of its own and its own budget. */
function stepAgent(
  { run, models, instructions, extensions }: IWorkflowParts,
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
