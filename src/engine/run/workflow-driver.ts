import { HumanMessage, AIMessage, ToolMessage } from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';

import {
  graphThread,
  type Effect,
  type IBranch,
  type RunOutcome
} from '../../contract';
import type { IInstructions } from '../context/instructions';
import { messageContext } from '../context/message-context';
import type { ExtensionMiddleware } from '../middleware/extension';
import type { IReadyModel, ModelSelector } from '../model/model-selector';
import { OneCallModel } from '../model/one-call-model';
import { SpentTokens } from '../model/spent-tokens';
import { graphConfig } from '../run-context/graph-config';
import type { IRunDependencies } from '../run-context/run-dependencies';
import type { IUnsentMessage } from '../run-context/run-request';
import type {
  IStepAgent,
  IStepAgentOptions,
  IWorkflow,
  IWorkflowHost
} from '../run-context/workflow';
import { FINAL_ANSWER } from '../tool-calls/review-call';
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
  const spent = new SpentTokens(run.options.journal, conversation, id);
  run.onUsage = usage => spent.add(usage);
  /** Answers of agents that work at the same time, by the node they work in. */
  const beside = new Map<string, { messageId: string }>();
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
      // Several at once are not drawn letter by letter: each comes whole.
      const isBeside = rest[0] === 'messages' && beside.has(namespace[0]);
      const read = readStreamPart(isBeside ? ['none', null] : rest, messageId);
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
      model: async () => {
        const ready = await parts.models.take();
        run.recipient = ready;
        return ready;
      },
      shortModel: () => parts.models.takeShort(),
      spent: () => spent.total(),
      agent: options => stepAgent(parts, options, beside),
      call: (name, args, config) => callOnce(parts, { name, args }, config),
      checkTools: async () => {
        await tools(true);
      },
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
      // It has paused, and the page went before the graph around it had: that
      // comes to the same pause again, and asks nobody but the person.
      return { ...found, at: inner.at === 'pause' ? 'review' : inner.at };
    }
    // Between nodes that only read, it goes on by itself.
    return { ...found, at: open.some(isModelNext) ? 'model' : 'review' };
  }

  function isModelNext(node: string): boolean {
    return node === '__start__' || flow.asksModel(node);
  }

  /**
   * Where the agent of the step at work stands; of several, the one that may not
   * go on unasked. Null where none is at work.
   */
  async function innerPosition(
    tasks: readonly IGraphTask[]
  ): Promise<IGraphPosition | null> {
    const all = await Promise.all(
      tasks.map(({ name, id: task }) =>
        readPosition(agent, {
          thread_id: graphThread(at),
          checkpoint_ns: `${name}:${task}`,
          // Else the graph is searched for one of this name.
          __pregel_checkpointer: checkpointer
        })
      )
    );
    const found = all.filter(({ messages }) => messages.length > 0);
    return (
      CAREFUL.map(where => found.find(each => each.at === where)).find(
        Boolean
      ) ?? null
    );
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
      plan: unsent.find(each => each.plan)?.plan ?? null,
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

/** The first one says how a run goes on: a model is not asked unasked. */
const CAREFUL = ['model', 'tools', 'review', 'pause', 'end'] as const;

/** After it the agent has nothing to do: its last message calls nothing. */
const LAST_NODE = 'review.after_model';

const ROLES: Partial<Record<string, 'user' | 'assistant'>> = {
  human: 'user',
  ai: 'assistant'
};

/** The agent as it is, with a short context of its own and its own budget. */
function stepAgent(
  { run, models, instructions, extensions }: IWorkflowParts,
  { budget, beside = false }: IStepAgentOptions,
  atWork: Map<string, { messageId: string }>
): IStepAgent {
  return {
    invoke: async (text, config) => {
      run.options.offer.hear(text);
      const node = String(config.configurable?.checkpoint_ns ?? '');
      const answer = { messageId: '' };
      const agent = buildGraph({
        run: beside ? readingRun(run) : run,
        models,
        instructions,
        extensions,
        budget,
        ...(beside && { answer })
      });
      if (beside) {
        atWork.set(node, answer);
      }
      try {
        const { messages } = await agent.invoke(
          { messages: [new HumanMessage(text)] },
          { ...config, recursionLimit: RECURSION_LIMIT } as never
        );
        return messages;
      } finally {
        atWork.delete(node);
      }
    }
  };
}

/** One call, by the agent as it is: the model is one that makes it and ends. */
async function callOnce(
  { run, instructions, extensions }: IWorkflowParts,
  call: { name: string; args: Record<string, unknown> },
  config: RunnableConfig
): Promise<boolean> {
  const { provider, choice, seesImages } = run.recipient;
  const ready: IReadyModel = {
    provider,
    choice,
    seesImages,
    model: new OneCallModel(call)
  };
  const agent = buildGraph({
    run: quietRun(run),
    models: { take: async () => ready, second: null, of: () => ready },
    instructions,
    extensions,
    budget: 2
  });
  const { messages } = await agent.invoke(
    { messages: [new HumanMessage(`Call ${call.name} once.`)] },
    { ...config, recursionLimit: RECURSION_LIMIT } as never
  );
  return messages.some(
    each =>
      ToolMessage.isInstance(each) &&
      each.name === call.name &&
      each.status !== 'error'
  );
}

/** The run, where no model is asked: nothing is told of one. */
function quietRun(run: Run): Run {
  const emit: Run['emit'] = (body, writer) => {
    if (
      !['model-started', 'model-message', 'usage'].includes(body.type) &&
      !(body.type === 'call-proposed' && body.tool === FINAL_ANSWER)
    ) {
      run.emit(body, writer);
    }
  };
  return derivedRun(run, { emit: { value: emit } });
}

/** The run, for one of several agents at work in it: it may do nothing but read. */
function readingRun(run: Run): Run {
  return derivedRun(run, {
    readsOnly: {
      value:
        'Not run: this step works beside others and may only read. Do it without this call, or end with final_answer and say what is missing.'
    }
  });
}

/** The run with some of it different; what is set on either ends both. */
function derivedRun(run: Run, change: PropertyDescriptorMap): Run {
  return Object.create(run, {
    endReason: {
      get: () => run.endReason,
      set: (reason: Run['endReason']) => {
        run.endReason = reason;
      }
    },
    ...change
  }) as Run;
}
