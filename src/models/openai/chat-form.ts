import type { IAnswerForm } from '../transport/answer-stream';
import type { IRequestFacts } from '../errors/model-fault';
import { ChunkRepair } from '../chat/chunk-repair';

/** Format of answers from chat-completions servers, and the repairs they need. */
export function chatForm(facts: IRequestFacts): IAnswerForm {
  return {
    reader: new ChunkRepair(facts),
    framing: 'events',
    isWhole: value => Array.isArray((value as { choices?: unknown }).choices),
    ending: 'data: [DONE]\n\n'
  };
}
