import { PythonProcess } from '../../testing/processes/python-process';
import { OpenNotebook } from '../stories/open-notebook';
import { leavesNothing } from './ask-kernel';

describe('a question of ours to a kernel', () => {
  let open: OpenNotebook;
  const { signal } = new AbortController();
  const turn = () => jest.advanceTimersByTimeAsync(0);
  const activity = () => open.bound.kernel.activity;

  beforeEach(async () => {
    jest.useFakeTimers();
    open = new OpenNotebook(['a = 1']);
    // The kernel names its process.
    open.session.answer();
  });

  afterEach(() => {
    open.notebook.dispose();
    jest.useRealTimers();
  });

  /** Sends a question in the way that every client of the kernel can hear. */
  async function ask(): Promise<void> {
    const answer = open.bound.inspect('print(1)', signal);
    await turn();
    const { session } = open;
    const { msg, content } = session.kernel!.last;
    expect(content).toMatchObject({ code: 'print(1)', store_history: false });
    session.say('busy');
    session.publish(
      'execute_input',
      { code: content.code, execution_count: 2 },
      msg.header.msg_id
    );
    session.finish();
    await answer;
    await turn();
  }

  it('is nothing that began on it', async () => {
    await ask();
    const before = activity();
    for (let at = 0; at < 3; at++) {
      await ask();
    }
    expect(activity()).toBe(before);
  });

  it('is told apart from code of others', async () => {
    await ask();
    const before = activity();
    open.session.publish('status', { execution_state: 'busy' }, 'theirs');
    open.session.publish('execute_input', { code: 'b = 2' }, 'theirs');
    const meanwhile = activity();
    expect(meanwhile).toBeGreaterThan(before);
    open.session.publish('status', { execution_state: 'idle' }, 'theirs');
    await turn();
    expect(activity()).toBeGreaterThan(meanwhile);
  });

  it.each([
    ['comm_msg', true],
    ['debug_request', true],
    ['of a kind nobody knows', true],
    ['complete_request', false],
    ['inspect_request', false],
    ['kernel_info_request', false]
  ])('is no %s, which may change variables: %s', (request, mayChange) => {
    const before = activity();
    for (const state of ['busy', 'idle']) {
      const { session } = open;
      session.publish('status', { execution_state: state }, 'x', request);
    }
    expect(activity() > before).toBe(mayChange);
  });

  it('is asked of another moment once the line to the kernel was cut', () => {
    const before = activity();
    open.session.connectionStatusChanged.emit('connected');
    expect(activity()).toBeGreaterThan(before);
  });
});

describe('what is asked with code that is not to stay in the history', () => {
  it('has IPython forget what that printed, which it would hand out as printed by the next input', async () => {
    const python = new PythonProcess(process.cwd());
    const [expression] = Object.values(leavesNothing('python'));
    const { outputs } = await python.run(`
shell = get_ipython()
shell.run_cell("print('ours')\\n1", store_history=False)
isNext = lambda: shell.execution_count in shell.history_manager.outputs
print(isNext(), eval(${JSON.stringify(expression)}), isNext())`);
    python.dispose();
    expect(JSON.stringify(outputs)).toContain('True None False');
  });

  it('is nothing where the language is another, or not known', () => {
    expect(leavesNothing('R')).toEqual({});
    expect(leavesNothing('')).toEqual({});
  });
});
