import type { BaseMessage, AIMessageChunk } from '@langchain/core/messages';
import { StopError, isTransient } from '../errors';
import type { Run } from './run';
import {
  withWork,
  readGraphPosition,
  type IGraphPosition
} from './graph-position';
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

/** Waits before each further try, in ms. */
const WAITS = [200, 800, 2400];

/** How long a repetition waits for calls that are still running, in ms. */
const REPEAT_PATIENCE = 10_000;

interface IStreamRunOptions {
  state: IThreadContext;
  driver: IRunDriver;
  run: Run;
  input: RunInput;
  /** Called when the input is in a checkpoint. */
  onArrived(): void;
  /** Called when a call is answered. */
  onCalled(): void;
}

/**
 * Runs the graph until it pauses or ends, and emits its events. After a passing
 * storage error it continues from the last checkpoint, unless that would ask
 * the model again.
 *
 * @returns the pauses; empty if the run ended.
 */
export async function streamRun(
  options: IStreamRunOptions
): Promise<IGraphInterrupt[]> {
  const { signal } = options.run;
  let next = (): Promise<IGraphInterrupt[]> => once(options, options.input);
  for (const wait of [...WAITS, null]) {
    try {
      return await next();
    } catch (error) {
      if (wait === null || signal.aborted || !isTransient(error)) {
        throw error;
      }
      console.warn('Cellwright: storage failed; trying again', error);
      await pause(wait, signal);
      next = () => again(options, error);
    }
  }
  throw new Error('There is always a last try.');
}

async function again(
  options: IStreamRunOptions,
  error: unknown
): Promise<IGraphInterrupt[]> {
  const { run, driver } = options;
  await run.calls.settled(REPEAT_PATIENCE);
  const { at, asks } = withWork(
    await driver.position(),
    await run.workflowCalls.stand()
  );
  if ((at !== 'pause' && at !== 'tools') || asks) {
    // The model would be asked again, which the person has to decide.
    throw error;
  }
  return once(options, null);
}

async function once(
  { state, driver, run, onArrived, onCalled }: IStreamRunOptions,
  input: RunInput
): Promise<IGraphInterrupt[]> {
  const { configurable } = graphConfig(driver.at);
  const stream = await driver.stream(
    input && 'task' in input ? input.task : input,
    {
      configurable: { ...configurable, answers: state.log.open.answers },
      // With the default, a decision would be stored only after the tool has
      // begun.
      durability: 'sync',
      recursionLimit: RECURSION_LIMIT,
      signal: run.signal
    }
  );
  const paused: IGraphInterrupt[] = [];
  for await (const part of untilAborted(stream, run.signal)) {
    const { events, pauses, nodes, isDelivered } = driver.read(
      part,
      run.messageId
    );
    if (isDelivered) {
      onArrived();
    }
    for (const event of events) {
      state.log.show(event);
      if (event.type === 'call-finished') {
        onCalled();
      }
    }
    paused.push(...pauses);
    if (nodes.length > 0) {
      // Not awaited here: a pause and the end of the run wait for it.
      void keepMemory(state);
      if (!nodes.includes('tools')) {
        state.queue.arrived();
      }
    }
    if (run.endReason) {
      run.controller.abort(new StopError());
    }
  }
  return paused;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

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

/** What a part of the stream contains. */
interface IStreamPart {
  events: EventBody[];
  /** More than one if nodes that run in parallel pause. */
  pauses: IGraphInterrupt[];
  /** Nodes that have finished. */
  nodes: string[];
}

interface IUpdates {
  __interrupt__?: IGraphInterrupt[];
}

/**
 * Reads one part of the graph's stream.
 *
 * @param part `[mode, chunk]` of `updates`, `messages` or `custom`.
 * @param messageId the answer in progress.
 */
export function readStreamPart(
  [mode, chunk]: [string, unknown],
  messageId: string
): IStreamPart {
  switch (mode) {
    case 'custom':
      return part([chunk as EventBody]);
    case 'messages':
      return part(tokenEvents(chunk as TokenChunk, messageId));
    case 'updates':
      return {
        events: [],
        pauses: (chunk as IUpdates).__interrupt__ ?? [],
        nodes: Object.keys(chunk as IUpdates)
      };
    default:
      return part([]);
  }
}

function part(events: EventBody[]): IStreamPart {
  return { events, pauses: [], nodes: [] };
}

type TokenChunk = [AIMessageChunk, { langgraph_node?: string }];

function tokenEvents(
  [message, metadata]: TokenChunk,
  messageId: string
): EventBody[] {
  // The whole result of a node appears here too, under the id we gave it.
  if (metadata.langgraph_node !== 'model_request' || message.id === messageId) {
    return [];
  }
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
