import { CallLedger } from './call-ledger';

describe('the calls of a run', () => {
  it('are open from when they are shown until they have one outcome', () => {
    const calls = new CallLedger();
    calls.takeOver({ open: ['before'], ran: new Map() });
    calls.propose('now');
    expect(calls.open).toEqual(['before', 'now']);
    expect(calls.close('before')).toBe(true);
    expect(calls.close('before')).toBe(false);
    expect(calls.open).toEqual(['now']);
  });

  it('count by tool, those of an earlier page included, and each of them once', () => {
    const calls = new CallLedger();
    calls.takeOver({
      open: [],
      ran: new Map([
        ['a', 'look'],
        ['b', 'look'],
        ['c', 'edit']
      ])
    });
    calls.count('d', 'look');
    calls.count('b', 'look');
    expect(calls.othersOf('new', 'look')).toBe(3);
    expect(calls.othersOf('b', 'look')).toBe(2);
    expect(calls.othersOf('b', 'edit')).toBe(1);
    expect(calls.othersOf('new', 'never run')).toBe(0);
  });

  it('are waited for as long as they work, and no longer than asked', async () => {
    const calls = new CallLedger();
    let end = (): void => undefined;
    const work = new Promise<void>(resolve => (end = resolve));
    void calls.track(work);
    await calls.settled(1);
    let settled = false;
    const waiting = calls.settled(600_000).then(() => {
      settled = true;
    });
    await Promise.resolve();
    expect(settled).toBe(false);
    end();
    await waiting;
    expect(settled).toBe(true);
  });
});
