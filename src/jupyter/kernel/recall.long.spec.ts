import type { ICodeCellModel } from '@jupyterlab/cells';

import {
  hashText,
  type ICellRunOptions,
  type ISentRequest
} from '../../contract';
import { ANSWER_GRACE, STOP_GRACE } from './execution';
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
      expect(await run).toMatchObject({ status: 'restarted', partial: true });
    });

    it('is not known when the kernel is restarted before it spoke', async () => {
      open.session.say('restarting');
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

    it('is told to be stuck where it does not stop', async () => {
      print('x');
      stop.abort(new Error('stop'));
      await jest.advanceTimersByTimeAsync(STOP_GRACE);
      expect(await run).toMatchObject({ status: 'stopped', stuck: true });
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

    it('is known by its note where the kernel is gone', async () => {
      note();
      open.session.kernel = null;
      open.session.kernelChanged.emit({});
      expect(await recall()).toMatchObject({ status: 'ok' });
    });
  });

  describe('whose kernel keeps a history', () => {
    let connections: number;
    const mark = { last: 1, lastHash: hashText('x = 1'), session: 1 };
    const kernel = () => open.session.kernel!;
    const lookUp = (change: object = {}, code = SOURCE) =>
      recall({
        history: { ...mark, input: hashText(code), ...change }
      });

    beforeEach(() => {
      open.notebook.dispose();
      connections = 1;
      open = new OpenNotebook([SOURCE, 'other'], {
        server: {
          state: async () => 'idle',
          connections: async () => connections,
          users: () => new Map()
        }
      });
      id = open.ids[0];
      open.session.answer();
      kernel().inputs = ['', 'x = 1'];
    });

    it('has run where it stands there, with what the kernel kept of it', async () => {
      kernel().inputs!.push(SOURCE);
      kernel().outputs![2] = [
        { output_type: 'stream', name: 'stdout', text: 'unheard' }
      ];
      kernel().values[2] = '42';
      open.output(id, { output_type: 'stream', name: 'stdout', text: 'old' });
      expect(await lookUp()).toEqual({
        status: 'ok',
        outputs: [
          { type: 'stream', name: 'stdout', text: 'unheard' },
          { type: 'data', result: true, data: { 'text/plain': '42' } }
        ],
        executionCount: 2,
        ms: 0,
        partial: true
      });
      expect(open.bound.outputs(id)).toEqual([]);
    });

    it('comes with what the kernel kept of it though the page does not know the kernel’s language yet', async () => {
      kernel().inputs!.push(SOURCE);
      kernel().outputs![2] = [
        { output_type: 'stream', name: 'stdout', text: 'unheard' }
      ];
      open.session.specsManager.specs = null;
      kernel().info = Promise.resolve({ language_info: { name: 'python' } });
      expect(await lookUp()).toMatchObject({
        outputs: [{ type: 'stream', name: 'stdout', text: 'unheard' }],
        executionCount: 2
      });
    });

    it('comes with what the kernel kept of it though the notebook is only being connected to its kernel', async () => {
      kernel().inputs!.push(SOURCE);
      kernel().outputs![2] = [
        { output_type: 'stream', name: 'stdout', text: 'unheard' }
      ];
      const known = open.session.kernel;
      open.session.kernel = null;
      open.session.isReady = false;
      const found = lookUp();
      await turn();
      open.session.kernel = known;
      open.session.isReady = true;
      open.session.kernelChanged.emit({ oldValue: null, newValue: known });
      expect(await found).toMatchObject({
        outputs: [{ type: 'stream', name: 'stdout', text: 'unheard' }],
        executionCount: 2
      });
    });

    it('has failed where the kernel kept its error', async () => {
      kernel().inputs!.push(SOURCE);
      kernel().outputs![2] = [
        { output_type: 'error', ename: 'KeyError', evalue: 'x', traceback: [] }
      ];
      expect(await lookUp()).toMatchObject({ status: 'error' });
    });

    it('says so where the kernel keeps no errors', async () => {
      kernel().inputs!.push(SOURCE);
      kernel().outputs = null;
      expect(await lookUp()).toMatchObject({ status: 'ok', unheard: true });
    });

    it('is shown as another page wrote it into the cell', async () => {
      kernel().inputs!.push(SOURCE);
      const model = open.notebook.widgets[0].model as ICodeCellModel;
      model.outputs.add({
        output_type: 'stream',
        name: 'stdout',
        text: 'theirs'
      });
      model.executionCount = 2;
      expect(await lookUp()).toMatchObject({
        outputs: [{ text: 'theirs' }],
        executionCount: 2
      });
    });

    it('never ran where it does not stand there, and its page is gone', async () => {
      expect(await lookUp()).toBe('not-run');
      // What the kernel had already received is read before the last question.
      expect(kernel().historyAsked).toBe(3);
    });

    it('never ran as the first request of a kernel', async () => {
      kernel().inputs = [''];
      const first = { last: 0, lastHash: hashText('') };
      expect(await lookUp(first)).toBe('not-run');
    });

    it('has run where it came to the kernel behind the first question', async () => {
      kernel().onHistory = () => {
        if (kernel().historyAsked === 2) {
          kernel().inputs!.push(SOURCE);
        }
      };
      expect(await lookUp()).toMatchObject({ status: 'ok', executionCount: 2 });
    });

    it('is waited for where the kernel begins it meanwhile', async () => {
      kernel().onHistory = () => {
        open.session.publish('status', { execution_state: 'busy' }, 'ours');
        print('heard');
        open.session.say('idle', 'ours');
      };
      expect(await lookUp()).toMatchObject({
        status: 'ok',
        outputs: [{ text: 'heard' }]
      });
    });

    it('waits for the page that sent it to go', async () => {
      connections = 2;
      const run = lookUp();
      await jest.advanceTimersByTimeAsync(KNOWN_LIMIT / 2);
      connections = 1;
      await jest.advanceTimersByTimeAsync(KNOWN_LIMIT / 2);
      expect(await run).toBe('not-run');
    });

    it.each<[string, () => void, object?]>([
      ['another page may still send it', () => (connections = 2)],
      ['the history was reset', () => (kernel().historySession = 2)],
      ['the history was wiped', () => (kernel().inputs = ['', '', ''])],
      [
        'the history was wiped when nothing stood there',
        () => (kernel().inputs = ['', '', '']),
        { last: 0, lastHash: hashText('') }
      ],
      ['the history is shorter', () => (kernel().inputs = [''])],
      ['the history is empty', () => (kernel().inputs = [])],
      ['the kernel ran something it did not keep', () => (kernel().counted = 2)]
    ])('is not known where %s', async (...[, act, change]) => {
      act();
      const run = lookUp(change);
      await jest.advanceTimersByTimeAsync(2 * KNOWN_LIMIT);
      expect(await run).toBeNull();
    });

    it.each([
      ['the kernel was restarted', { process: 'process-0' }],
      ['it was another kernel', { kernelId: 'kernel-0' }],
      ['another part of the server may send it yet', { msgId: null }],
      ['the request left without its place', { history: undefined }]
    ])('is not known where %s', async (_, change) => {
      const run = recall({
        history: { ...mark, input: hashText(SOURCE) },
        ...change
      });
      await jest.advanceTimersByTimeAsync(2 * KNOWN_LIMIT);
      expect(await run).toBeNull();
    });

    it('is not known where the kernel answers as another process', async () => {
      kernel().onHistory = () => {
        kernel().process = 'process-2';
      };
      const run = lookUp();
      await jest.advanceTimersByTimeAsync(2 * KNOWN_LIMIT);
      expect(await run).toBeNull();
    });

    it('is stopped while the kernel does not answer', async () => {
      kernel().onHistory = () => new Promise(() => undefined);
      const run = lookUp();
      run.catch(() => undefined);
      await turn();
      stop.abort(new Error('stopped'));
      await expect(run).rejects.toThrow('stopped');
    });
  });

  describe('right after a reload, when the kernel has not spoken yet', () => {
    const reload = (state: () => Promise<string | null>) => {
      open.notebook.dispose();
      open = new OpenNotebook([SOURCE], {
        status: 'starting',
        server: { state, connections: async () => null, users: () => new Map() }
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
