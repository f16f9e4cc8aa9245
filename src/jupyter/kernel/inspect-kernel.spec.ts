import { BESIDE_LIMIT } from './inspect-kernel';
import { OpenNotebook } from '../stories/open-notebook';
import { leavesNothing } from './ask-kernel';

describe('inspecting a kernel', () => {
  let open: OpenNotebook;
  const never = new AbortController().signal;
  const turn = () => jest.advanceTimersByTimeAsync(0);

  beforeEach(() => {
    jest.useFakeTimers();
    open = new OpenNotebook(['a = 1']);
  });

  afterEach(() => {
    open.notebook.dispose();
    jest.useRealTimers();
  });

  it('gives what is printed, and never aborts the person’s cells', async () => {
    const answer = open.bound.inspect('print(1)', never);
    await turn();
    const { last } = open.session.kernel!;
    expect(last.content).toMatchObject({
      store_history: false,
      allow_stdin: false,
      stop_on_error: false,
      user_expressions: leavesNothing('python')
    });
    last.print('1\n');
    last.print('a warning', 'stderr');
    open.session.finish();
    expect(await answer).toBe('1\n');
  });

  it.each(['execute_result', 'display_data'])(
    'gives what is shown as %s where nothing is printed, as in R and Julia',
    async type => {
      const answer = open.bound.inspect('ls()', never);
      await turn();
      open.session.kernel!.last.publish(type, {
        data: { 'text/plain': '[1] "a"', 'text/html': '<b>a</b>' },
        metadata: {}
      });
      open.session.finish();
      expect(await answer).toBe('[1] "a"');
    }
  );

  it('says what it raised', async () => {
    const answer = open.bound.inspect('1/0', never);
    answer.catch(() => undefined);
    await turn();
    open.session.finish({
      status: 'error',
      ename: 'ZeroDivisionError',
      evalue: 'x'
    });
    await expect(answer).rejects.toThrow(/ZeroDivisionError/);
  });

  it('says at once that the kernel is busy where it has no subshells', async () => {
    open.session.say('busy', 'theirs');
    const answer = open.bound.inspect('print(1)', never);
    await expect(answer).rejects.toMatchObject({ code: 'kernel-busy' });
    expect(open.session.kernel!.requests).toHaveLength(0);
  });

  it('says so too while code of ours runs', async () => {
    const run = open.bound.runCell(open.ids[0], { signal: never });
    await turn();
    await expect(open.bound.inspect('print(1)', never)).rejects.toMatchObject({
      code: 'kernel-busy'
    });
    open.session.finish();
    await run;
  });

  it('waits its turn while the kernel answers another question', async () => {
    const first = open.bound.inspect('print(1)', never);
    await turn();
    open.session.say('busy');
    const second = open.bound.inspect('print(2)', never);
    await turn();
    open.session.finish();
    await first;
    await turn();
    expect(open.session.kernel!.last.content).toMatchObject({
      code: 'print(2)'
    });
    open.session.kernel!.last.print('2\n');
    open.session.finish();
    expect(await second).toBe('2\n');
  });

  describe('of a kernel with subshells', () => {
    beforeEach(async () => {
      open.session.kernel!.supportsSubshells = true;
      const first = open.bound.inspect('print(1)', never);
      await turn();
      open.session.finish();
      await first;
    });

    const beside = () => open.session.kernel!.clones.at(-1)!;

    it('makes one ahead of need, while the kernel is idle', () => {
      expect(beside().subshellId).toBe('subshell-kernel-1');
    });

    it('asks it while a cell runs, and does not touch the cell', async () => {
      open.session.say('busy', 'theirs');
      const answer = open.bound.inspect('print(2)', never);
      await turn();
      expect(beside().last.content).toMatchObject({ code: 'print(2)' });
      beside().last.print('2\n');
      beside().last.answer.resolve({ content: { status: 'ok' } });
      expect(await answer).toBe('2\n');
      expect(open.session.kernel!.requests).toHaveLength(1);
    });

    it('is not fooled by its “idle” while the cell goes on', async () => {
      open.session.say('busy', 'theirs');
      open.session.sayBeside('busy');
      open.session.sayBeside('idle');
      expect(open.bound.kernel.status).toBe('busy');
      const run = open.bound.runCell(open.ids[0], { signal: never });
      await jest.advanceTimersByTimeAsync(60_000);
      expect(open.session.kernel!.requests).toHaveLength(1);
      open.session.say('idle', 'theirs');
      await turn();
      expect(open.session.kernel!.requests).toHaveLength(2);
      open.session.finish();
      expect((await run).status).toBe('ok');
    });

    it('stopped, leaves the cell alone and makes another', async () => {
      open.session.say('busy', 'theirs');
      const stop = new AbortController();
      const answer = open.bound.inspect('print(2)', stop.signal);
      answer.catch(() => undefined);
      await turn();
      const stuck = beside();
      stop.abort(new Error('stop'));
      await expect(answer).rejects.toThrow('stop');
      expect(open.session.kernel!.interrupts + stuck.interrupts).toBe(0);
      await turn();
      expect(stuck.isDisposed).toBe(true);
      open.session.say('idle', 'theirs');
      await turn();
      expect(beside()).not.toBe(stuck);
      expect(beside().subshellId).not.toBeNull();
    });

    it('says that the kernel is busy when it does not answer', async () => {
      open.session.say('busy', 'theirs');
      const answer = open.bound.inspect('print(2)', never);
      answer.catch(() => undefined);
      await jest.advanceTimersByTimeAsync(BESIDE_LIMIT);
      await expect(answer).rejects.toMatchObject({ code: 'kernel-busy' });
    });

    it('makes a new one after a restart', async () => {
      const before = beside();
      open.session.say('restarting');
      expect(before.isDisposed).toBe(true);
      open.session.kernel!.process = 'process-2';
      open.session.say('busy', 'theirs');
      open.session.say('idle', 'theirs');
      await turn();
      expect(beside()).not.toBe(before);
      expect(beside().subshellId).not.toBeNull();
    });

    it('deletes it with the notebook', async () => {
      const last = beside();
      expect(last.subshells).toHaveLength(1);
      open.close();
      await turn();
      expect(last.subshells).toHaveLength(0);
      expect(last.isDisposed).toBe(true);
    });
  });
});
