import { HumanMessage } from '@langchain/core/messages';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';

import { DEMO_CHOICE, ModelFault, type EventBody } from '../../contract';
import { ScriptedModel, type Script } from '../../testing/scripted-model';
import type { DebugNote } from '../run-context/run-context';
import { fallbackMiddleware, retryMiddleware } from './call-model';
import { RECIPIENT, notingRun } from '../stories/run-of';

const down = (): ModelFault =>
  new ModelFault('server-error', 'down', { retryAfter: 1 });
const wrongKey = (): ModelFault => new ModelFault('wrong-key', 'no');

async function ask(
  first: Script,
  second: Script | null,
  stopped = false
): Promise<{
  events: EventBody[];
  noted: DebugNote[];
  answer: string;
  models: ScriptedModel[];
}> {
  const { run, events, noted } = notingRun();
  const models = [new ScriptedModel(first), new ScriptedModel(second ?? [])];
  if (stopped) {
    run.controller.abort(new Error('Stopped.'));
  }
  const agent = createAgent({
    model: models[0],
    tools: [tool(() => 'Looked.', { name: 'look', schema: z.object({}) })],
    middleware: [
      fallbackMiddleware(run, {
        second: second && {
          model: models[1],
          provider: { ...RECIPIENT.provider, label: () => 'Second' },
          choice: { ...DEMO_CHOICE, model: 'second' }
        }
      }),
      retryMiddleware(run)
    ]
  });
  let answer = '';
  const stream = await agent.stream(
    { messages: [new HumanMessage('go')] } as never,
    { streamMode: ['values', 'messages', 'custom'] }
  );
  for await (const [mode, chunk] of stream as AsyncIterable<
    [string, { messages: { text: string }[] }]
  >) {
    if (mode === 'custom') {
      events.push(chunk as unknown as EventBody);
    } else if (mode === 'values') {
      answer = chunk.messages.at(-1)?.text ?? '';
    }
  }
  return { events, noted, answer, models };
}

describe('the second model', () => {
  it('answers once the first has used up its retries, and the person hears it', async () => {
    const { events, answer, models } = await ask(
      [
        { error: down() },
        { error: down() },
        { error: down() },
        { error: down() }
      ],
      [{ text: 'Hello.' }]
    );
    expect(answer).toBe('Hello.');
    expect(models[0].requests).toHaveLength(4);
    expect(events.map(each => each.type)).toEqual([
      'model-retry',
      'model-retry',
      'model-retry',
      // Discards the partial answer of the first model.
      'model-retry',
      'notice'
    ]);
    expect(events.at(-1)).toMatchObject({
      text: expect.stringMatching(
        /^Scripted did not answer\. .* The second model, Second, takes over\.$/
      )
    });
  });

  it('answers at once where repeating cannot help, which the debug view notes', async () => {
    const { noted, answer, models } = await ask(
      [{ text: 'Half an', error: wrongKey() }],
      [{ text: 'Hello.' }]
    );
    expect(answer).toBe('Hello.');
    expect(models[0].requests).toHaveLength(1);
    expect(noted).toEqual([
      {
        kind: 'middleware',
        title: 'Second model',
        body: { error: 'wrong-key', to: 'Second' }
      }
    ]);
  });

  it('answers for the rest of the run: the first is not waited for again', async () => {
    const { events, answer, models } = await ask(
      [{ error: wrongKey() }, { text: 'Too late.' }],
      [{ calls: [{ name: 'look', args: {} }] }, { text: 'Hello.' }]
    );
    expect(answer).toBe('Hello.');
    expect(models.map(each => each.requests.length)).toEqual([1, 2]);
    expect(events.filter(each => each.type === 'notice')).toHaveLength(1);
  });

  it('has its own retries', async () => {
    const { answer, models } = await ask(
      [{ error: wrongKey() }],
      [{ error: new ModelFault('cut-stream', 'cut') }, { text: 'Hello.' }]
    );
    expect(answer).toBe('Hello.');
    expect(models[1].requests).toHaveLength(2);
  });

  it('is not asked after a stop', async () => {
    await expect(
      ask([{ error: wrongKey() }], [{ text: 'Hello.' }], true)
    ).rejects.toThrow('wrong-key');
  });

  it('leaves the first model’s fault as it is where there is none', async () => {
    await expect(ask([{ error: wrongKey() }], null)).rejects.toThrow(
      'wrong-key'
    );
  });

  it('leaves its own fault when it fails too', async () => {
    await expect(
      ask([{ error: wrongKey() }], [{ error: new ModelFault('refused', 'no') }])
    ).rejects.toThrow('refused');
  });
});
