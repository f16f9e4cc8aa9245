import { NotebookActions } from '@jupyterlab/notebook';

import type { ICellRun, ICellRunOptions } from '../../contract';
import { START_LIMIT } from '../kernel/idle-kernel';
import { ANSWER_GRACE, STOP_GRACE } from '../kernel/execution';
import { MAX_TEXT } from '../kernel/output-meter';
import { FakeKernel } from './fake-session';
import { KERNEL_ECHOES } from './kernel-echoes';
import { OpenNotebook } from './open-notebook';
import { refusal } from './server-contents';

/** What runs: a cell, or code that belongs to none. */
const WHAT = ['cell', 'scratch'] as const;
type What = (typeof WHAT)[number];
const ON_EACH_KERNEL = WHAT.flatMap(what =>
  KERNEL_ECHOES.map(([name, echo]) => [what, name, echo] as const)
);

const KEYBOARD_INTERRUPT = {
  ename: 'KeyboardInterrupt',
  evalue: '',
  traceback: []
};

describe('running a cell', () => {
  let open: OpenNotebook;
  let stop: AbortController;
  let states: string[];
  let options: ICellRunOptions;
  let id: string;

  const turn = () => jest.advanceTimersByTimeAsync(0);
  /** As an object, since a promise alone would be waited for. */
  const begun = async (what: What = 'cell') => {
    const run =
      what === 'cell'
        ? open.bound.runCell(id, options)
        : open.bound.runScratch('x', options);
    run.catch(() => undefined);
    await turn();
    return { run };
  };
  /** As the kernel does where somebody interrupts it. */
  const raiseInterrupt = (what: What): void => {
    if (what === 'cell') {
      open.output(id, { output_type: 'error', ...KEYBOARD_INTERRUPT });
    } else {
      open.session.kernel!.last.publish('error', KEYBOARD_INTERRUPT);
    }
    open.session.finish({ status: 'error', ename: 'KeyboardInterrupt' });
  };

  beforeEach(() => {
    jest.useFakeTimers();
    open = new OpenNotebook(['a = 1', 'b = 2']);
    id = open.ids[0];
    stop = new AbortController();
    states = [];
    options = { signal: stop.signal, onState: state => states.push(state) };
  });

  afterEach(() => {
    open.notebook.dispose();
    jest.useRealTimers();
  });

  it('gives outputs and status, and touches neither mode nor active cell', async () => {
    open.notebook.activeCellIndex = 1;
    open.notebook.mode = 'edit';
    const { run } = await begun();
    open.output(id, { output_type: 'stream', name: 'stdout', text: 'hi' });
    open.session.finish();
    expect(await run).toMatchObject({
      status: 'ok',
      outputs: [{ type: 'stream', name: 'stdout', text: 'hi' }]
    });
    expect(states).toEqual(['running']);
    expect(open.notebook.mode).toBe('edit');
    expect(open.notebook.activeCellIndex).toBe(1);
  });

  it('tells JupyterLab that a cell is scheduled and was executed', async () => {
    const described: string[] = [];
    const scheduled = () => described.push('scheduled');
    const executed = () => described.push('executed');
    NotebookActions.executionScheduled.connect(scheduled);
    NotebookActions.executed.connect(executed);
    const { run } = await begun();
    open.session.finish();
    await run;
    NotebookActions.executionScheduled.disconnect(scheduled);
    NotebookActions.executed.disconnect(executed);
    expect(described).toEqual(['scheduled', 'executed']);
  });

  it('reports what the code raised', async () => {
    const { run } = await begun();
    open.output(id, {
      output_type: 'error',
      ename: 'KeyError',
      evalue: 'x',
      traceback: ['t']
    });
    open.session.finish({ status: 'error', ename: 'KeyError', evalue: 'x' });
    expect(await run).toMatchObject({
      status: 'error',
      outputs: [{ type: 'error', name: 'KeyError' }]
    });
  });

  it('never lets our failure abort what the person queued behind it', async () => {
    const { run } = await begun();
    expect(open.session.kernel!.last.content.stop_on_error).toBe(false);
    open.session.finish();
    await run;
  });

  it('sends nothing while the kernel is busy', async () => {
    open.session.say('busy');
    const run = open.bound.runCell(id, options);
    await jest.advanceTimersByTimeAsync(120_000);
    expect(open.session.kernel!.requests).toHaveLength(0);
    expect(states).toEqual(['waiting-for-kernel']);
    open.session.say('idle');
    await turn();
    expect(open.session.kernel!.requests).toHaveLength(1);
    open.session.finish();
    expect((await run).status).toBe('ok');
  });

  describe('while the connection is broken', () => {
    let run: Promise<ICellRun>;

    const connection = (status: string, display: string | null): void => {
      open.session.displayStatus = display;
      open.session.kernel!.connectionStatus = status;
      open.session.connectionStatusChanged.emit(status);
    };

    beforeEach(async () => {
      open.session.say('busy');
      ({ run } = await begun());
      connection('connecting', 'connecting');
      await jest.advanceTimersByTimeAsync(2 * START_LIMIT);
    });

    it('says what it waits for, as long as JupyterLab tries, and goes on once it is back', async () => {
      expect(states).toEqual(['waiting-for-kernel', 'waiting-for-connection']);
      connection('connected', null);
      open.session.say('idle');
      await turn();
      expect(open.session.kernel!.requests).toHaveLength(1);
      open.session.finish();
      expect((await run).status).toBe('ok');
    });

    describe('and JupyterLab has given up', () => {
      /** What JupyterLab does once the person has chosen another kernel. */
      const choose = (name: string): void => {
        open.session.kernel = new FakeKernel('kernel-2');
        open.session.kernel.name = name;
        open.session.specsManager.specs!.kernelspecs.ir = { language: 'R' };
        open.session.kernelChanged.emit(null);
        connection('connected', null);
      };

      beforeEach(() => connection('disconnected', 'disconnected'));

      it.each([
        ['is reconnected', () => connection('connected', null)],
        [
          'ended with the server, and another is chosen',
          () => {
            open.session.kernel = null;
            open.session.displayStatus = 'unknown';
            open.session.sessionChanged.emit(null);
            choose('python3');
          }
        ]
      ])(
        'waits for the person, and runs once the kernel %s',
        async (_, come) => {
          expect(states.at(-1)).toBe('waiting-for-choice');
          come();
          open.session.say('idle');
          await turn();
          expect(open.session.kernel!.requests).toHaveLength(1);
          open.session.finish();
          expect((await run).status).toBe('ok');
        }
      );

      it('runs nothing on a kernel of another language', async () => {
        choose('ir');
        open.session.say('idle');
        await expect(run).rejects.toThrow(/another language.*nothing was run/);
        expect(open.session.kernel!.requests).toHaveLength(0);
      });
    });
  });

  it('does not slip in between two queued cells of the person', async () => {
    const theirs = open.notebook.widgets[1].model as never as {
      executionState: string;
    };
    theirs.executionState = 'running';
    const run = open.bound.runCell(id, options);
    await jest.advanceTimersByTimeAsync(200);
    open.session.say('busy', 'theirs');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(open.session.kernel!.requests).toHaveLength(0);
    theirs.executionState = 'idle';
    open.session.say('idle', 'theirs');
    await turn();
    open.session.finish();
    expect((await run).status).toBe('ok');
  });

  it('stopped while it waits, sends nothing and interrupts nobody', async () => {
    open.session.say('busy');
    const { run } = await begun();
    stop.abort(new Error('stop'));
    expect((await run).status).toBe('stopped');
    open.session.say('idle');
    await turn();
    expect(open.session.kernel!.requests).toHaveLength(0);
    expect(open.session.kernel!.interrupts).toBe(0);
  });

  it.each(ON_EACH_KERNEL)(
    'stopped while it runs, interrupts the kernel (%s, %s)',
    async (what, _, echo) => {
      open.session.echo = echo;
      const { run } = await begun(what);
      open.session.say('busy');
      stop.abort(new Error('stop'));
      expect(open.session.kernel!.interrupts).toBe(1);
      raiseInterrupt(what);
      const result = await run;
      expect(result.status).toBe('stopped');
      expect(result.stuck).toBeUndefined();
    }
  );

  it('interrupts only once the kernel has begun with our cell', async () => {
    const { run } = await begun();
    stop.abort(new Error('stop'));
    open.session.say('busy', 'somebody else’s');
    expect(open.session.kernel!.interrupts).toBe(0);
    open.session.say('busy');
    expect(open.session.kernel!.interrupts).toBe(1);
    open.session.finish({ status: 'error', ename: 'KeyboardInterrupt' });
    await run;
  });

  it.each(WHAT)(
    'says that the kernel is stuck when it does not stop (%s)',
    async what => {
      const { run } = await begun(what);
      open.session.say('busy');
      stop.abort(new Error('stop'));
      await jest.advanceTimersByTimeAsync(STOP_GRACE);
      expect(await run).toMatchObject({ status: 'stopped', stuck: true });
      // What still comes goes nowhere.
      open.session.kernel!.last.print('still going');
    }
  );

  it.each(WHAT)('tells an interrupt by others from a stop (%s)', async what => {
    const { run } = await begun(what);
    raiseInterrupt(what);
    expect((await run).status).toBe('interrupted');
  });

  it.each(WHAT)('ends when the kernel is restarted (%s)', async what => {
    const { run } = await begun(what);
    open.session.isRestarting = true;
    open.session.say('restarting');
    await turn();
    expect((await run).status).toBe('restarted');
  });

  it('ends when somebody restarts the kernel from elsewhere', async () => {
    open.session.answer();
    const { run } = await begun();
    open.session.say('busy');
    open.session.kernel!.process = 'process-2';
    open.session.answer('of the new process');
    expect((await run).status).toBe('restarted');
  });

  it.each(WHAT)('tells a crash from a restart (%s)', async what => {
    const { run } = await begun(what);
    open.session.say('restarting');
    open.session.kernel!.last.answer.reject(new Error('Canceled future'));
    open.session.say('autorestarting');
    expect((await run).status).toBe('died');
  });

  it('ends when the kernel is dead or gone', async () => {
    const { run } = await begun();
    open.session.kernel = null;
    open.session.kernelChanged.emit({});
    expect((await run).status).toBe('died');
  });

  it.each([
    ['is dead by its own word', async () => 'dead', 'died'],
    ['is not there any more', async () => null, 'died']
  ])('ends when the kernel %s', async (_, state, status) => {
    const mine = withServer(state);
    const run = mine.bound.runCell(mine.ids[0], options);
    await turn();
    mine.session.say('dead');
    expect((await run).status).toBe(status);
    mine.notebook.dispose();
  });

  it.each([
    ['nobody is logged in', refusal(403, 'Forbidden'), /Log in again/],
    ['the server was stopped', refusal(503), /not running/],
    [
      'the kernel is at work, unheard',
      'busy',
      /connection to the kernel of “a.ipynb” was lost/
    ]
  ])('does not call the kernel dead where %s', async (_, answer, sentence) => {
    const mine = withServer(async () => {
      if (answer instanceof Error) {
        throw answer;
      }
      return answer;
    });
    const run = mine.bound.runCell(mine.ids[0], options);
    run.catch(() => undefined);
    await turn();
    mine.session.say('dead');
    await expect(run).rejects.toThrow(sentence);
    mine.notebook.dispose();
  });

  it('waits for a kernel that is busy since before the page was loaded', async () => {
    let state = 'busy';
    const mine = withServer(async () => state, 'starting');
    await turn();
    expect(mine.bound.kernel.status).toBe('busy');
    const run = mine.bound.runCell(mine.ids[0], options);
    await jest.advanceTimersByTimeAsync(2 * START_LIMIT);
    expect(mine.session.kernel!.requests).toHaveLength(0);
    state = 'idle';
    mine.session.displayStatus = null;
    mine.session.say('idle');
    await turn();
    mine.session.finish();
    expect((await run).status).toBe('ok');
    mine.notebook.dispose();
  });

  it.each(WHAT)('ends when the notebook is closed (%s)', async what => {
    const { run } = await begun(what);
    open.close();
    expect((await run).status).toBe('closed');
  });

  it('ends when the connection is lost', async () => {
    const { run } = await begun();
    open.session.connectionStatusChanged.emit('disconnected');
    await expect(run).rejects.toMatchObject({ code: 'failed' });
  });

  it.each([
    [
      'says so',
      () => {
        open.session.displayStatus = null;
        open.session.say('idle', 'another');
      }
    ],
    [
      'has only answered a question',
      () => open.session.kernel!.infoAnswer.resolve()
    ]
  ])(
    'ends when the answer got lost on a broken connection, and the kernel %s',
    async (_, tell) => {
      const { run } = await begun();
      open.session.displayStatus = 'connecting';
      open.session.kernel!.connectionStatus = 'connecting';
      open.session.kernel!.status = 'unknown';
      open.session.connectionStatusChanged.emit('connecting');
      expect(open.bound.kernel.status).toBe('disconnected');
      open.session.displayStatus = 'unknown';
      open.session.kernel!.connectionStatus = 'connected';
      open.session.connectionStatusChanged.emit('connected');
      tell();
      await jest.advanceTimersByTimeAsync(ANSWER_GRACE);
      await expect(run).rejects.toThrow(
        /was lost for a while.*The connection is back/
      );
      expect(open.notebook.widgets[0].model).toMatchObject({
        executionState: 'idle'
      });
    }
  );

  it('says so while it waits for input', async () => {
    const { run } = await begun();
    open.session.kernel!.pendingInput.emit(true);
    open.session.kernel!.pendingInput.emit(false);
    open.session.finish();
    await run;
    expect(states).toEqual(['running', 'waiting-for-input', 'running']);
  });

  it.each(ON_EACH_KERNEL)(
    'interrupts a flood (%s, %s)',
    async (what, _, echo) => {
      open.session.echo = echo;
      const { run } = await begun(what);
      open.session.say('busy');
      open.session.publish('stream', {
        name: 'stdout',
        text: 'x'.repeat(MAX_TEXT + 1)
      });
      expect(open.session.kernel!.interrupts).toBe(1);
      open.session.finish({ status: 'error', ename: 'KeyboardInterrupt' });
      expect((await run).status).toBe('flooded');
    }
  );

  it('says what to do about a kernel that is dead', async () => {
    open.session.displayStatus = 'dead';
    await expect(open.bound.runCell(id, options)).rejects.toMatchObject({
      code: 'kernel-dead'
    });
  });

  it('gives a kernel a minute to start, and no more', async () => {
    open.session.displayStatus = 'starting';
    const run = open.bound.runCell(id, options);
    run.catch(() => undefined);
    await jest.advanceTimersByTimeAsync(START_LIMIT);
    await expect(run).rejects.toMatchObject({ code: 'no-kernel' });
  });

  it('runs on a restarted kernel that JupyterLab still shows as starting', async () => {
    open.session.displayStatus = 'starting';
    open.session.statusChanged.emit('starting');
    const { run } = await begun();
    expect(open.session.kernel!.requests).toHaveLength(0);
    open.session.kernel!.infoAnswer.resolve();
    await turn();
    expect(open.session.kernel!.requests).toHaveLength(1);
    open.session.displayStatus = null;
    open.session.finish();
    expect((await run).status).toBe('ok');
  });

  it('says so when the cell is deleted while it runs', async () => {
    const { run } = await begun();
    open.notebook.model!.sharedModel.deleteCell(0);
    open.session.kernel!.last.answer.resolve({ content: { status: 'ok' } });
    await expect(run).rejects.toMatchObject({ code: 'no-such-cell' });
  });
});

/** A notebook whose server reports this state of its kernel. */
function withServer(
  state: () => Promise<string | null>,
  status: string | null = null
): OpenNotebook {
  return new OpenNotebook(['a = 1'], {
    server: { state, users: () => new Map() },
    status
  });
}

describe('the epoch of a kernel', () => {
  let open: OpenNotebook;

  beforeEach(() => {
    open = new OpenNotebook(['']);
  });

  afterEach(() => open.notebook.dispose());

  it('is the same after a reload, and another once the kernel was restarted', () => {
    expect(open.bound.kernel.epoch).toBe('');
    open.session.answer();
    const before = open.bound.kernel.epoch;
    expect(before).toBe('kernel-1:process-1');

    const reloaded = new OpenNotebook(['']);
    reloaded.session.answer();
    expect(reloaded.bound.kernel.epoch).toBe(before);
    reloaded.notebook.dispose();

    open.session.say('restarting');
    expect(open.bound.kernel.epoch).toBe('');
    open.session.kernel!.process = 'process-2';
    open.session.answer();
    expect(open.bound.kernel.epoch).toBe('kernel-1:process-2');
  });

  it('changes once with a restart that is told twice, where the kernel does not tell', () => {
    open.session.kernel!.process = '';
    open.session.answer();
    const before = open.bound.kernel.epoch;
    expect(before).not.toBe('');
    const answer = () => {
      open.session.say('busy', 'theirs');
      open.session.say('idle', 'theirs');
    };
    open.session.say('restarting');
    open.session.say('restarting');
    answer();
    const after = open.bound.kernel.epoch;
    expect(after).not.toBe(before);
    answer();
    expect(open.bound.kernel.epoch).toBe(after);
    open.session.say('autorestarting');
    answer();
    expect(open.bound.kernel.epoch).not.toBe(after);
  });

  it('is of the kernel that the person chose', () => {
    open.session.answer();
    open.session.kernel = new FakeKernel('kernel-2');
    open.session.kernelChanged.emit({});
    expect(open.bound.kernel.epoch).toBe('');
    open.session.answer();
    expect(open.bound.kernel.epoch).toBe('kernel-2:process-1');
  });
});
