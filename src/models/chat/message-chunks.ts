import { AIMessageChunk, type BaseMessage } from '@langchain/core/messages';

/** The chunks of one answer, out of what LangChain's models stream. */
export async function* messageChunks(
  stream: AsyncIterable<{ message: BaseMessage }>
): AsyncGenerator<AIMessageChunk> {
  for await (const { message } of stream) {
    if (AIMessageChunk.isInstance(message)) {
      yield message;
    }
  }
}
