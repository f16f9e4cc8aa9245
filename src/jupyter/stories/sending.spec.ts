import { PromiseDelegate } from '@lumino/coreutils';

import type { ICellRunOptions, ISentRequest } from '../../contract';
import { OpenNotebook } from './open-notebook';

describe('a request that is about to leave', () => {
  let open: OpenNotebook;
  let stop: AbortController;
  let reported: ISentRequest[];
  let durable: PromiseDelegate<void>;
  let id: string;
  let options: ICellRunOptions;

  const turn = () => jest.advanceTimersByTimeAsync(0);
  const requests = () => open.session.kernel!.requests;
  const begin = (what: string) =>
    what === 'cell'
      ? open.bound.runCell(id, options)
      : open.bound.runScratch('1', options);

  beforeEach(() => {
    jest.useFakeTimers();
    open = new OpenNotebook(['a = 1', 'b = 2']);
    open.session.answer();
    id = open.ids[0];
    stop = new AbortController();
    reported = [];
    durable = new PromiseDelegate();
    options = {
      signal: stop.signal,
      onSend: sent => {
        reported.push(sent);
        return durable.promise;
      }
    };
  });

  afterEach(() => {
    open.notebook.dispose();
    jest.useRealTimers();
  });

  it.each(['cell', 'scratch'])(
    'leaves once it is noted down, with the id that was told (%s)',
    async what => {
      const run = begin(what);
      await turn();
      expect(reported).toEqual([
        {
          msgId: expect.stringMatching(/^[-0-9a-f]{36}$/),
          kernelId: 'kernel-1',
          process: 'process-1'
        }
      ]);
      expect(requests()).toHaveLength(0);
      durable.resolve();
      await turn();
      expect(requests()).toHaveLength(1);
      expect(requests()[0].msg.header.msg_id).toBe(reported[0].msgId);
      open.session.finish();
      expect((await run).status).toBe('ok');
      expect(reported).toHaveLength(1);
    }
  );

  it.each(['cell', 'scratch'])(
    'is told of again where it had to wait once more, and stops where that fails (%s)',
    async what => {
      const run = begin(what);
      const ended = run.catch((error: unknown) => error);
      await turn();
      expect(reported).toHaveLength(1);
      open.session.say('busy', 'theirs');
      const gone = new Error('The rule is gone.');
      const second = new PromiseDelegate<void>();
      const first = durable;
      durable = second;
      first.resolve();
      await turn();
      second.reject(gone);
      open.session.say('idle', 'theirs');
      await turn();
      expect(await ended).toBe(gone);
      expect(reported).toHaveLength(2);
      expect(requests()).toHaveLength(0);
    }
  );

  it('does not leave where it could not be noted down', async () => {
    const run = open.bound.runCell(id, options);
    run.catch(() => undefined);
    await turn();
    durable.reject(new Error('fenced'));
    await expect(run).rejects.toThrow('fenced');
    expect(requests()).toHaveLength(0);
    expect(open.bound.cell(id)?.running).toBe(false);
  });

  it('does not leave when it is stopped meanwhile', async () => {
    const run = open.bound.runCell(id, options);
    await turn();
    stop.abort(new Error('stop'));
    durable.resolve();
    expect((await run).status).toBe('stopped');
    await turn();
    expect(requests()).toHaveLength(0);
  });

  it('is told of again, under the same id, where the kernel is another process', async () => {
    const run = open.bound.runCell(id, options);
    await turn();
    open.session.say('restarting');
    open.session.kernel!.process = 'process-2';
    open.session.say('busy', 'theirs');
    open.session.say('idle', 'theirs');
    durable.resolve();
    await turn();
    expect(reported.map(({ process }) => process)).toEqual([
      'process-1',
      'process-2'
    ]);
    expect(reported[1].msgId).toBe(reported[0].msgId);
    open.session.finish();
    await run;
  });

  it('is told of again where the person changed the code meanwhile', async () => {
    const run = open.bound.runCell(id, options);
    await turn();
    open.notebook.widgets[0].model.sharedModel.setSource('a = 2');
    durable.resolve();
    await turn();
    expect(reported).toHaveLength(2);
    expect(requests()[0].content.code).toBe('a = 2');
    open.session.finish();
    await run;
  });

  it('says so of a cell that is gone before it is noted down', async () => {
    open.session.say('busy');
    const run = open.bound.runCell(id, options);
    run.catch(() => undefined);
    await turn();
    open.notebook.model!.sharedModel.deleteCell(0);
    open.session.say('idle');
    await expect(run).rejects.toMatchObject({ code: 'no-such-cell' });
    expect(reported).toHaveLength(0);
  });

  it('asks a kernel that has not named its process, and waits a moment for it', async () => {
    const fresh = new OpenNotebook(['a = 1']);
    expect(fresh.session.kernel!.infoAsked).toBe(1);
    durable.resolve();
    const run = fresh.bound.runCell(fresh.ids[0], options);
    await turn();
    expect(reported).toHaveLength(0);
    fresh.session.answer('kernel info');
    await turn();
    expect(reported[0].process).toBe('process-1');
    fresh.session.finish();
    await run;
    fresh.notebook.dispose();
  });

  it('goes without it where the kernel does not tell', async () => {
    const fresh = new OpenNotebook(['a = 1']);
    durable.resolve();
    const run = fresh.bound.runCell(fresh.ids[0], options);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(reported[0].process).toBeNull();
    fresh.session.finish();
    await run;
    fresh.notebook.dispose();
  });

  it('has no id that we know where another part of the server sends it', async () => {
    const elsewhere = new OpenNotebook(['a = 1'], { sendsFromPage: false });
    elsewhere.session.answer();
    durable.resolve();
    const run = elsewhere.bound.runCell(elsewhere.ids[0], options);
    await turn();
    expect(reported).toMatchObject([{ msgId: null, kernelId: 'kernel-1' }]);
    elsewhere.session.finish();
    await run;
    elsewhere.notebook.dispose();
  });
});
