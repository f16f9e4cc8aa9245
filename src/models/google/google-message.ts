import { type BaseMessage, AIMessage } from '@langchain/core/messages';

import { type IAnswerer, keptData } from '../chat/provider-metadata';

/**
 * Signatures of Gemini's thinking, which it expects back with the parts they
 * belong to.
 */
export interface ISignatures {
  /** Signature of the text. */
  text?: string;
  /** Signatures of calls, by id. */
  calls: Record<string, string>;
}

/** The signature Gemini 3 accepts for a call it did not sign itself. */
const UNSIGNED = 'skip_thought_signature_validator';

/**
 * Converts a message to a form that LangChain transmits completely: it reads
 * calls only from an answer's content, each with its signature.
 */
export function googleMessage(
  message: BaseMessage,
  answerer: IAnswerer
): BaseMessage {
  if (!AIMessage.isInstance(message)) {
    return message;
  }
  const calls = message.tool_calls ?? [];
  const signatures = keptData<ISignatures>(message, answerer);
  const wantsSignature = /gemini-3/.test(answerer.model.toLowerCase());
  const parts: object[] = calls.map(({ id = '', name, args }, index) => ({
    type: 'functionCall',
    functionCall: { id, name, args },
    ...signed(
      signatures?.calls[id] ??
        // Parallel calls share one signature, on the first of them.
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
