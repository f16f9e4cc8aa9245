import type { IBranch } from '../../contract';
import type { AgentGraph } from './build-graph';
import { readGraphPosition, type IGraphPosition } from './graph-position';
import { readStreamPart, type IStreamPart } from '../model/read-stream-part';

/** What a run drives: the agent of the conversation, or a graph above it. */
export interface IRunDriver {
  /** `options` are those of LangGraph; `streamMode` and the like are set here. */
  stream(
    input: unknown,
    options: Record<string, unknown>
  ): Promise<AsyncIterable<unknown>>;
  /** Its checkpoints. */
  readonly at: IBranch;
  /** @param messageId the answer that is being written. */
  read(
    part: unknown,
    messageId: string
  ): IStreamPart & {
    /** A checkpoint has what was handed in. */
    arrived: boolean;
  };
  position(): Promise<IGraphPosition>;
}

/** The agent itself, on the messages of the conversation. */
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
      // A model is asked once the checkpoint has what was said.
      return { ...read, arrived: read.nodes.includes('model_request') };
    },
    position: () => readGraphPosition(graph, at)
  };
}
