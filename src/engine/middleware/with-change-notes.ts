import { AIMessage, type SystemMessage } from '@langchain/core/messages';
import type { AgentMiddleware } from 'langchain';

import { plainMessage } from './plain-message';
import type { IDebugOptions } from './debug';

type Wrap = NonNullable<AgentMiddleware['wrapModelCall']>;
/**
 * The request as handed on: if it was changed, its system prompt may be in
 * either form.
 */
type Request = Omit<Parameters<Wrap>[0], 'systemMessage' | 'systemPrompt'> & {
  systemMessage?: SystemMessage;
  systemPrompt?: string;
};

/**
 * Wraps a middleware of another extension so that the debug view notes what it
 * changed in a request and in the answer. Nothing is compared while the view is
 * off.
 *
 * @param hasNoted whether the middleware added a note on the request itself.
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
    // Read first, since the middleware may change a request in place.
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

/**
 * The parts of a request that reach a model: texts are compared by value,
 * everything else by identity.
 */
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

/** The system prompt and messages that were added. */
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

/**
 * The answer as JSON, to see whether it was changed; null for anything else.
 */
function written(answer: unknown): string | null {
  return AIMessage.isInstance(answer)
    ? JSON.stringify(plainMessage(answer))
    : null;
}
