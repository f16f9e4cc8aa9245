import { HumanMessage } from '@langchain/core/messages';
import { createAgent } from 'langchain';

import { ModelFault, type EventBody } from '../../contract';
import { ScriptedModel } from '../../testing/scripted-model';
import { debugMiddleware, retryMiddleware } from './call-model';
import { runOf } from '../stories/run-of';

async function ask(
  fault: ModelFault,
  debug: boolean
): Promise<{
  events: EventBody[];
  /** The waiting times between tries, in ms. */
  asked: unknown[];
  requests: number;
}> {
  const { run, events } = runOf({}, { debug });
  const model = new ScriptedModel([{ error: fault }, { text: 'Hello.' }]);
  const agent = createAgent({
    model,
    tools: [],
    middleware: [retryMiddleware(run), debugMiddleware(run)]
  });
  const waits = jest.spyOn(globalThis, 'setTimeout');
  const stream = await agent.stream(
    { messages: [new HumanMessage('go')] } as never,
    { streamMode: ['messages'] }
  );
  for await (const _ of stream) {
    // What the stream holds does not matter here.
  }
  const asked = waits.mock.calls.map(([, ms]) => ms);
  waits.mockRestore();
  return { events, asked, requests: model.requests.length };
}

describe('repeating a model call', () => {
  it.each([false, true])(
    'waits as long as the server asked to, with the debug view on: %s',
    async debug => {
      const { events, asked, requests } = await ask(
        new ModelFault('rate-limit', 'slow down', { retryAfter: 900 }),
        debug
      );
      expect(requests).toBe(2);
      expect(events.filter(each => each.type === 'model-retry')).toEqual([
        expect.objectContaining({ attempt: 1, wait: 900 })
      ]);
      expect(asked).toContain(900);
    }
  );

  it('does not happen where the server asks for more patience than anybody has', async () => {
    await expect(
      ask(
        new ModelFault('rate-limit', 'tomorrow', { retryAfter: 86_400_000 }),
        false
      )
    ).rejects.toThrow('rate-limit');
  });
});
