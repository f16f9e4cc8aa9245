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
