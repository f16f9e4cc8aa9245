import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  type AIMessageChunk,
  type BaseMessage
} from '@langchain/core/messages';

import type { IWorkflowHost } from '../../../engine/run-context/workflow';
import type { IPlanMessage, IPlanModel } from '../asking/plan-model';

/**
 * The model that is chosen, for requests that are not the agent's. Where it
 * takes tools, the one tool it is offered is the form of its answer.
 */
export function hostModel(host: IWorkflowHost): IPlanModel {
  return {
    has: async () => {
      const { provider, choice } = await host.model();
      return { calls: provider.abilities(choice).tools, json: false };
    },
    ask: async (messages, shape, { signal, onText, temperature }) => {
      const { model } = await host.model(temperature);
      const { run } = host;
      const asked =
        shape.as === 'call' && model.bindTools
          ? model.bindTools([
              {
                type: 'function',
                function: {
                  name: shape.name,
                  description: 'Call this once with your answer.',
                  parameters: shape.schema
                }
              }
            ])
          : model;
      run.note(() => ({
        kind: 'request',
        title: run.options.trans.__('A request for the plan'),
        body: messages
      }));
      // `stream`, always: see the traps of `invoke`.
      const stream = await asked.stream(messages.map(langchainMessage), {
        signal: signal ?? run.signal
      });
      let whole: AIMessageChunk | undefined;
      for await (const chunk of stream as AsyncIterable<AIMessageChunk>) {
        whole = whole?.concat(chunk) ?? chunk;
        if (chunk.text) {
          onText?.(chunk.text);
        }
      }
      run.note(() => ({
        kind: 'answer',
        title: run.options.trans.__('An answer for the plan'),
        body: { text: whole?.text, calls: whole?.tool_calls }
      }));
      const usage = whole?.usage_metadata;
      if (usage) {
        run.emit({
          type: 'usage',
          input: usage.input_tokens,
          output: usage.output_tokens,
          estimated: false
        });
      }
      const call = shape.as === 'call' ? whole?.tool_calls?.[0] : undefined;
      return {
        ...(call && { call: call.args }),
        text: whole?.text ?? ''
      };
    }
  };
}

function langchainMessage({ role, text }: IPlanMessage): BaseMessage {
  switch (role) {
    case 'system':
      return new SystemMessage(text);
    case 'assistant':
      return new AIMessage(text);
    case 'user':
      return new HumanMessage(text);
  }
}
