import { ToolMessage } from '@langchain/core/messages';

import type { IForkCommand } from '../../contract';
import { Site, THREAD, reload, type Page } from '../stories/reopening';

const ANSWERS = [
  [{ name: 'jupyter_cell', args: { code: 'a = 1' } }],
  'One.',
  [{ name: 'jupyter_cell', args: { code: 'b = 2' } }],
  'Two.'
];

function fork(
  page: Page,
  from: IForkCommand['from'],
  text?: string
): Promise<void> {
  return page.send({ type: 'fork', from, text });
}

/** Two turns, each with a cell that was approved. */
async function twoTurns(site: Site): Promise<Page> {
  const page = site.page();
  for (const id of ['message-1', 'message-2']) {
    await page.say(`This is ${id}.`, id);
    await page.approveAll();
  }
  expect(site.kernel).toEqual(['a = 1', 'b = 2']);
  return page;
}

async function texts(page: Page): Promise<string[]> {
  return (await page.messages()).map(({ text }) => text.split('\n')[0]);
}

describe('a branch', () => {
  it('begins before a message, which says something else there', async () => {
    const site = new Site({ answers: ANSWERS });
    const page = await twoTurns(site);
    await fork(page, { messageId: 'message-2' }, 'Another second.');
    const { branch, branches } = (await site.threads.get(THREAD))!;
    expect(branch).not.toBe('');
    expect(page.of('branch').map(event => event.branch)).toEqual([branch]);
    expect(branches.map(({ id, parent }) => [id, parent])).toEqual([
      ['', null],
      [branch, '']
    ]);
    expect((await page.shown('user-message')).map(({ text }) => text)).toEqual([
      'This is message-1.',
      'Another second.'
    ]);
    expect((await texts(page))[0]).toBe('This is message-1.');
    expect(await texts(page)).toContain('Another second.');
    expect(await texts(page)).not.toContain('This is message-2.');
    // What was decided in the other branch has to be decided again.
    expect(await page.waiting()).toHaveLength(1);
    await page.approveAll();
    expect(site.kernel).toEqual(['a = 1', 'b = 2', 'b = 2']);
  });

  it('begins with nothing before the first message', async () => {
    const site = new Site({ answers: ANSWERS });
    const page = await twoTurns(site);
    await fork(page, { messageId: 'message-1' });
    expect((await page.shown('user-message')).map(({ text }) => text)).toEqual([
      'This is message-1.'
    ]);
    await page.approveAll();
    expect(site.kernel).toEqual(['a = 1', 'b = 2', 'a = 1']);
    expect(await texts(page)).toHaveLength(4);
    // The model is told of the notebook again, as in a new conversation.
    expect((await page.messages())[0].text).toContain('The whole notebook:');
  });

  it('asks again at a checkpoint where a review waited', async () => {
    const site = new Site({ answers: ANSWERS });
    const page = site.page();
    await page.say('Do it.', 'message-1');
    const [before] = await page.waiting();
    const tuple = await site.checkpointer.getTuple({
      configurable: { thread_id: THREAD, checkpoint_ns: '' }
    });
    await page.approveAll();
    await fork(page, { checkpointId: tuple!.checkpoint.id });
    const [again] = await page.waiting();
    expect(again.card.callId).toBe(before.card.callId);
    await page.decide(again.interruptId, again.card, {
      type: 'reject',
      message: 'not again'
    });
    expect(site.kernel).toEqual(['a = 1']);
    expect(
      (await page.messages()).find(({ type }) => type === 'tool')?.text
    ).toContain('not again');
  });

  it('asks again where calls had been applied: decisions stay with their branch', async () => {
    const site = new Site({ answers: ANSWERS });
    const page = await twoTurns(site);
    let found: string | undefined;
    for await (const { checkpoint, pendingWrites } of site.checkpointer.list({
      configurable: { thread_id: THREAD, checkpoint_ns: '' }
    })) {
      if (
        pendingWrites?.some(
          ([, channel, value]) =>
            channel === 'messages' &&
            [value].flat().every(each => ToolMessage.isInstance(each))
        )
      ) {
        found = checkpoint.id;
        break;
      }
    }
    await fork(page, { checkpointId: found! });
    const [again] = await page.waiting();
    expect(site.kernel).toHaveLength(2);
    await page.decide(again.interruptId, again.card);
    expect(site.kernel).toHaveLength(3);
  });

  it('can be left and come back to, also in another page', async () => {
    const site = new Site({ answers: ANSWERS });
    const page = await twoTurns(site);
    await fork(page, { messageId: 'message-2' }, 'Another second.');
    await page.approveAll();
    const { branch } = (await site.threads.get(THREAD))!;
    const there = await texts(page);
    await page.send({ type: 'switch', branch: '' });
    expect(await texts(page)).toContain('This is message-2.');
    const next = await reload(page);
    expect(await texts(next)).toContain('This is message-2.');
    await next.send({ type: 'switch', branch });
    expect(await texts(next)).toEqual(there);
    await next.say('More.', 'message-4');
    expect(next.of('run-finished').at(-1)?.outcome).toBe('answered');
  });

  it('begins before a message that it has from the branch it was forked from', async () => {
    const site = new Site({ answers: ANSWERS });
    const page = await twoTurns(site);
    await page.say('This is message-3.', 'message-3');
    await fork(page, { messageId: 'message-3' }, 'Another third.');
    await fork(page, { messageId: 'message-2' }, 'Another second.');
    const { branch, branches } = (await site.threads.get(THREAD))!;
    expect(branches.map(({ parent }) => parent)).toEqual([null, '', '']);
    expect(branches.at(-1)?.id).toBe(branch);
    expect(branches.at(-1)?.checkpointId).not.toBeNull();
    expect((await page.shown('user-message')).map(({ text }) => text)).toEqual([
      'This is message-1.',
      'Another second.'
    ]);
    expect(await texts(page)).toEqual(
      expect.arrayContaining(['This is message-1.', 'Another second.'])
    );
    // Nothing of what came later, and the notebook is not described again.
    expect((await page.messages()).map(({ type }) => type)).toEqual([
      'human',
      'ai',
      'tool',
      'ai',
      'human',
      'ai'
    ]);
    await page.approveAll();
    expect(site.kernel).toEqual(['a = 1', 'b = 2', 'b = 2']);
  });

  it('begins at a moment that it has from the branch it was forked from', async () => {
    const site = new Site({ answers: ANSWERS });
    const page = await twoTurns(site);
    const [moment] = await page.engine.past.timeline(THREAD);
    await fork(page, { messageId: 'message-2' }, 'Another second.');
    await fork(page, { checkpointId: moment.id });
    expect(page.of('notice')).toEqual([]);
    expect(await page.waiting()).toHaveLength(1);
  });
});

describe('taking back a turn', () => {
  it('is offered where it changed something, and told', async () => {
    const site = new Site({ answers: ANSWERS });
    const page = await twoTurns(site);
    const runs = await page.shown('run-finished');
    expect(runs.map(({ changed }) => changed)).toEqual([true, true]);
    const preview = await page.engine.past.previewUndo(THREAD, runs[1].runId);
    expect(preview?.items).toHaveLength(1);
    await page.undo(runs[1].runId);
    expect(site.notebook.sources).toEqual(['a = 1']);
    expect(page.of('undone')).toMatchObject([{ runId: runs[1].runId }]);
    expect(
      await page.engine.past.previewUndo(THREAD, runs[1].runId)
    ).toBeNull();
  });

  it('is told to the model with the next message, once, though the page goes before', async () => {
    const site = new Site({
      answers: [...ANSWERS, 'Three.', 'Four.']
    });
    const page = await twoTurns(site);
    const [, second] = await page.shown('run-finished');
    await page.undo(second.runId);
    const next = await reload(page);
    await next.say('Go on.', 'message-3');
    await next.say('And on.', 'message-4');
    const texts = (await next.messages())
      .filter(({ text }) => /^(Go|And) on\./.test(text))
      .map(({ text }) => text);
    expect(texts[0]).toMatch(
      /\(Note: the person has undone what an earlier turn did to cell \S+\. Read again/
    );
    expect(texts[1]).not.toContain('undone');
  });
});
