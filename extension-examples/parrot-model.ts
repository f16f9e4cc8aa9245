import { SimpleChatModel } from '@langchain/core/language_models/chat_models';
import type { BaseMessage } from '@langchain/core/messages';

/** Any chat model of LangChain will do, of any copy of it. */
export class ParrotModel extends SimpleChatModel {
  _llmType(): string {
    return 'parrot';
  }

  /** It is offered tools and calls none. */
  override bindTools(): this {
    return this;
  }

  async _call(messages: BaseMessage[]): Promise<string> {
    const message = messages.findLast(({ type }) => type === 'human');
    return message?.text ?? '';
  }
}
