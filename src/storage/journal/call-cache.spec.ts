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
    await atHand.changing(AT, 'c', Promise.resolve(), () => ({
      record: { found: changed }
    }));
    expect(atHand.known(AT, 'c')).toEqual({
      fence: 1,
      record: { found: changed }
    });
    expect(await read()).toBe(changed);
    expect(reads).toBe(0);
  });

  it('are what the later of two simultaneous changes made, whichever ends first', async () => {
    const [first, later] = [1, 2].map(attempt => ({
      record: { found: { ...blankCall('c'), attempt } }
    }));
    let end = (): void => undefined;
    const work = atHand.changing(
      AT,
      'c',
      new Promise<void>(resolve => (end = resolve)),
      () => first
    );
    await atHand.changing(AT, 'c', Promise.resolve(), () => later);
    end();
    await work;
    expect(atHand.known(AT, 'c')).toEqual({ fence: 1, ...later });
    // Nothing is known after one that failed.
    const both = [
      atHand.changing(AT, 'c', Promise.resolve(), () => first),
      atHand.changing(AT, 'c', Promise.reject(new Error('no')), () => later)
    ];
    await Promise.allSettled(both);
    expect(atHand.known(AT, 'c')).not.toHaveProperty('record');
  });

  it('are known while they change, if nothing can come of it but one thing', async () => {
    const meanwhile = { record: { found: blankCall('c') } };
    let end = (): void => undefined;
    let fail = (_: Error): void => undefined;
    const ends = new Promise<void>(resolve => (end = resolve));
    const fails = new Promise<void>((_, reject) => (fail = reject));
    const changing = (work: Promise<void>) =>
      atHand.changing(AT, 'c', work, () => meanwhile, meanwhile);
    const first = changing(ends);
    expect(await read()).toBe(meanwhile.record.found);
    end();
    await first;
    expect(await read()).toBe(meanwhile.record.found);
    expect(reads).toBe(0);
    // What rests on a change that failed is not known either.
    const failed = changing(fails);
    const later = changing(fails.catch(() => undefined));
    fail(new Error('no'));
    await Promise.allSettled([failed, later]);
    expect(atHand.known(AT, 'c')).toEqual({});
    await read();
    expect(reads).toBe(1);
    fence = undefined;
    const elsewhere = changing(Promise.resolve());
    expect(atHand.known(AT, 'c')).toEqual({});
    await elsewhere;
  });

  it('are not taken for new while they change', async () => {
    const work = atHand.changing(AT, 'c', Promise.resolve());
    atHand.isNew(AT, 'c');
    expect(atHand.known(AT, 'c')).toEqual({});
    await work;
    expect(await read()).toEqual(blankCall('c'));
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
