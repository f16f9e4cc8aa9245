import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import {
  AIMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';

import { FINAL_ANSWER } from '../tool-calls/review-call';

/** Makes one call that a person asked for, and then ends; no model is asked. */
export class OneCallModel extends BaseChatModel {
  constructor(
    private readonly _call: { name: string; args: Record<string, unknown> }
  ) {
    super({});
  }

  _llmType(): string {
    return 'one-call';
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const isDone = messages.some(each => ToolMessage.isInstance(each));
    const call = isDone
      ? { name: FINAL_ANSWER, args: { answer: 'Done.' } }
      : this._call;
    const message = new AIMessage({
      content: '',
      tool_calls: [{ ...call, id: isDone ? 'end' : 'call', type: 'tool_call' }]
    });
    return { generations: [{ message, text: '' }] };
  }
}
