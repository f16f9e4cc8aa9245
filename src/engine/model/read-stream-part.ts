import type { AIMessageChunk } from '@langchain/core/messages';

import type { EventBody } from '../../contract';
import { reasoningOf } from '../../models';
import type { IGraphInterrupt } from '../graph-interrupts/graph-interrupt';
import { textOf } from './normalize-answer';

/** What a part of the stream contains. */
export interface IStreamPart {
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
