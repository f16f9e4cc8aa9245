/**
 * Bundled into a page by `reference.mjs`: LangChain's agent without any of our
 * code, with a single tool that reads, and its history in memory.
 */
import { MemorySaver } from '@langchain/langgraph/web';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';

window.benchBareAgent = async ({ baseURL, model, text, steps }) => {
  const agent = createAgent({
    model: new ChatOpenAI({
      model,
      apiKey: 'none',
      streaming: true,
      maxRetries: 0,
      configuration: {
        baseURL,
        dangerouslyAllowBrowser: true,
        // Without the SDK's own headers, which the model's server does not
        // allow.
        fetch: (url, { body, method, signal }) =>
          fetch(url, {
            body,
            method,
            signal,
            headers: {
              'content-type': 'application/json',
              authorization: 'Bearer none'
            }
          })
      }
    }),
    tools: [
      tool(() => text, {
        name: 'read_notebook',
        description: 'Reads.',
        schema: { type: 'object', properties: {} }
      })
    ],
    checkpointer: new MemorySaver()
  });
  const stream = await agent.stream(
    { messages: [{ role: 'user', content: 'Read the notebook' }] },
    {
      configurable: { thread_id: 'bare' },
      streamMode: ['updates', 'messages'],
      recursionLimit: 3 * steps
    }
  );
  let parts = 0;
  for (const reader = stream.getReader(); ; parts++) {
    const { done } = await reader.read();
    if (done) {
      return parts;
    }
  }
};
