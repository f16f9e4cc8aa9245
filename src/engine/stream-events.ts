import type { AIMessageChunk } from '@langchain/core/messages';

import type { EventBody, IReviewRequest } from '../contract';
import { reasoningOf } from '../models';
import { textOf } from './answers';

/** A pause of the graph: LangGraph's interrupt with our request. */
export interface IPause {
  id: string;
  value: IReviewRequest;
}

/** What a part of the stream says. */
export interface IStreamPart {
  events: EventBody[];
  pause?: IPause;
}

interface IUpdates {
  __interrupt__?: IPause[];
}

/**
 * Reads one part of the graph's stream.
 *
 * @param part `[mode, chunk]` of `updates`, `messages` or `custom`.
 * @param messageId the answer that is being written.
 */
export function readStreamPart(
  [mode, chunk]: [string, unknown],
  messageId: string
): IStreamPart {
  switch (mode) {
    case 'custom':
      return { events: [chunk as EventBody] };
    case 'messages':
      return { events: tokenEvents(chunk as TokenChunk, messageId) };
    case 'updates':
      return { events: [], pause: (chunk as IUpdates).__interrupt__?.[0] };
    default:
      return { events: [] };
  }
}

type TokenChunk = [AIMessageChunk, { langgraph_node?: string }];

function tokenEvents(
  [message, metadata]: TokenChunk,
  messageId: string
): EventBody[] {
  // A node's whole result comes by here too, under the id we gave it.
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
