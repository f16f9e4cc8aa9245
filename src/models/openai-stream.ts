import type { IAnswerForm } from './answer-stream';
import type { IRequestFacts } from './faults';
import { ChunkRepair } from './openai-chunk';

/** How chat-completions servers write their answers, and what is mended of them. */
export function chatForm(facts: IRequestFacts): IAnswerForm {
  return {
    reader: new ChunkRepair(facts),
    framing: 'events',
    isWhole: value => Array.isArray((value as { choices?: unknown }).choices),
    ending: 'data: [DONE]\n\n'
  };
}
