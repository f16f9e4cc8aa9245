import { blankCall } from './blank-call';
import { CallCache } from './call-cache';

const AT = { threadId: 't', branch: '' };

describe('records of calls at hand', () => {
  let fence: number | undefined;
  let reads: number;
  let atHand: CallCache;

  const read = () =>
    atHand.read(AT, 'c', async () => {
      reads += 1;
      return blankCall('c');
    });

  beforeEach(() => {
    fence = 1;
    reads = 0;
    atHand = new CallCache(() => fence);
  });

  it('are read once, that there is none too', async () => {
    const none = jest.fn(async () => undefined);
    await read();
    expect(await read()).toEqual(blankCall('c'));
    expect(reads).toBe(1);
    await atHand.read(AT, 'another', none);
    await atHand.read(AT, 'another', none);
    expect(none).toHaveBeenCalledTimes(1);
  });

  it('are not read where the id was made just now, as long as this tab drives the thread', async () => {
    atHand.isNew(AT, 'c');
    expect(await read()).toBeUndefined();
    expect(reads).toBe(0);
    fence = 2;
    expect(await read()).toEqual(blankCall('c'));
    fence = undefined;
    atHand.isNew(AT, 'c');
    await read();
    expect(reads).toBe(2);
  });

  it('are read anew after a change, one that failed too', async () => {
    await read();
    await atHand.changing(AT, 'c', Promise.resolve());
    await read();
    expect(reads).toBe(2);
    const failed = atHand.changing(AT, 'c', Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    await read();
    expect(reads).toBe(3);
  });

  it('are not read again after a change of which it is known what it made', async () => {
    const changed = { ...blankCall('c'), attempt: 1 };
    await atHand.changing(AT, 'c', Promise.resolve(), () => changed);
    expect(atHand.known(AT, 'c')).toMatchObject({ record: changed });
    expect(await read()).toBe(changed);
    expect(reads).toBe(0);
    // After two simultaneous changes it is not known which came last.
    await Promise.all(
      [1, 2].map(() =>
        atHand.changing(AT, 'c', Promise.resolve(), () => changed)
      )
    );
    expect(atHand.known(AT, 'c')).toBeNull();
  });

  it('are not kept where they were read while they changed', async () => {
    let end = (): void => undefined;
    const work = atHand.changing(
      AT,
      'c',
      new Promise<void>(resolve => (end = resolve))
    );
    const early = atHand.read(AT, 'c', async () => {
      end();
      await work;
      return undefined;
    });
    expect(await early).toBeUndefined();
    expect(await read()).toEqual(blankCall('c'));
    expect(reads).toBe(1);
  });

  it('are read anew where the thread was away, and each time where another tab has it', async () => {
    await read();
    fence = 2;
    await read();
    expect(reads).toBe(2);
    fence = undefined;
    await read();
    await read();
    expect(reads).toBe(4);
  });
});
