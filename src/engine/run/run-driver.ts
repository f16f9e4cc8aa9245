import type { IBranch } from '../../contract';
import type { AgentGraph } from './build-graph';
import { readGraphPosition, type IGraphPosition } from './graph-position';
import { readStreamPart, type IStreamPart } from '../model/read-stream-part';

/** What a run drives: the agent of the conversation, or a graph above it. */
export interface IRunDriver {
  /**
   * `options` are LangGraph's; `streamMode` and similar ones are set by the
   * driver.
   */
  stream(
    input: unknown,
    options: Record<string, unknown>
  ): Promise<AsyncIterable<unknown>>;
  /** Where its checkpoints are. */
  readonly at: IBranch;
  /** @param messageId the answer in progress. */
  read(
    part: unknown,
    messageId: string
  ): IStreamPart & {
    /** Whether the input is in a checkpoint. */
    isDelivered: boolean;
  };
  position(): Promise<IGraphPosition>;
}

/** Drives the agent itself, on the messages of the conversation. */
export function agentDriver(graph: AgentGraph, at: IBranch): IRunDriver {
  return {
    at,
    stream: async (input, options) =>
      (await graph.stream(
        input as never,
        { ...options, streamMode: ['updates', 'messages', 'custom'] } as never
      )) as AsyncIterable<unknown>,
    read: (part, messageId) => {
      const read = readStreamPart(part as [string, unknown], messageId);
      // A model is asked only after the input is in a checkpoint.
      return { ...read, isDelivered: read.nodes.includes('model_request') };
    },
    position: () => readGraphPosition(graph, at)
  };
}
