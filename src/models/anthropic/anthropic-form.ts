import type { IAnswerForm } from '../transport/answer-stream';
import { type IRequestFacts, faultOfBody } from '../errors/model-fault';
import { WatchedAnswer } from '../transport/watched-answer';

type Block = Record<string, unknown> & { type: string };

interface IBody {
  system?: string | Block[];
  messages?: { role: string; content: string | Block[] }[];
}

const CACHED = { cache_control: { type: 'ephemeral' } };

/**
 * Marks what the next request will have in common with this one, so that
 * Anthropic can read it from its cache: the tools, the system prompt, and the
 * conversation up to its last message. Removes empty texts, which Anthropic
 * refuses.
 */
export function withCaching(
  body: Record<string, unknown>
): Record<string, unknown> {
  const { system, messages = [] } = body as IBody;
  const asked = messages
    .map(message => ({ ...message, content: visible(blocks(message.content)) }))
    .filter(message => message.content.length > 0);
  const last = asked.at(-1);
  if (last) {
    last.content = marked(last.content);
  }
  const told = visible(blocks(system ?? ''));
  return {
    ...body,
    ...(told.length > 0 ? { system: marked(told) } : {}),
    messages: asked
  };
}

function blocks(content: string | Block[]): Block[] {
  return typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : content;
}

function visible(content: Block[]): Block[] {
  return content.filter(
    ({ type, text }) => type !== 'text' || String(text ?? '').trim() !== ''
  );
}

/** Marks the last block for which that is allowed; thinking blocks cannot be marked. */
function marked(content: Block[]): Block[] {
  const at = content.findLastIndex(({ type }) => !type.includes('thinking'));
  return content.map((block, index) =>
    index === at ? { ...block, ...CACHED } : block
  );
}

/** Format of Anthropic's answers: named events, ending with `message_stop`. */
export function anthropicForm(facts: IRequestFacts): IAnswerForm {
  return {
    framing: 'events',
    isWhole: () => false,
    reader: new WatchedAnswer(event => {
      if (event.type === 'error' || event.error) {
        throw faultOfBody(event, facts);
      }
      return event.type === 'message_stop' ? 'closed' : 'more';
    })
  };
}
