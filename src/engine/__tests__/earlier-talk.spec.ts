import { ENGLISH } from '../../contract';
import { MemoryJournal, MemoryThreads } from '../../storage';
import { Site, THREAD } from './reopening';

describe('a thread that goes on from another', () => {
  it('begins with a summary of it, as part of the first message', async () => {
    const site = new Site({ answers: [{ text: 'They want penguins.' }] });
    const page = site.page();
    await page.say('Look at the penguins.');
    await page.engine.send({
      type: 'start',
      threadId: 'thread-2',
      messageId: 'm',
      text: 'Go on there.',
      continues: THREAD
    });
    const [message, ...rest] = await page.engine.thread('thread-2').messages();
    expect(message.text).toMatch(/^Go on there\.\n\n/);
    expect(message.text).toContain(
      'Summary of the conversation so far:\nThey want penguins.'
    );
    expect(rest.map(({ type }) => type)).toEqual(['ai']);
    // The model was shown the other conversation, and nothing of it is sent again.
    expect(site.requests[1][0].text).toContain('Look at the penguins.');
    expect(page.of('summary')).toMatchObject([
      { threadId: 'thread-2', messages: 2 }
    ]);
  });
});

describe('a thread from a file', () => {
  const answers = [
    { calls: [{ name: 'jupyter_cell', args: { code: 'a = 1' } }] },
    { text: 'Done.' },
    { text: 'More.' }
  ];

  /** What a page exports, as another person's browser takes it. */
  async function taken(decided: boolean): Promise<{ site: Site; id: string }> {
    const from = new Site({ answers });
    const page = from.page();
    await page.say('Do it.');
    if (decided) {
      await page.approveAll();
    }
    const file = await from.threads.export(THREAD);
    const journal = new MemoryJournal();
    const threads = new MemoryThreads({ trans: ENGLISH, journal });
    const { id } = await threads.import(file, 'analysis.ipynb');
    return { site: new Site({ answers, stores: { journal, threads } }), id };
  }

  it('is what the model reads before the next message', async () => {
    const { site, id } = await taken(true);
    const page = site.page();
    await page.engine.send({
      type: 'start',
      threadId: id,
      messageId: 'm',
      text: 'And now?'
    });
    const messages = await page.engine.thread(id).messages();
    expect(messages.map(({ type }) => type)).toEqual([
      'human',
      'ai',
      'tool',
      'ai',
      'human',
      'ai'
    ]);
    expect(messages[2].text).toContain('<data from="jupyter_cell">');
    expect(site.kernel).toEqual([]);
  });

  it('begins a branch with what was said before, and nothing that came after', async () => {
    const from = new Site({ answers: [{ text: 'One.' }, { text: 'Two.' }] });
    const first = from.page();
    await first.say('Say one.', 'one');
    await first.say('Say two.', 'two');
    const file = await from.threads.export(THREAD);
    const journal = new MemoryJournal();
    const threads = new MemoryThreads({ trans: ENGLISH, journal });
    const { id } = await threads.import(file, 'analysis.ipynb');
    const site = new Site({ answers, stores: { journal, threads } });
    const page = site.page();
    const [, second] = (await threads.history(id)).filter(
      event => event.type === 'user-message'
    );
    await page.engine.send({
      type: 'fork',
      threadId: id,
      from: { messageId: second.messageId },
      text: 'Say three.'
    });
    const said = site.requests
      .at(-1)!
      .filter(({ type }) => type !== 'system')
      .map(({ text }) => text.split('\n')[0]);
    expect(said).toEqual(['Say one.', 'One.', 'Say three.']);
  });

  it('asks again what waited, and asks no model for it', async () => {
    const { site, id } = await taken(false);
    let isTold = false;
    const page = site.page({ told: () => isTold });
    await page.engine.send({ type: 'open', threadId: id });
    await page.engine.thread(id).going;
    expect(site.requests).toHaveLength(0);
    const [review] = page.of('review-opened');
    expect(review.cards.map(({ args }) => args.code)).toEqual(['a = 1']);
    expect(site.kernel).toEqual([]);
    const [card] = review.cards;
    await page.engine.send({
      type: 'resume',
      threadId: id,
      interruptId: review.interruptId,
      decisions: { [card.callId]: { type: 'approve' } },
      hashes: { [card.callId]: card.hash }
    });
    expect(site.kernel).toEqual(['a = 1']);
    // And nothing of it goes to a model that the person was not told of.
    expect(page.of('run-finished').at(-1)?.error?.code).toBe('untold');
    expect(site.requests).toHaveLength(0);
    isTold = true;
    await page.engine.send({ type: 'retry', threadId: id });
    expect(page.of('run-finished').at(-1)?.outcome).toBe('answered');
    expect(site.kernel).toEqual(['a = 1']);
  });
});
