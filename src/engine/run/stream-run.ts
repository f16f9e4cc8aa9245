import { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import { AIMessageChunk, type BaseMessage } from '@langchain/core/messages';
import type { ChatGenerationChunk } from '@langchain/core/outputs';
import type { Run } from './run';
import { readGraphPosition, type IGraphPosition } from './graph-position';
import type { IGraphInterrupt } from '../interrupts/ask-person';
import { keepMemory, type IThreadContext } from '../thread/thread-context';
import { untilAborted } from './until-aborted';
import { graphConfig } from './graph-config';
import type { IBranch, EventBody } from '../../contract';
import type { AgentGraph } from './middleware-chain';
import { reasoningOf } from '../../models';
import { textOf } from '../model/message-parts';

/** What a run begins or continues with. */
export type RunInput = { messages: BaseMessage[] } | { task: unknown } | null;

/**
 * The most supersteps of a run. The limit on model calls ends a run long before
 * this; LangGraph's own default of 25 would end a job of six cells.
 */
const RECURSION_LIMIT = 10_000;

interface IStreamRunOptions {
  state: IThreadContext;
  driver: IRunDriver;
  run: Run;
  input: RunInput;
  /** Called when the input is in a checkpoint. */
  onArrived(): void;
}

/**
 * Runs the graph until it pauses or ends, and emits its events.
 *
 * @returns the pauses; empty if the run ended.
 */
export async function streamRun({
  state,
  driver,
  run,
  input,
  onArrived
}: IStreamRunOptions): Promise<IGraphInterrupt[]> {
  const { configurable } = graphConfig(driver.at);
  const stream = await driver.stream(
    input && 'task' in input ? input.task : input,
    {
      configurable: { ...configurable, answers: state.log.open.answers },
      callbacks: [new TokenEvents(run, driver, state.log.show)],
      streamMode: 'updates',
      // With the default, a decision would be stored only after the tool has
      // begun.
      durability: 'sync',
      recursionLimit: RECURSION_LIMIT,
      signal: run.signal
    }
  );
  const paused: IGraphInterrupt[] = [];
  for await (const update of untilAborted(stream, run.signal)) {
    paused.push(...(update.__interrupt__ ?? []));
    // A model is asked only after the input is in a checkpoint.
    if (!(SUMMARISE in update)) {
      onArrived();
    }
    // Not awaited here: a pause and the end of the run wait for it.
    void keepMemory(state);
  }
  return paused;
}

/** The node that comes before the model. */
export const SUMMARISE = 'summarise.before_model';

/** What a node of a graph returned, or the pauses of those that were running. */
type Update = Record<string, unknown> & { __interrupt__?: IGraphInterrupt[] };

/** What a run drives: the agent of the conversation, or a graph above it. */
export interface IRunDriver {
  /** @param options LangGraph's. */
  stream(
    input: unknown,
    options: Record<string, unknown>
  ): Promise<AsyncIterable<Update>>;
  /** Where its checkpoints are. */
  readonly at: IBranch;
  /**
   * Whether the answer of an agent is shown while it is written.
   *
   * @param namespace of the agent's node.
   */
  streams(namespace: string): boolean;
  position(): Promise<IGraphPosition>;
}

/** Drives the agent itself, on the messages of the conversation. */
export function agentDriver(graph: AgentGraph, at: IBranch): IRunDriver {
  return {
    at,
    stream: async (input, options) =>
      (await graph.stream(
        input as never,
        options as never
      )) as unknown as AsyncIterable<Update>,
    // Not those of agents within a call.
    streams: namespace => !namespace.includes('|'),
    position: () => readGraphPosition(graph, at)
  };
}

/** Shows what a model is writing. */
export class TokenEvents extends BaseCallbackHandler {
  readonly name = 'cellwright-tokens';
  /** LangChain's models stream if one of their handlers has this. */
  readonly lc_prefer_streaming = true;
  /** Called at once, so that a token comes before what is said of the answer. */
  override awaitHandlers = true;
  /** Requests whose answer is shown, by LangChain's id. */
  private readonly _shown = new Set<string>();

  constructor(
    private readonly _run: Pick<Run, 'messageId' | 'signal'>,
    private readonly _driver: Pick<IRunDriver, 'streams'>,
    private readonly _show: (event: EventBody) => void
  ) {
    super();
  }

  override handleChatModelStart(
    _model: unknown,
    _messages: unknown,
    requestId: string,
    _parentId?: string,
    _extra?: unknown,
    _tags?: string[],
    metadata: Record<string, unknown> = {}
  ): void {
    const { langgraph_node: node, langgraph_checkpoint_ns: namespace } =
      metadata;
    if (node === 'model_request' && this._driver.streams(String(namespace))) {
      this._shown.add(requestId);
    }
  }

  override handleLLMNewToken(
    token: string,
    _index: unknown,
    requestId: string,
    _parentId?: string,
    _tags?: string[],
    fields?: { chunk?: unknown }
  ): void {
    if (this._shown.has(requestId) && !this._run.signal.aborted) {
      const chunk = fields?.chunk as ChatGenerationChunk | undefined;
      const message = chunk?.message ?? new AIMessageChunk(token);
      tokenEvents(message as AIMessageChunk, this._run.messageId).forEach(
        this._show
      );
    }
  }
}

function tokenEvents(message: AIMessageChunk, messageId: string): EventBody[] {
  const events: EventBody[] = [];
  const thought = reasoningOf(message);
  if (thought) {
    events.push({ type: 'reasoning-delta', messageId, delta: thought });
  }
  const delta = textOf(message);
  if (delta) {
    events.push({ type: 'text-delta', messageId, delta });
  }
  for (const call of message.tool_call_chunks ?? []) {
    if (call.name) {
      events.push({
        type: 'call-drafted',
        messageId,
        tool: call.name,
        characters: call.args?.length ?? 0
      });
    }
  }
  return events;
}
