import type { ChatGenerationChunk, ChatResult } from '@langchain/core/outputs';

/** Joins a streamed answer, for callers that want it complete. */
export async function wholeAnswer(
  chunks: AsyncIterable<ChatGenerationChunk>
): Promise<ChatResult> {
  let whole: ChatGenerationChunk | undefined;
  for await (const chunk of chunks) {
    whole = whole?.concat(chunk) ?? chunk;
  }
  return { generations: whole ? [whole] : [] };
}
