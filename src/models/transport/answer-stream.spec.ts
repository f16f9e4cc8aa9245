import { nextTask } from '../../contract/util/next-task';
import type { IRequestFacts } from '../errors/model-fault';
import { answerStream } from './answer-stream';
import { WatchedAnswer } from './watched-answer';

const FACTS: IRequestFacts = {
  model: 'gpt-4o-scripted',
  host: 'model.example.org'
};

/** An answer of this many payloads, all of which come at once. */
function atOnce(count: number): ReadableStream<Uint8Array> {
  const payloads = Array.from(
    { length: count },
    (_, n) => `data: {"n":${n}}\n`
  );
  const bytes = new TextEncoder().encode(
    `${payloads.join('\n')}\ndata: [DONE]\n\n`
  );
  return new Blob([bytes]).stream();
}

function streamed(count: number): ReadableStreamDefaultReader<Uint8Array> {
  return answerStream(
    atOnce(count),
    {
      reader: new WatchedAnswer(() => 'more'),
      framing: 'events',
      isWhole: () => false
    },
    FACTS
  ).getReader();
}

/** What a person's page does with a payload, in ms. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    // As LangGraph and the panel would.
  }
}

describe('an answer that comes all at once', () => {
  it('is passed on piece by piece, whole and in order', async () => {
    const reader = streamed(50);
    const texts: string[] = [];
    for (
      let part = await reader.read();
      !part.done;
      part = await reader.read()
    ) {
      texts.push(new TextDecoder().decode(part.value));
    }
    expect(texts).toEqual(
      Array.from({ length: 50 }, (_, n) => `data: {"n":${n}}\n\n`)
    );
  });

  it('lets the page do something else while it is worked on', async () => {
    const reader = streamed(100);
    let isDone = false;
    let turns = 0;
    const other = (async () => {
      while (!isDone) {
        await nextTask();
        turns += 1;
      }
    })();
    for (
      let part = await reader.read();
      !part.done;
      part = await reader.read()
    ) {
      work(2);
    }
    isDone = true;
    await other;
    expect(turns).toBeGreaterThan(8);
  });

  it('ends at once when it is cancelled', async () => {
    const reader = streamed(50);
    await reader.read();
    work(20);
    const next = reader.read();
    await reader.cancel('stopped');
    expect((await next).done).toBe(true);
  });
});
