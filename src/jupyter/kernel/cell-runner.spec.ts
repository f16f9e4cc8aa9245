import { OpenNotebook } from '../stories/open-notebook';
import { leavesNothing } from './ask-kernel';

describe('running scratch code', () => {
  let open: OpenNotebook;
  const turn = () => jest.advanceTimersByTimeAsync(0);
  const run = (code = 'x') =>
    open.bound.runScratch(code, { signal: new AbortController().signal });
  const last = () => open.session.kernel!.last;

  beforeEach(() => {
    jest.useFakeTimers();
    open = new OpenNotebook(['a = 1']);
  });

  afterEach(() => {
    open.notebook.dispose();
    jest.useRealTimers();
  });

  it('leaves nothing in history and notebook, and cannot ask', async () => {
    const before = JSON.stringify(open.notebook.model!.toJSON());
    const result = run('1 + 1');
    await turn();
    expect(last().content).toMatchObject({
      code: '1 + 1',
      store_history: false,
      silent: false,
      allow_stdin: false,
      stop_on_error: false,
      user_expressions: leavesNothing('python')
    });
    last().print('one ');
    last().print('line\n');
    last().publish('execute_result', {
      data: { 'text/plain': '2' },
      metadata: {},
      execution_count: 7
    });
    open.session.finish();
    expect(await result).toMatchObject({
      status: 'ok',
      outputs: [
        { type: 'stream', name: 'stdout', text: 'one line\n' },
        { type: 'data', result: true, data: { 'text/plain': '2' } }
      ],
      executionCount: null
    });
    expect(JSON.stringify(open.notebook.model!.toJSON())).toBe(before);
  });

  it('shows displays as they are in the end', async () => {
    const result = run();
    await turn();
    const display = (type: string, text: string) =>
      last().publish(type, {
        data: { 'text/plain': text },
        metadata: {},
        transient: { display_id: 'bar' }
      });
    display('display_data', '10 %');
    display('update_display_data', '100 %');
    open.session.finish();
    expect((await result).outputs).toEqual([
      { type: 'data', result: false, data: { 'text/plain': '100 %' } }
    ]);
  });

  it('forgets what the code clears', async () => {
    const result = run();
    await turn();
    last().print('old');
    last().publish('clear_output', { wait: true });
    last().print('new');
    open.session.finish();
    expect((await result).outputs).toEqual([
      { type: 'stream', name: 'stdout', text: 'new' }
    ]);
  });

  it('says what it raised', async () => {
    const result = run('1/0');
    await turn();
    const error = { ename: 'ZeroDivisionError', evalue: 'x', traceback: ['t'] };
    last().publish('error', error);
    open.session.finish({ status: 'error', ...error });
    expect(await result).toMatchObject({
      status: 'error',
      outputs: [{ type: 'error', name: 'ZeroDivisionError', message: 'x' }]
    });
  });

  it('waits for the person’s cell, behind none of ours', async () => {
    open.session.say('busy', 'theirs');
    const first = run('1');
    const second = run('2');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(open.session.kernel!.requests).toHaveLength(0);
    open.session.say('idle', 'theirs');
    await turn();
    expect(open.session.kernel!.requests).toHaveLength(1);
    open.session.finish();
    await first;
    await turn();
    expect(last().content.code).toBe('2');
    open.session.finish();
    expect((await second).status).toBe('ok');
  });
});
