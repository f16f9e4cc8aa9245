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
 * Mends what LangChain's converter leaves out: the name of the tool that a
 * result is of (results stand in the order of the calls), and the text that
 * belongs to an image, which it makes a message of its own.
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

/** How Ollama writes its answers: an object a line, `done` in the last. */
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
