import { AIMessage, type SystemMessage } from '@langchain/core/messages';
import type { AgentMiddleware } from 'langchain';

import { plainMessage } from './plain-message';
import type { IDebugOptions } from './debug';

type Wrap = NonNullable<AgentMiddleware['wrapModelCall']>;
/** As it is handed on: a changed one may have its system prompt in either form. */
type Request = Omit<Parameters<Wrap>[0], 'systemMessage' | 'systemPrompt'> & {
  systemMessage?: SystemMessage;
  systemPrompt?: string;
};

/**
 * Another's middleware, with a note in the debug view of what it made of a
 * request and of its answer. While the view is off nothing is compared.
 *
 * @param hasNoted whether it told of the request itself, in words of its own.
 */
export function withChangeNotes(
  { isOn, trans, note }: Pick<IDebugOptions, 'isOn' | 'note' | 'trans'>,
  name: string,
  { wrap, hasNoted }: { wrap: Wrap; hasNoted(): boolean }
): Wrap {
  return async (request, handler) => {
    if (!isOn()) {
      return wrap(request, handler);
    }
    // Made first: the middleware may change a request in place.
    const before = partsOf(request);
    let came: string | null = null;
    const answer = await wrap(request, async asked => {
      const after = partsOf(asked);
      const changed = changedParts(before, after);
      if (changed.length > 0 && !hasNoted()) {
        note(() => ({
          kind: 'middleware',
          title: trans.__('“%1” changed the request', name),
          body: { changed, ...newTexts(before, after) }
        }));
      }
      const got = await handler(asked);
      came = written(got);
      return got;
    });
    const given = written(answer);
    if (given !== null && given !== came) {
      note(() => ({
        kind: 'middleware',
        title: trans.__('“%1” changed the answer', name),
        body: plainMessage(answer as AIMessage)
      }));
    }
    return answer;
  };
}

/** What of a request reaches a model: texts by their value, all else by identity. */
function partsOf(request: Request): Record<string, readonly unknown[]> {
  const { messages, tools, model, toolChoice, modelSettings } = request;
  return {
    system: [request.systemMessage?.text ?? '', request.systemPrompt ?? ''],
    messages: messages.map(each => JSON.stringify(plainMessage(each))),
    tools: [...(tools ?? [])],
    model: [model],
    toolChoice: [JSON.stringify(toolChoice)],
    modelSettings: [JSON.stringify(modelSettings)]
  };
}

type Parts = ReturnType<typeof partsOf>;

function changedParts(before: Parts, after: Parts): string[] {
  return Object.keys(before).filter(
    part =>
      before[part].length !== after[part].length ||
      before[part].some((value, index) => value !== after[part][index])
  );
}

/** The system prompt and messages that were not there before. */
function newTexts(before: Parts, after: Parts): Record<string, unknown> {
  const fresh = after.messages.filter(each => !before.messages.includes(each));
  const system = after.system.find(
    (text, index) => text !== before.system[index]
  );
  return {
    ...(system !== undefined && { system }),
    ...(fresh.length > 0 && {
      messages: fresh.map(each => JSON.parse(each as string) as unknown)
    })
  };
}

/** An answer by its value; null for what is none. */
function written(answer: unknown): string | null {
  return AIMessage.isInstance(answer)
    ? JSON.stringify(plainMessage(answer))
    : null;
}
