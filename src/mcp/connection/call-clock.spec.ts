import { CallClock } from './call-clock';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const stop = new AbortController();

it('ends a call that is silent', () => {
  const clock = new CallClock(stop.signal, 60, 600);
  jest.advanceTimersByTime(59);
  expect(clock.signal.aborted).toBe(false);
  jest.advanceTimersByTime(2);
  expect([clock.signal.aborted, clock.isTimeout]).toEqual([true, true]);
});

it('begins anew when something is heard, but not for ever', () => {
  const clock = new CallClock(stop.signal, 60, 600);
  for (let at = 0; at < 11; at++) {
    jest.advanceTimersByTime(50);
    clock.restart();
    expect(clock.isTimeout).toBe(false);
  }
  jest.advanceTimersByTime(51);
  expect(clock.isTimeout).toBe(true);
});

it('stands still while somebody is asked, once or twice', () => {
  const clock = new CallClock(stop.signal, 60, 600);
  const first = clock.pause();
  const second = clock.pause();
  jest.advanceTimersByTime(10_000);
  first();
  jest.advanceTimersByTime(10_000);
  expect(clock.isTimeout).toBe(false);
  second();
  jest.advanceTimersByTime(61);
  expect(clock.isTimeout).toBe(true);
});

it('tells a stop from a time-out, and ends with the call', () => {
  const own = new AbortController();
  const clock = new CallClock(own.signal, 60, 600);
  own.abort();
  expect([clock.signal.aborted, clock.isTimeout]).toEqual([true, false]);
  clock.dispose();
  jest.advanceTimersByTime(1000);
  expect(clock.isTimeout).toBe(false);
});
