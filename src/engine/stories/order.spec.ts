import { SerialQueues } from '../../contract/util/serial-queue';
import { CallSequence } from '../tool-calls/call-sequence';
import { untilAborted } from '../util/until-aborted';

const tick = (): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, 1));

describe('CallSequence', () => {
  it('holds calls that arrive in any order to the order of the step', async () => {
    const order = new CallSequence(['a', 'b', 'c']);
    const log: string[] = [];
    const call = (id: string) =>
      order.inTurn(id, async () => {
        await tick();
        log.push(id);
        return { value: id, failed: false };
      });
    expect(await Promise.all([call('c'), call('a'), call('b')])).toEqual([
      'c',
      'a',
      'b'
    ]);
    expect(log).toEqual(['a', 'b', 'c']);
    expect(order.isLast('c')).toBe(true);
    expect(order.isLast('a')).toBe(false);
  });

  it('remembers a failure, and goes on after a throw', async () => {
    const order = new CallSequence(['a', 'b', 'c']);
    await order.inTurn('a', async () => ({ value: 0, failed: true }));
    expect(order.failed).toBe(true);
    await expect(
      order.inTurn('b', async () => {
        throw new Error('defect');
      })
    ).rejects.toThrow('defect');
    await expect(
      order.inTurn('c', async () => ({ value: order.failed, failed: false }))
    ).resolves.toBe(true);
  });
});

describe('Lanes', () => {
  it('never let two pieces of work on one key overlap, and let keys run side by side', async () => {
    const lanes = new SerialQueues();
    const running = new Map<string, number>();
    let most = 0;
    let sideBySide = 0;
    const work = (key: string) =>
      lanes.for(key).run(async () => {
        running.set(key, (running.get(key) ?? 0) + 1);
        most = Math.max(most, running.get(key) as number);
        sideBySide = Math.max(
          sideBySide,
          [...running.values()].reduce((sum, count) => sum + count, 0)
        );
        await tick();
        running.set(key, (running.get(key) as number) - 1);
      });
    await Promise.all([work('a'), work('a'), work('b'), work('a')]);
    expect(most).toBe(1);
    expect(sideBySide).toBe(2);
  });

  it('go on after work that failed, and tell who asked', async () => {
    const lane = new SerialQueues().for('a');
    const failing = lane.run(async () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await expect(lane.run(async () => 1)).resolves.toBe(1);
  });
});

describe('untilAborted', () => {
  async function* counting(stuckAt: number): AsyncGenerator<number> {
    for (let count = 0; ; count++) {
      if (count === stuckAt) {
        await new Promise(() => undefined);
      }
      yield count;
    }
  }

  it('ends a stream that never notices the abort', async () => {
    const controller = new AbortController();
    const seen: number[] = [];
    const reading = (async () => {
      for await (const value of untilAborted(counting(3), controller.signal)) {
        seen.push(value);
      }
    })();
    await tick();
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    expect(seen).toEqual([0, 1, 2]);
  });

  it('passes on the end and the failure of a stream', async () => {
    const { signal } = new AbortController();
    async function* failing(): AsyncGenerator<number> {
      yield 1;
      throw new Error('cut');
    }
    await expect(
      (async () => {
        for await (const _ of untilAborted(failing(), signal)) {
          // Only the end matters.
        }
      })()
    ).rejects.toThrow('cut');
  });
});
