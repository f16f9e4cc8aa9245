import 'fake-indexeddb/auto';

import { SetupError } from '../errors';
import { ThreadError, type Effect } from '../../contract';
import { FakeNotebook, printed } from '../../testing/fake-notebook';
import { FakeWorkspace } from '../../testing/fake-workspace';
import { until } from '../../testing/until';
import { browserStores } from './browser-stores';
import { calling, namesOf } from './harness';
import {
  Site,
  THREAD,
  TWO_CELLS,
  finish,
  plainRequest,
  reload,
  type Page,
  startPage
} from './reopening';

const ONE_CELL = [calling('jupyter_cell', { code: 'a = 1' }), 'Done.'];

describe('a review after a reload', () => {
  it('has the same cards under the same id, and is told once', async () => {
    const first = await startPage({ answers: TWO_CELLS });
    const { site } = first;
    const before = await first.waiting();
    const second = await reload(first);
    expect(second.events).toEqual([]);
    expect(await second.waiting()).toEqual(before);
    expect(await second.engine.stateOf(THREAD)).toBe('waiting');
    // A page that has not opened the conversation reports the same state.
    const third = site.page();
    expect(await third.engine.stateOf(THREAD)).toBe('waiting');
    expect(await third.waiting()).toEqual(before);
    expect((await site.threads.get(THREAD))?.pending).toBe(2);
    await second.approveAll();
    expect(site.kernel).toEqual(['a = 1', 'b = 2']);
    expect(second.of('run-finished')).toHaveLength(1);
  });

  it('keeps the decisions that were made, also out of order, with one result a call', async () => {
    const first = await startPage({ answers: TWO_CELLS });
    const { site } = first;
    const [one, two] = await first.waiting();
    await first.decide(two.interruptId, two.card);
    const second = await reload(first);
    expect(site.kernel).toEqual([]);
    await second.decide(one.interruptId, one.card, {
      type: 'reject',
      message: 'not now'
    });
    const third = await reload(second);
    expect(site.kernel).toEqual(['b = 2']);
    const results = (await third.messages()).filter(
      ({ type }) => type === 'tool'
    );
    expect(results.map(({ text }) => text)).toEqual([
      expect.stringContaining('not now'),
      expect.stringContaining('b = 2')
    ]);
  });

  it('stays as it is where its notebook is gone, and says so', async () => {
    const first = await startPage({ answers: ONE_CELL });
    const { site } = first;
    first.kill();
    const second = site.page({ workspace: new FakeWorkspace() });
    await second.comeBack();
    const [{ interruptId, card }] = await second.waiting();
    await second.decide(interruptId, card);
    expect(second.of('notice')[0].text).toContain('analysis.ipynb');
    expect(await second.waiting()).toHaveLength(1);
    const third = await reload(second);
    await third.approveAll();
    expect(site.kernel).toEqual(['a = 1']);
  });

  it('can be stopped, and leaves no line open', async () => {
    const first = await startPage({ answers: ONE_CELL });
    const { site } = first;
    const second = await reload(first);
    await second.stop();
    expect(second.of('call-finished').map(({ state }) => state)).toEqual([
      'stopped'
    ]);
    expect(second.of('review-closed')).toHaveLength(1);
    expect(second.of('run-finished')[0].outcome).toBe('stopped');
    expect(site.kernel).toEqual([]);
    expect((await site.threads.get(THREAD))?.run).toBeNull();
  });
});

describe('what was allowed for the rest of a turn', () => {
  /** Reloads a page on which this was allowed. */
  async function allowing(effects: Effect[]): Promise<Page> {
    const page = await startPage({
      answers: [ONE_CELL[0], ONE_CELL[0], ONE_CELL[1]]
    });
    const { site } = page;
    await allow(page, effects);
    await until(async () => (await allowed(site)).length > 0);
    return reload(page);
  }

  const allow = (page: Page, effects: Effect[]): Promise<void> =>
    page.send({ type: 'turn-rule', on: true, effects });

  const allowed = async ({ threads }: Site): Promise<readonly Effect[]> =>
    (await threads.get(THREAD))?.run?.turn ?? [];

  it('is kept', async () => {
    const page = await allowing(['write']);
    await allow(page, ['execute', 'edit']);
    expect(page.of('turn-rule')[0].effects.sort()).toEqual([
      'edit',
      'execute',
      'write'
    ]);
    expect(page.site.kernel).toEqual(['a = 1', 'a = 1']);
  });

  it('ends with the page where it is for commands and the network, and it is said', async () => {
    const page = await allowing(['write', 'shell', 'network']);
    expect(page.of('turn-rule')).toMatchObject([
      { on: true, effects: ['write'] }
    ]);
    expect(await allowed(page.site)).toEqual(['write']);
    expect((await reload(page)).of('turn-rule')).toEqual([]);
  });

  it('is nothing any more where that was all', async () => {
    const page = await allowing(['shell']);
    expect(page.of('turn-rule')).toMatchObject([{ on: false, effects: [] }]);
  });
});

/** A page whose model has run a cell and is writing its answer. */
async function whileWriting(): Promise<Page> {
  const page = await startPage({
    answers: [ONE_CELL[0], { text: 'Half a', hang: true }]
  });
  void page.approveAll();
  await until(() => page.of('text-delta').length > 0);
  return page;
}

/** A card was clicked, and the page closes before the graph gets the decision. */
async function approved(): Promise<Site> {
  const page = await startPage({ answers: ONE_CELL });
  const { site } = page;
  const [{ card }] = await page.waiting();
  await site.journal.decide(
    { threadId: THREAD, branch: '' },
    {
      callId: card.callId,
      decision: { type: 'approve' },
      hash: card.hash,
      by: 'person',
      time: 1
    }
  );
  page.kill();
  return site;
}

describe('a run after a reload', () => {
  it('waits for Continue where the model was writing, and asks for the same', async () => {
    const first = await whileWriting();
    const { site } = first;
    const asked = site.requests.length;
    const second = await reload(first);
    expect(site.requests).toHaveLength(asked);
    const [finished] = second.of('run-finished');
    expect(finished).toMatchObject({
      outcome: 'interrupted',
      error: {
        code: 'interrupted',
        title: 'The model was cut off while it was writing.',
        retryable: true
      }
    });
    expect(await second.engine.stateOf(THREAD)).toBe('interrupted');
    const third = await reload(second);
    // It was reported before, and once is enough.
    expect(third.of('run-finished')).toEqual([]);
    site.options.answers = ONE_CELL;
    await third.retry();
    expect(plainRequest(site.requests.at(-1)!)).toBe(
      plainRequest(site.requests[asked - 1])
    );
    expect(third.of('run-finished')[0]).toMatchObject({
      outcome: 'answered',
      changed: true
    });
    expect(site.kernel).toEqual(['a = 1']);
  });

  it('goes on with what was queued by a tab that still saw it run', async () => {
    const first = await whileWriting();
    const { site } = first;
    const second = await reload(first);
    site.options.answers = ['Gladly.'];
    await second.send({ type: 'queue', messageId: 'q', text: 'And then?' });
    expect(second.of('user-message').at(-1)?.text).toBe('And then?');
    expect(second.of('queued')).toEqual([]);
    expect(second.of('run-finished').at(-1)?.outcome).toBe('answered');
  });

  it('applies what was decided though a key is missing, and says so at the request', async () => {
    const first = await startPage({ answers: TWO_CELLS });
    const { site } = first;
    first.kill();
    let hasKey = false;
    const second = site.page({
      provider: {
        create: async () => {
          if (!hasKey) {
            throw new SetupError('The key is missing.');
          }
          return second.model as never;
        }
      }
    });
    await second.comeBack();
    await second.approveAll();
    expect(site.kernel).toEqual(['a = 1', 'b = 2']);
    expect(second.of('run-finished')[0]).toMatchObject({
      outcome: 'failed',
      error: { code: 'setup', text: 'The key is missing.', retryable: true }
    });
    hasKey = true;
    await second.retry();
    expect(second.of('run-finished').at(-1)?.outcome).toBe('answered');
    expect(site.kernel).toEqual(['a = 1', 'b = 2']);
  });

  it('says what was decided, if the graph has gone on with it and nobody was told', async () => {
    const site = new Site({ answers: ONE_CELL });
    const untold = ['review-decided', 'review-closed'];
    const show = site.journal.show.bind(site.journal);
    site.journal.show = async (at, event) =>
      untold.includes(event.type) ? undefined : show(at, event);
    const first = site.page({
      diesOnce: points => points.at(-1) === 'after journal.effect'
    });
    await first.say();
    await first.alive(first.approveAll());
    expect(first.isDead).toBe(true);
    site.journal.show = show;
    site.notebook.onRecall = () => printed('1');
    const second = site.page();
    await second.comeBack();
    expect(second.of('review-decided')).toMatchObject([{ by: 'person' }]);
    expect(second.of('review-closed')).toHaveLength(1);
    expect(await second.waiting()).toEqual([]);
    // A third page has nothing left to say of it.
    const third = site.page();
    await third.comeBack();
    expect(third.of('review-decided')).toEqual([]);
  });

  it('opens its notebook where there is something to apply', async () => {
    const site = await approved();
    const other = new FakeNotebook({ path: 'other.ipynb' });
    const workspace = new FakeWorkspace({
      notebook: other,
      others: [site.notebook]
    });
    const second = site.page({ workspace });
    await second.comeBack();
    expect(site.kernel).toEqual(['a = 1']);
    expect(second.of('review-decided')).toHaveLength(1);
    expect(second.of('run-finished')[0].outcome).toBe('answered');
    expect(other.sources).toEqual([]);
  });

  it('can be gone on with once its notebook is back', async () => {
    const site = await approved();
    const workspace = new FakeWorkspace();
    const second = site.page({ workspace });
    await second.comeBack();
    expect(second.of('run-finished')[0]).toMatchObject({
      outcome: 'interrupted',
      error: { retryable: true }
    });
    expect(site.kernel).toEqual([]);
    workspace.show(site.notebook);
    await second.retry();
    expect(site.kernel).toEqual(['a = 1']);
    expect(second.of('run-finished').at(-1)?.outcome).toBe('answered');
  });

  it('keeps a message that waited, and delivers it once', async () => {
    const first = await startPage({ answers: ONE_CELL });
    const { site } = first;
    await first.say('One more thing.', 'message-2');
    const second = await reload(first);
    await second.approveAll();
    const third = await reload(second);
    await third.say('One more thing.', 'message-2');
    const sent = (await third.shown('user-message')).map(
      event => event.messageId
    );
    expect(sent.filter(id => id === 'message-2')).toHaveLength(1);
    const texts = (await third.messages()).map(({ text }) => text);
    expect(texts.filter(text => text === 'One more thing.')).toHaveLength(1);
    expect((await site.threads.get(THREAD))?.queued).toEqual([]);
  });

  it('names a thread that a draft has made, and none that the person named', async () => {
    const site = new Site({ answers: ['Hello.'] });
    await site.threads.create(THREAD, 'analysis.ipynb');
    const page = site.page();
    await page.open();
    await page.say('First words.');
    expect((await site.threads.get(THREAD))?.title).toBe('First words.');
    await page.say('Others.');
    expect((await site.threads.get(THREAD))?.title).toBe('First words.');
    await site.threads.rename(THREAD, 'Mine');
    await page.say('More.');
    expect((await site.threads.get(THREAD))?.title).toBe('Mine');
  });

  it('goes on in the mode of its message', async () => {
    const site = new Site({ answers: [{ text: 'Half', hang: true }] });
    const first = site.page();
    void first.send({
      type: 'start',
      messageId: 'm',
      text: 'What is this?',
      mode: 'ask'
    });
    await until(() => first.of('text-delta').length > 0);
    const second = await reload(first);
    site.options.answers = ['A notebook.'];
    await second.retry();
    expect(namesOf(site.boundTools[1])).toEqual(namesOf(site.boundTools[0]));
    expect(plainRequest(site.requests[1])).toBe(plainRequest(site.requests[0]));
  });
});

describe('a call of which nobody knows whether it ran', () => {
  /** The page closes when the request is recorded but has not been sent. */
  async function cut(
    away: (notebook: FakeNotebook) => void = () => undefined,
    // Of each cell, its insertion and its run.
    effect = 2
  ): Promise<{ site: Site; page: Page }> {
    const dry = await startPage({ answers: TWO_CELLS });
    await dry.approveAll();
    const effects = dry.points.flatMap((point, index) =>
      point === 'after journal.effect' ? [index + 1] : []
    );
    const site = new Site({ answers: TWO_CELLS });
    const first = site.page({ diesAt: effects[effect - 1] });
    await first.say();
    await first.alive(first.approveAll());
    expect(first.isDead).toBe(true);
    away(site.notebook);
    const page = site.page();
    await page.comeBack();
    return { site, page };
  }

  it('is asked about again if its notebook was gone for a while', async () => {
    const { site, page } = await cut();
    page.kill();
    const workspace = new FakeWorkspace();
    const next = site.page({ workspace });
    await next.comeBack();
    expect(next.of('run-finished')[0].outcome).toBe('interrupted');
    workspace.show(site.notebook);
    await next.retry();
    expect(next.of('review-opened')).toHaveLength(1);
    const [{ card }] = await next.waiting();
    expect(card.body.kind).toBe('unclear');
  });

  it('is no longer asked about once the kernel can tell', async () => {
    const { site, page } = await cut();
    const [{ interruptId }] = await page.waiting();
    page.kill();
    site.notebook.onRecall = () => printed('1');
    const next = site.page();
    await next.comeBack();
    expect(next.of('review-closed')[0]).toMatchObject({ interruptId });
  });

  it.each<[string, (notebook: FakeNotebook) => void]>([
    ['the kernel does not say', () => undefined],
    [
      'the kernel has been restarted since',
      notebook => notebook.restartAsPerson()
    ],
    ['the kernel it ran on is gone', notebook => notebook.killKernel()],
    [
      'the kernel it ran on is gone',
      notebook => notebook.replaceKernel('kernel-2')
    ]
  ])('is asked about with what is known: %s', async (why, away) => {
    const { page } = await cut(away);
    const [{ card }] = await page.waiting();
    expect(card.body).toMatchObject({ why: expect.stringContaining(why) });
  });

  it.each([
    ['run', ['a = 1', 'b = 2'], 'done'],
    ['done', ['b = 2'], 'done'],
    ['skip', [], 'stopped']
  ])(
    'is asked about on a card, and “%s” is done',
    async (message, kernel, state) => {
      const { site, page } = await cut();
      const [review] = page.of('review-opened');
      expect(review.interruptId).toMatch(/^recovery:/);
      expect(review.cards.map(({ body }) => body.kind)).toEqual(['unclear']);
      expect(site.kernel).toEqual([]);
      expect((await site.threads.get(THREAD))?.pending).toBe(1);
      const next = await reload(page);
      expect(next.of('review-opened')).toEqual([]);
      const [{ interruptId, card }] = await next.waiting();
      await next.decide(interruptId, card, { type: 'respond', message });
      expect(site.kernel).toEqual(kernel);
      expect(
        (await next.shown('call-finished')).find(
          ({ callId }) => callId === card.callId
        )?.state
      ).toBe(state);
      expect(next.of('run-finished')[0].outcome).toBe('answered');
    }
  );

  it('names a cell before it that is gone, once', async () => {
    // The first call is answered; the second is in progress.
    const { site, page } = await cut(
      notebook => notebook.removeAsPerson('cell-1'),
      4
    );
    expect(site.kernel).toEqual(['a = 1']);
    const again = await reload(await reload(page));
    expect(await again.waiting()).toHaveLength(1);
    expect(site.notebook.cell('cell-1')).toBeUndefined();
    expect((await again.shown('notice')).map(({ text }) => text)).toEqual([
      expect.stringContaining('It was not added again')
    ]);
  });

  it('stays where the answer is none of the three', async () => {
    const { site, page } = await cut();
    const [{ interruptId, card }] = await page.waiting();
    await page.decide(interruptId, card, { type: 'approve' });
    expect(page.of('review-voided')).toHaveLength(1);
    expect(await page.waiting()).toHaveLength(1);
    expect(site.kernel).toEqual([]);
  });
});

describe('a thread among tabs', () => {
  it('goes on in another tab where a tab that slept lost it while a cell ran, and each cell runs once', async () => {
    const owner = ['http://server/', 'handover'];
    const here = await browserStores(owner);
    const there = await browserStores(owner);
    const site = new Site({ answers: TWO_CELLS, stores: here });
    const first = site.page();
    await here.lock.take(THREAD);
    await first.say();
    site.use(there);
    const second = site.page();
    const { onRun } = site.notebook;
    site.notebook.onRun = async (...cell) => {
      const result = await onRun!(...cell);
      if (site.kernel.length === 1) {
        await there.lock.take(THREAD, true);
        await second.open();
      }
      return result;
    };
    await first.approveAll();
    await second.engine.thread(THREAD).going;
    await finish(second);
    expect(site.kernel).toEqual(['a = 1', 'b = 2']);
    expect(await second.problems()).toEqual([]);
    expect(first.of('run-finished')).toEqual([]);
    expect(first.of('driver').at(-1)?.here).toBe(false);
    expect(second.of('run-finished').map(each => each.outcome)).toEqual([
      'answered'
    ]);
    await second.engine.leave(THREAD);
    here.database.close();
    there.database.close();
  });

  it('has the calls answered by the next tab that the one before had not begun', async () => {
    const first = await startPage({ answers: TWO_CELLS });
    const { site } = first;
    const { onRun } = site.notebook;
    site.notebook.onRun = (...cell) => {
      void first.engine.leave(THREAD);
      return onRun(...cell);
    };
    await first.approveAll();
    site.notebook.onRun = onRun;
    const calls = await site.journal.calls({ threadId: THREAD, branch: '' });
    expect(calls.map(({ intent }) => intent?.tool)).toEqual(['jupyter_cell']);
    const second = site.page();
    await second.comeBack();
    await finish(second);
    expect(site.kernel).toEqual(['a = 1', 'b = 2']);
  });

  it('is let go at the first write that is refused', async () => {
    const site = new Site({ answers: ONE_CELL });
    const fenced = Object.assign(new Error('fenced'), { name: 'FencedError' });
    const first = site.page();
    await first.say();
    const refused = (['decide', 'show', 'finish'] as const).map(name =>
      jest.spyOn(site.journal, name).mockRejectedValue(fenced)
    );
    await first.approveAll();
    expect(first.of('driver').map(({ here }) => here)).toEqual([false]);
    expect(first.of('run-finished')).toEqual([]);
    expect(first.of('review-closed')).toEqual([]);
    expect(site.kernel).toEqual([]);
    refused.forEach(each => each.mockRestore());
    const second = await reload(first);
    await second.approveAll();
    expect(site.kernel).toEqual(['a = 1']);
  });
});

describe('storage that fails', () => {
  it('is heard of once where the display log cannot be kept, and the run goes on', async () => {
    const site = new Site({ answers: ONE_CELL });
    site.journal.show = () =>
      Promise.reject(new ThreadError('There is no space left.'));
    const page = site.page();
    await page.say();
    const { interruptId, cards } = page.of('review-opened')[0];
    await page.decide(interruptId, cards[0]);
    expect(page.of('run-finished')[0].outcome).toBe('answered');
    const notices = page.of('notice').filter(({ code }) => code === 'storage');
    expect(notices).toHaveLength(1);
    expect(notices[0].text).toContain('There is no space left.');
  });

  it.each<[string, (site: Site) => jest.SpyInstance, string[]]>([
    [
      'a checkpoint',
      ({ checkpointer }) => jest.spyOn(checkpointer, 'put'),
      ['a = 1']
    ],
    ['that a call begins', ({ journal }) => jest.spyOn(journal, 'intend'), []],
    [
      'what a call came to',
      ({ journal }) => jest.spyOn(journal, 'finish'),
      ['a = 1']
    ]
  ])(
    'ends the run with its sentence where it cannot be kept: %s; Retry does nothing twice',
    async (_, spyOn, kernel) => {
      const page = await startPage({ answers: ONE_CELL });
      const { site } = page;
      const full = spyOn(site).mockRejectedValue(
        new ThreadError('There is no space left.')
      );
      await page.approveAll();
      expect(page.of('run-finished')).toMatchObject([
        {
          outcome: 'failed',
          error: { code: 'storage', text: 'There is no space left.' }
        }
      ]);
      expect(site.requests).toHaveLength(1);
      full.mockRestore();
      await page.retry();
      expect(page.of('run-finished').at(-1)?.outcome).toBe('answered');
      expect(site.kernel).toEqual(kernel);
    }
  );
});
