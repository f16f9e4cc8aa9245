import { ENGLISH, type InterruptPayload } from '../../contract';
import { PendingQuestion, type IPendingOptions } from './pending-question';

/** A clock that a spec sets by hand. */
class Clock {
  time = 1_000;
  timers: { at: number; act: () => void }[] = [];

  readonly now = (): number => this.time;

  readonly setTimer = (act: () => void, ms: number): (() => void) => {
    const timer = { at: this.time + ms, act };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter(each => each !== timer);
    };
  };

  turn(ms: number): void {
    this.time += ms;
    const due = this.timers.filter(({ at }) => at <= this.time);
    this.timers = this.timers.filter(({ at }) => at > this.time);
    due.forEach(({ act }) => act());
  }
}

const DAY = 86_400_000;

describe('a question that waits', () => {
  let clock: Clock;
  let timeouts: number;

  beforeEach(() => {
    clock = new Clock();
    timeouts = 0;
  });

  function ask(
    value: Partial<InterruptPayload>,
    options: Partial<IPendingOptions> = {}
  ): PendingQuestion {
    return new PendingQuestion({
      trans: ENGLISH,
      now: clock.now,
      setTimer: clock.setTimer,
      onTimeout: () => timeouts++,
      value: {
        kind: 'confirm',
        interrupt_id: 'i',
        node_ref: 'n',
        step_id: 's',
        title: 'Go on',
        text: '',
        ...value
      } as InterruptPayload,
      ...options
    });
  }

  it('waits for ever where nothing else is said', () => {
    const pending = ask({});
    clock.turn(1_000 * DAY);
    expect(pending.isOpen).toBe(true);
    expect(pending.pending.until).toBeUndefined();
    expect(clock.timers).toEqual([]);
  });

  it('is cancelled when its time is up', () => {
    const pending = ask({ timeout: 500, on_timeout: 'cancel' });
    expect(pending.status).toEqual({
      interruptId: 'i',
      kind: 'confirm',
      node: 'n',
      until: 1_500
    });
    clock.turn(499);
    expect(pending.isOpen).toBe(true);
    clock.turn(1);
    expect(pending.given).toEqual({ cancelled: true });
    expect(pending.by).toBe('timeout');
    expect(timeouts).toBe(1);
  });

  it('is answered by its default when its time is up', () => {
    const pending = ask({
      timeout: 500,
      on_timeout: 'default',
      default: { confirmed: false }
    });
    clock.turn(500);
    expect(pending.given).toEqual({ confirmed: false });
  });

  it('a timeout that says nothing else cancels', () => {
    const pending = ask({ timeout: 500, default: { confirmed: true } });
    clock.turn(500);
    expect(pending.given).toEqual({ cancelled: true });
  });

  it('a time that was up while the page was away is up at once, and told once', () => {
    const pending = ask({ timeout: 500 }, { openedAt: 100 });
    // It must not fire inside the constructor: nobody could have the object
    // yet.
    expect(timeouts).toBe(0);
    clock.turn(0);
    expect(pending.by).toBe('timeout');
    clock.turn(10_000);
    expect(timeouts).toBe(1);
  });

  it('a longer time than a timer holds is waited for in pieces', () => {
    const pending = ask({ timeout: 60 * DAY });
    for (let day = 0; day < 59; day++) {
      clock.turn(DAY);
      expect(clock.timers.every(({ at }) => at - clock.time < 2 ** 31)).toBe(
        true
      );
    }
    expect(pending.isOpen).toBe(true);
    clock.turn(DAY);
    expect(pending.isOpen).toBe(false);
  });

  it('an answer in time ends the timer; the first one counts', () => {
    const pending = ask({ timeout: 500 });
    expect(pending.answer({ confirmed: true })).toBeNull();
    expect(clock.timers).toEqual([]);
    expect(pending.answer({ confirmed: false })).toMatch(/first answer counts/);
    expect(pending.given).toEqual({ confirmed: true });
    expect(pending.by).toBe('person');
  });

  it('an answer after its time is refused', () => {
    const pending = ask({ timeout: 500 });
    clock.turn(500);
    expect(pending.answer({ confirmed: true })).toEqual(expect.any(String));
    expect(pending.given).toEqual({ cancelled: true });
  });

  it('an answer that was kept before the page went needs no person', () => {
    const pending = ask(
      { timeout: 500 },
      {
        openedAt: 100,
        given: { answer: { confirmed: true }, by: 'person' }
      }
    );
    clock.turn(1_000);
    expect(pending.isOpen).toBe(false);
    expect(timeouts).toBe(0);
    expect(pending.given).toEqual({ confirmed: true });
  });

  it('holds no timer once it is put away', () => {
    const pending = ask({ timeout: 500 });
    pending.dispose();
    clock.turn(1_000);
    expect(timeouts).toBe(0);
    expect(pending.isOpen).toBe(true);
  });
});
