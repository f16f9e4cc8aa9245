import { CallLedger } from './call-ledger';

it('the calls of a run are waited for as long as they work, and no longer than asked', async () => {
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
