import { readFileSync } from 'fs';
import { join } from 'path';
import { transpileModule } from 'typescript';
import { Worker as NodeWorker } from 'worker_threads';

import { ENGLISH } from '../../contract';
import { type ILineSearch, matchLines } from './match-lines';
import { type IPatternWorker, WorkerPatterns } from './worker-patterns';

/** Runs our code in a real thread, since jsdom has no workers. */
class ThreadWorker implements IPatternWorker {
  static readonly all: ThreadWorker[] = [];

  onmessage: IPatternWorker['onmessage'] = null;

  onerror: IPatternWorker['onerror'] = null;
  ended = false;
  private readonly _thread: NodeWorker;

  constructor() {
    ThreadWorker.all.push(this);
    const source = readFileSync(join(__dirname, './match-lines.ts'), 'utf8');
    const code = transpileModule(source, {
      compilerOptions: { target: 9, module: 1 }
    }).outputText;
    this._thread = new NodeWorker(
      `${code}
       const { parentPort } = require('worker_threads');
       parentPort.on('message', search => parentPort.postMessage(exports.matchLines(search)));
       parentPort.postMessage('ready');`,
      { eval: true }
    );
    this._thread.on('message', data =>
      this.onmessage?.({ data } as MessageEvent)
    );
  }

  postMessage(search: ILineSearch): void {
    this._thread.postMessage(search);
  }

  terminate(): void {
    this.ended = true;
    void this._thread.terminate();
  }
}

/** A thread takes its time to begin on a busy machine. */
const LIMITS = { matches: 100, ms: 60_000 };

describe('matchLines', () => {
  it('gives text, line and content of each line that matches', () => {
    expect(
      matchLines({
        pattern: '^b|\\d$',
        texts: ['a\nb\r\nc1', '', 'b'],
        matches: 10
      })
    ).toEqual({
      matches: [
        { text: 0, line: 2, content: 'b' },
        { text: 0, line: 3, content: 'c1' },
        { text: 2, line: 1, content: 'b' }
      ],
      cut: false
    });
  });

  it('says that there are more than asked for', () => {
    const texts = ['x\nx\nx'];
    expect(matchLines({ pattern: 'x', texts, matches: 2 }).cut).toBe(true);
    expect(matchLines({ pattern: 'x', texts, matches: 3 }).cut).toBe(false);
  });

  it('shows of a long line the part around its match', () => {
    const line = `${'a'.repeat(5000)}needle${'b'.repeat(5000)}`;
    const [{ content }] = matchLines({
      pattern: 'needle',
      texts: [line],
      matches: 1
    }).matches;
    expect(content).toContain('needle');
    expect(content.length).toBe(200);
  });
});

describe('WorkerPatterns', () => {
  const patterns = new WorkerPatterns(ENGLISH, async () => new ThreadWorker());
  const { signal } = new AbortController();

  afterEach(() => {
    expect(ThreadWorker.all.every(({ ended }) => ended)).toBe(true);
    ThreadWorker.all.length = 0;
  });

  it('finds lines in another thread, which it ends', async () => {
    const { matches } = await patterns.find('b+', ['a\nabb'], LIMITS, signal);
    expect(matches).toEqual([{ text: 0, line: 2, content: 'abb' }]);
    expect(ThreadWorker.all).toHaveLength(1);
  });

  it('ends a pattern that runs away, and the page goes on', async () => {
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 20);
    await expect(
      patterns.find(
        '(a+)+$',
        [`${'a'.repeat(40)}!`],
        { matches: 10, ms: 2000 },
        signal
      )
    ).rejects.toMatchObject({
      code: 'bad-pattern',
      message: expect.stringContaining('took too long')
    });
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(5);
  });

  it('says what is wrong with a bad pattern, without a thread', async () => {
    await expect(
      patterns.find('a(', ['a'], LIMITS, signal)
    ).rejects.toMatchObject({
      code: 'bad-pattern',
      message: expect.stringMatching(/“a\(” is not .*: “Unterminated group”/)
    });
    expect(ThreadWorker.all).toEqual([]);
  });

  it('ends with a stop', async () => {
    const stop = new AbortController();
    const found = patterns.find(
      '(a+)+$',
      [`${'a'.repeat(40)}!`],
      LIMITS,
      stop.signal
    );
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    await expect(found).rejects.toThrow('stopped');
  });

  it('says so where the browser can start no worker', async () => {
    const without = new WorkerPatterns(ENGLISH, () =>
      Promise.reject(new Error('refused by the policy'))
    );
    await expect(
      without.find('a', ['a'], LIMITS, signal)
    ).rejects.toMatchObject({ code: 'failed' });
  });
});
