import type { ICodeCellModel } from '@jupyterlab/cells';

import {
  hashText,
  type ICellRunOptions,
  type ISentRequest
} from '../../contract';
import { ANSWER_GRACE, RESTART_GRACE, STOP_GRACE } from './execution';
import { KNOWN_LIMIT } from './recall';
import { OpenNotebook } from '../stories/open-notebook';

const SOURCE = 'slow()';
const SENT: ISentRequest & { hash: string; callId: string } = {
  msgId: 'ours',
  kernelId: 'kernel-1',
  process: 'process-1',
  hash: hashText(SOURCE),
  callId: 'call-1'
};

describe('a request that an earlier page sent', () => {
  let open: OpenNotebook;
  let stop: AbortController;
  let states: string[];
  let options: ICellRunOptions;
  let id: string;

  const turn = () => jest.advanceTimersByTimeAsync(0);
  const recall = (change: Partial<typeof SENT> = {}) =>
    open.bound.recall(id, { ...SENT, ...change }, options);
  const model = () => open.notebook.widgets[0].model as ICodeCellModel;
  const print = (text: string) =>
    open.session.publish('stream', { name: 'stdout', text }, 'ours');
  const note = ({ done = true, ...change }: Record<string, unknown> = {}) =>
    open.bound.mark(id, {
      call: 'call-1',
      model: 'm',
      by: 'person',
      at: '2026-11-21T00:00:00Z',
      ...change,
      run: {
        id: 'ours',
        hash: SENT.hash,
        done: Boolean(done),
        ...(change.run as object)
      }
    });
  const begin = () => {
    open = new OpenNotebook([SOURCE, 'other']);
    id = open.ids[0];
  };

  beforeEach(() => {
    jest.useFakeTimers();
    begin();
    open.session.answer();
    stop = new AbortController();
    states = [];
    options = { signal: stop.signal, onState: state => states.push(state) };
  });

  afterEach(() => {
    expect(open.session.kernel?.requests ?? []).toHaveLength(0);
    open.notebook.dispose();
    jest.useRealTimers();
  });

  describe('whose kernel is still at it', () => {
    let run: ReturnType<typeof recall>;

    beforeEach(async () => {
      open.session.beBusy();
      run = recall();
      run.catch(() => undefined);
      await turn();
    });

    it('is waited for; what comes from now on goes into the cell', async () => {
      open.session.publish('execute_input', { execution_count: 7 }, 'ours');
      print('one ');
      print('line');
      expect(open.bound.cell(id)?.running).toBe(true);
      open.session.say('idle', 'ours');
      expect(await run).toMatchObject({
        status: 'ok',
        partial: true,
        executionCount: 7,
        outputs: [{ type: 'stream', text: 'one line' }]
      });
      expect(open.bound.outputs(id)).toMatchObject([{ text: 'one line' }]);
      expect(open.bound.cell(id)?.running).toBe(false);
      expect(states).toEqual(['waiting-for-kernel', 'running']);
    });

    it('has ended as its outputs say', async () => {
      open.session.publish(
        'error',
        { ename: 'KeyError', evalue: 'x', traceback: [] },
        'ours'
      );
      open.session.say('idle', 'ours');
      expect(await run).toMatchObject({ status: 'error', partial: true });
    });

    it('is taken for somebody else’s when nothing is heard of it', async () => {
      open.session.publish('stream', { name: 'stdout', text: 'x' }, 'theirs');
      open.session.say('idle', 'theirs');
      await turn();
      expect(await run).toBeNull();
      expect(open.bound.outputs(id)).toEqual([]);
    });

    it('is cut by a restart', async () => {
      print('x');
      open.session.say('restarting');
      await jest.advanceTimersByTimeAsync(RESTART_GRACE);
      expect(await run).toMatchObject({ status: 'restarted', partial: true });
    });

    it('is not known when the kernel is restarted before it spoke', async () => {
      open.session.say('restarting');
      await jest.advanceTimersByTimeAsync(RESTART_GRACE);
      expect(await run).toBeNull();
    });

    it('dies with its kernel', async () => {
      print('x');
      open.session.say('dead');
      expect(await run).toMatchObject({ status: 'died' });
    });

    it('is closed with its notebook, where it was heard', async () => {
      print('x');
      open.close();
      expect(await run).toMatchObject({ status: 'closed' });
    });

    it('is not asked for in a notebook that was closed', async () => {
      open.close();
      await expect(run).rejects.toMatchObject({ code: 'notebook-closed' });
    });

    it('is lost with the connection', async () => {
      open.session.kernel!.connectionStatus = 'disconnected';
      open.session.connectionStatusChanged.emit('disconnected');
      await expect(run).rejects.toThrow(/connection to the kernel/);
    });

    it('is lost where its end was never heard', async () => {
      print('x');
      open.session.say('idle', 'another');
      await jest.advanceTimersByTimeAsync(ANSWER_GRACE);
      await expect(run).rejects.toThrow(/connection to the kernel/);
    });

    it('can be stopped once it is known to be ours', async () => {
      print('x');
      stop.abort(new Error('stop'));
      expect(open.session.kernel!.interrupts).toBe(1);
      open.session.publish(
        'error',
        { ename: 'KeyboardInterrupt', evalue: '', traceback: [] },
        'ours'
      );
      open.session.say('idle', 'ours');
      expect(await run).toMatchObject({ status: 'stopped' });
    });

    it('is not stopped while it may be somebody else’s', async () => {
      stop.abort(new Error('stop'));
      await expect(run).rejects.toThrow('stop');
      expect(open.session.kernel!.interrupts).toBe(0);
    });

    it('leaves a cell alone whose source is another by now', async () => {
      model().sharedModel.setSource('other()');
      print('x');
      open.session.say('idle', 'ours');
      expect(await run).toMatchObject({
        outputs: [{ type: 'stream', text: 'x' }],
        partial: true
      });
      expect(open.bound.outputs(id)).toEqual([]);
    });

    it('has the kernel to itself', async () => {
      const next = open.bound.runScratch('1', { signal: stop.signal });
      await turn();
      open.session.say('idle', 'ours');
      await run;
      await turn();
      const requests = open.session.kernel!.requests.splice(0);
      expect(requests).toHaveLength(1);
      stop.abort(new Error('stop'));
      await jest.advanceTimersByTimeAsync(STOP_GRACE);
      await next;
    });
  });

  it('begins with empty outputs where the file is from before it was sent', async () => {
    open.output(id, { output_type: 'stream', name: 'stdout', text: 'old' });
    open.session.beBusy();
    const run = recall();
    await turn();
    print('new');
    open.session.say('idle', 'ours');
    expect(await run).toMatchObject({ outputs: [{ text: 'new' }] });
  });

  it('goes on behind what was saved of it', async () => {
    note({ done: false });
    open.output(id, { output_type: 'stream', name: 'stdout', text: 'one ' });
    open.session.beBusy();
    const run = recall();
    await turn();
    print('two');
    open.session.say('idle', 'ours');
    expect(await run).toMatchObject({ outputs: [{ text: 'one two' }] });
  });

  it('of code without a cell is waited for too, and leaves nothing behind', async () => {
    open.session.beBusy();
    const run = open.bound.recall(null, SENT, options);
    await turn();
    print('x');
    open.session.say('idle', 'ours');
    expect(await run).toMatchObject({ outputs: [{ text: 'x' }] });
    expect(open.bound.outputs(id)).toEqual([]);
  });

  it('that nobody here gave an id is never taken for what the kernel does', async () => {
    open.session.beBusy();
    const run = recall({ msgId: null as unknown as string });
    await turn();
    open.session.publish('stream', { name: 'stdout', text: 'x' }, undefined);
    open.session.say('idle', 'unheard');
    await turn();
    expect(await run).toBeNull();
  });

  describe('that the kernel is not at any more', () => {
    const print = () =>
      open.output(id, { output_type: 'stream', name: 'stdout', text: 'hi' });

    beforeEach(() => {
      print();
      model().executionCount = 3;
    });

    it('has ended where its cell says so', async () => {
      note();
      expect(await recall()).toEqual({
        status: 'ok',
        outputs: [{ type: 'stream', name: 'stdout', text: 'hi' }],
        executionCount: 3,
        ms: 0
      });
    });

    it('is known by its note where the kernel is gone', async () => {
      note();
      open.session.kernel = null;
      open.session.kernelChanged.emit({});
      expect(await recall()).toMatchObject({ status: 'ok' });
    });

    it('has failed where the outputs say so', async () => {
      open.output(id, {
        output_type: 'error',
        ename: 'KeyError',
        evalue: 'x',
        traceback: []
      });
      note();
      expect(await recall()).toMatchObject({ status: 'error' });
    });

    it('may miss outputs that somebody cleared', async () => {
      model().clearExecution();
      note();
      expect(await recall()).toMatchObject({ status: 'ok', partial: true });
    });

    it.each<[string, Record<string, unknown> | null]>([
      ['no note', null],
      ['a note of a run that did not end', { done: false }],
      ['a note of another call', { call: 'call-2' }],
      ['a note of another request', { run: { id: 'another' } }],
      ['a note of another source', { run: { hash: 'another' } }]
    ])('is not known with %s', async (_, change) => {
      if (change) {
        note(change);
      }
      expect(await recall()).toBeNull();
    });

    it('is not known of a cell whose source was changed since', async () => {
      note();
      model().sharedModel.setSource('other()');
      expect(await recall()).toBeNull();
    });

    it('is not known of a cell that is gone, though a copy has its note', async () => {
      note();
      const shared = open.notebook.model!.sharedModel;
      const copy = { ...shared.getCell(0).toJSON(), id: 'copy' };
      shared.insertCell(2, copy as never);
      expect(shared.getCell(2).getMetadata('cellwright')).toBeDefined();
      shared.deleteCell(0);
      expect(await recall()).toBeNull();
    });

    it('is not known of code without a cell', async () => {
      expect(await open.bound.recall(null, SENT, options)).toBeNull();
    });

    it.each([
      ['the kernel was restarted since', { process: 'process-0' }],
      ['the notebook has another kernel', { kernelId: 'kernel-0' }]
    ])('is known by its note where %s, without a wait', async (_, change) => {
      open.session.say('busy', 'theirs');
      expect(await recall(change)).toBeNull();
      note();
      expect(await recall(change)).toMatchObject({ status: 'ok' });
    });
  });

  describe('right after a reload, when the kernel has not spoken yet', () => {
    const reload = (state: () => Promise<string | null>) => {
      open.notebook.dispose();
      open = new OpenNotebook([SOURCE], {
        status: 'starting',
        server: { state, users: () => new Map() }
      });
      id = open.ids[0];
    };

    it('is waited for where the server says that the kernel is busy', async () => {
      reload(async () => 'busy');
      const run = recall();
      await jest.advanceTimersByTimeAsync(10 * KNOWN_LIMIT);
      print('late');
      open.session.displayStatus = null;
      open.session.say('idle', 'ours');
      expect(await run).toMatchObject({
        status: 'ok',
        outputs: [{ text: 'late' }],
        partial: true
      });
    });

    it('is known by its end alone, however soon that comes', async () => {
      reload(() => new Promise(() => undefined));
      const run = recall();
      await turn();
      open.session.displayStatus = null;
      open.session.say('idle', 'ours');
      expect(await run).toMatchObject({ status: 'ok', partial: true });
    });

    it('is given up after a while where nobody says anything', async () => {
      reload(async () => 'starting');
      const run = recall();
      let isDone = false;
      void run.then(() => (isDone = true));
      await jest.advanceTimersByTimeAsync(KNOWN_LIMIT - 1);
      expect(isDone).toBe(false);
      await jest.advanceTimersByTimeAsync(1);
      expect(await run).toBeNull();
    });
  });
});
