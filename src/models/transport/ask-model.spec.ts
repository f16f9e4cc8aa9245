import { nextTask } from '../../contract/util/next-task';
import type { IAnswerChunk } from '../chat/streaming-chat-model';
import { askModel } from './ask-model';

const realFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = realFetch;
});

/** The pieces of an answer of this many payloads, all of which come at once. */
function streamed(count: number): AsyncGenerator<IAnswerChunk> {
  const payloads = Array.from(
    { length: count },
    (_, n) => `data: {"n":${n}}\n`
  );
  globalThis.fetch = async () =>
    new Response(`${payloads.join('\n')}\ndata: [DONE]\n\n`);
  return askModel(
    {
      url: 'https://model.example.org/v1',
      body: {},
      reader: {
        read: payload => [{ text: JSON.stringify(payload) }]
      }
    },
    { model: 'gpt-4o-scripted', host: 'model.example.org' }
  );
}

let now = 0;

beforeEach(() => {
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

/** What a person's page does with a payload, in ms. */
function work(ms: number): void {
  now += ms;
}

describe('an answer that comes all at once', () => {
  it('lets the page do something else while it is worked on', async () => {
    let isDone = false;
    let turns = 0;
    const other = (async () => {
      while (!isDone) {
        await nextTask();
        turns += 1;
      }
    })();
    for await (const _ of streamed(100)) {
      work(2);
    }
    isDone = true;
    await other;
    expect(turns).toBeGreaterThan(8);
  });

  it('ends at once when nobody reads on', async () => {
    const pieces = streamed(50);
    await pieces.next();
    work(20);
    const next = pieces.next();
    await pieces.return(undefined);
    expect((await next).done).toBe(false);
    expect((await pieces.next()).done).toBe(true);
  });
});
