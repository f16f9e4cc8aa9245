import { AIMessage } from '@langchain/core/messages';

import { graphThreadId, type IBranch, type RunOutcome } from '../../contract';
import { messageContext } from '../context/message-context';
import { prepareHistory } from '../context/clear-old-results';
import { taskMessage } from '../model/task-message';
import { SpentTokens } from '../model/spent-tokens';
import { graphConfig } from '../run-context/graph-config';
import type { IUnsentMessage } from '../run-context/run-request';
import type { IWorkflow } from '../run-context/workflow';
import { messagesOf } from './answer-open-calls';
import type { AgentGraph } from './middleware-chain';
import { readStreamPart, type IRunDriver } from './stream-run';
import type { IGraphPosition } from './graph-position';
import {
  workflowHost,
  type AnswersBeside,
  type HostDependencies,
  type IHostParts
} from './workflow-host';
import { workflowPosition } from './workflow-position';

/** How many messages of the conversation a workflow begins with. */
const HISTORY = 10;

export interface IWorkflowParts extends Omit<IHostParts, 'spent' | 'beside'> {
  /**
   * The agent of the conversation, used to read the position of a step's agent.
   */
  agent: AgentGraph;
  /** Id of the work. */
  id: string;
  /** Keys of memories to leave out this time. */
  without?: readonly string[];
}

/** Drives a graph above the agent, in a mode that has one. */
export interface IWorkflowDriver extends IRunDriver {
  /**
   * The input that the graph begins with.
   *
   * @param notes what its models are told in addition to the messages.
   */
  input(
    unsent: readonly IUnsentMessage[],
    notes: readonly string[]
  ): Promise<unknown>;
  /** Adds the request and its result to the conversation. */
  leave(outcome: RunOutcome): Promise<void>;
}

/**
 * Drives a workflow on checkpoints of its own, beside those of the
 * conversation: they are deleted with it, and never mix with its messages.
 */
export function workflowDriver(
  dependencies: HostDependencies,
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
  const beside: AnswersBeside = new Map();
  const flow = workflow.make(
    workflowHost(dependencies, { ...parts, spent, beside }, id)
  );
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
      // Answers of agents that work at the same time are not streamed token by
      // token; each is shown as a whole.
      const isBeside = rest[0] === 'messages' && beside.has(namespace[0]);
      const read = readStreamPart(isBeside ? ['none', null] : rest, messageId);
      // Pauses of an inner agent also appear in the outer graph, and are
      // counted there.
      const isInner = namespace.length > 0;
      return {
        ...read,
        pauses: isInner ? [] : read.pauses,
        nodes: isInner ? read.nodes : [],
        isDelivered: isInner || rest[0] === 'updates'
      };
    },
    position: () => position(),
    input: (unsent, notes) => input(unsent, notes),
    leave: outcome => leave(outcome)
  };

  function position(): Promise<IGraphPosition> {
    return workflowPosition(flow, agent, dependencies.checkpointer, {
      thread: graphThreadId(at),
      namespace: ''
    });
  }

  async function input(
    unsent: readonly IUnsentMessage[],
    notes: readonly string[]
  ): Promise<unknown> {
    const text = unsent.map(each => each.text).join('\n\n');
    const attachments = unsent.flatMap(each => each.attachments ?? []);
    const [context, stored] = await Promise.all([
      messageContext(run, {
        text,
        attachments,
        facts: 'none'
      }),
      messagesOf(agent, conversation)
    ]);
    const { messages } = prepareHistory(run, stored);
    return flow.input({
      messageId: unsent.at(-1)?.messageId ?? id,
      text: run.names.inText(text),
      context: [...notes, context.text].filter(Boolean).join('\n\n'),
      history: messages
        .flatMap(message => {
          const role = ROLES[message.type];
          return role && message.text.trim()
            ? [{ role, text: message.text }]
            : [];
        })
        .slice(-HISTORY),
      report: unsent.find(each => each.report)?.report ?? null,
      plan: unsent.find(each => each.plan)?.plan ?? null,
      without: parts.without ?? [],
      args: null
    });
  }

  async function leave(outcome: RunOutcome): Promise<void> {
    const how =
      outcome === 'answered'
        ? 'done'
        : outcome === 'stopped'
          ? 'stopped'
          : 'failed';
    const state: unknown = (await flow.graph.getState(graphConfig(at))).values;
    const values =
      how !== 'done' && flow.cutShort
        ? await flow.cutShort(state, (await position()).messages, how)
        : state;
    flow.ended(values, how);
    const message = flow.outcome(values);
    if (message) {
      await agent.graph.updateState(
        graphConfig(conversation),
        {
          messages: [
            taskMessage(message),
            new AIMessage({ id: `${id}-report`, content: message.report })
          ]
        },
        // After it there is nothing to do, since the message has no calls.
        'model_request'
      );
    }
  }
}

const ROLES: Partial<Record<string, 'user' | 'assistant'>> = {
  human: 'user',
  ai: 'assistant'
};
