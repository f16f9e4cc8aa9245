import type { IAnswerForm } from '../transport/answer-stream';
import { type IRequestFacts, faultOfBody } from '../errors/model-fault';
import { WatchedAnswer } from '../transport/watched-answer';

interface IMessage {
  role: string;
  content: string;
  images?: string[];
  tool_calls?: { function: { name: string } }[];
  tool_name?: string;
}

/**
 * Adds what LangChain's converter leaves out: the name of the tool that a
 * result came from (results are in the order of the calls). Also merges an
 * image with its text, which the converter turns into a separate message.
 */
export function withNamedResults(
  body: Record<string, unknown>
): Record<string, unknown> {
  const mended: IMessage[] = [];
  let names: string[] = [];
  for (const message of (body.messages ?? []) as IMessage[]) {
    const before = mended.at(-1);
    if (message.role === 'tool') {
      const name = names.shift();
      mended.push(name ? { ...message, tool_name: name } : message);
    } else if (isBareImage(message) && before?.role === 'user') {
      before.images = [...(before.images ?? []), ...(message.images ?? [])];
    } else {
      names = (message.tool_calls ?? []).map(call => call.function.name);
      mended.push({ ...message });
    }
  }
  return { ...body, messages: mended };
}

function isBareImage({ role, content, images }: IMessage): boolean {
  return role === 'user' && content === '' && Boolean(images?.length);
}

/** Format of Ollama's answers: one object per line, the last with `done`. */
export function ollamaForm(facts: IRequestFacts): IAnswerForm {
  return {
    framing: 'lines',
    isWhole: () => false,
    reader: new WatchedAnswer(line => {
      if (line.error) {
        throw faultOfBody(line, facts);
      }
      return line.done === true ? 'closed' : 'more';
    })
  };
}
