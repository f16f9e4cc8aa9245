import type { IAnswerForm } from '../transport/answer-stream';
import type { IRequestFacts } from '../errors/model-fault';
import { ChunkRepair } from '../chat/chunk-repair';

/** How chat-completions servers write their answers, and what is mended of them. */
export function chatForm(facts: IRequestFacts): IAnswerForm {
  return {
    reader: new ChunkRepair(facts),
    framing: 'events',
    isWhole: value => Array.isArray((value as { choices?: unknown }).choices),
    ending: 'data: [DONE]\n\n'
  };
}
