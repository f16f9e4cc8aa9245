import type { AgentGraph } from './graph';
import { StopError } from './errors';
import { retrying } from './retrying';
import type { Run } from './run';
import type { RunInput } from './runs';
import { lastAnswer, openCalls, readStand } from './stand';
import { readStreamPart } from './stream-events';
import type { IPause } from './stream-events';
import { keepMemory } from './thread-state';
import type { IThreadState } from './thread-state';
import { untilAborted } from './until-aborted';
import { afresh, runConfig, settled } from './write-behind';

/**
 * Supersteps a run may take. The limit on model calls ends a run long before;
 * LangGraph's own default of 25 would end a job of six cells.
 */
const RECURSION_LIMIT = 10_000;

/** How long a repetition waits for calls that are still under way, in ms. */
const REPEAT_PATIENCE = 10_000;

export interface IDriveOptions {
  state: IThreadState;
  graph: AgentGraph;
  run: Run;
  input: RunInput;
  /** A checkpoint has what was handed in. */
  onArrived(): void;
}

/**
 * Runs the graph until it pauses or ends, and tells what it does. Where storage
 * fails for a moment it goes on from the last checkpoint, unless that would ask
 * the model again.
 *
 * @returns what it paused for; nothing where it ended.
 */
export function drive(options: IDriveOptions): Promise<IPause[]> {
  const { run, graph, input } = options;
  return retrying(() => once(options, input), {
    signal: run.signal,
    again: async error => {
      await run.settled(REPEAT_PATIENCE);
      const stand = await readStand(graph, run.options.at);
      const { messages } = stand;
      switch (stand.at) {
        case 'pause':
          return once(options, input);
        case 'tools':
          run.reorder(
            lastAnswer(messages)?.id as string,
            openCalls(messages),
            false
          );
          return once(options, null);
        case 'review':
          return once(options, null);
        default:
          // The model would be asked again; that is for the person to say.
          throw error;
      }
    }
  });
}

async function once(
  { state, graph, run, onArrived }: IDriveOptions,
  input: RunInput
): Promise<IPause[]> {
  const { checkpointer } = state.parts;
  const { at } = run.options;
  await afresh(checkpointer, at);
  const stream = await graph.stream(input as never, {
    ...runConfig(at),
    streamMode: ['updates', 'messages', 'custom'],
    // The default stores a decision after the tool has begun.
    durability: 'sync',
    recursionLimit: RECURSION_LIMIT,
    signal: run.signal
  });
  const paused: IPause[] = [];
  for await (const part of untilAborted(
    stream as AsyncIterable<[string, unknown]>,
    run.signal
  )) {
    const { events, pauses, nodes } = readStreamPart(part, run.messageId);
    // A model is asked once the checkpoint has what was said.
    if (nodes.includes('model_request')) {
      onArrived();
    }
    events.forEach(state.parts.tell);
    paused.push(...pauses);
    if (nodes.length > 0) {
      // Not waited for here: a pause and an end wait for it.
      void keepMemory(state);
      if (!nodes.includes('tools')) {
        state.queue.arrived();
      }
    }
    if (run.endReason) {
      run.controller.abort(new StopError());
    }
  }
  await settled(checkpointer, at);
  return paused;
}
