import { type BaseMessage, AIMessage } from '@langchain/core/messages';

import type { ISignatures } from './signatures';
import { keptData } from '../chat/provider-metadata';

/** What Gemini 3 takes for a call it did not sign itself. */
const UNSIGNED = 'skip_thought_signature_validator';

/**
 * A message in the form from which LangChain loses nothing: it takes calls
 * from an answer's content only, each with the signature that belongs to it.
 */
export function googleMessage(
  message: BaseMessage,
  provider: string,
  model: string
): BaseMessage {
  if (!AIMessage.isInstance(message)) {
    return message;
  }
  const calls = message.tool_calls ?? [];
  const signatures = keptData<ISignatures>(message, provider, model);
  const wantsSignature = /gemini-3/.test(model.toLowerCase());
  const parts: object[] = calls.map(({ id = '', name, args }, index) => ({
    type: 'functionCall',
    functionCall: { id, name, args },
    ...signed(
      signatures?.calls[id] ??
        // Calls at once have one signature, at the first of them.
        (wantsSignature && index === 0 ? UNSIGNED : undefined)
    )
  }));
  const { text } = message;
  if (text.trim() !== '') {
    parts.unshift({ type: 'text', text, ...signed(signatures?.text) });
  }
  return new AIMessage({ content: parts as never, tool_calls: calls });
}

function signed(signature: string | undefined): { thoughtSignature?: string } {
  return signature ? { thoughtSignature: signature } : {};
}
