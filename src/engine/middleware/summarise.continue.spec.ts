import { memoryStores } from '../../storage/stories/memory-stores';
import { withSettings } from '../stories/harness';
import { Site, THREAD, type Page } from '../stories/reopening';

const start = (
  { engine }: Page,
  threadId: string,
  text: string,
  continues?: string
) => engine.send({ type: 'start', threadId, messageId: text, text, continues });

it('a thread that goes on from another begins with a summary of it, as part of the first message', async () => {
  const site = new Site({ answers: ['They want penguins.'] });
  const page = site.page();
  await page.say('Look at the penguins.');
  await start(page, 'thread-2', 'Go on there.', THREAD);
  const [message, ...rest] = await page.engine
    .thread('thread-2')
    .runs.messages();
  expect(message.text).toMatch(/^Go on there\.\n\n/);
  expect(message.text).toContain(
    'Summary of the conversation so far:\nThey want penguins.'
  );
  expect(rest.map(({ type }) => type)).toEqual(['ai']);
  // The model has read the other conversation, but nothing of it is sent
  // again.
  expect(site.requests[1][0].text).toContain('Look at the penguins.');
  expect(page.of('summary')).toMatchObject([
    { threadId: 'thread-2', messages: 2 }
  ]);
});

describe('a thread from a file', () => {
  const answers = [
    [{ name: 'jupyter_cell', args: { code: 'a = 1' } }],
    'Done.',
    'More.'
  ];

  /**
   * A conversation exported in one page and imported in another person's
   * browser.
   */
  async function taken(decided: boolean): Promise<{ site: Site; id: string }> {
    const from = new Site({ answers });
    const page = from.page();
    await page.say('Do it.');
    if (decided) {
      await page.approveAll();
    }
    const file = await from.threads.export(THREAD);
    const { journal, threads } = memoryStores();
    const { id } = await threads.import(file, 'analysis.ipynb');
    const there = [{ text: 'I see.' }];
    const stores = { journal, threads };
    return { site: new Site({ answers: there, stores }), id };
  }

  it('is what the model reads before the next message', async () => {
    const { site, id } = await taken(true);
    const page = site.page();
    await start(page, id, 'And now?');
    const messages = await page.engine.thread(id).runs.messages();
    expect(messages.map(({ type }) => type)).toEqual(['human', 'ai']);
    const [{ text }] = messages;
    expect(text).toMatch(/^And now\?\n\n<context>\n/);
    const data = /<data from="file">\n([\s\S]*)\n<\/data>/.exec(text)?.[1];
    expect(data?.split('\n\n').map(line => line.split('\n')[0])).toEqual([
      'Somebody: Do it.',
      'An assistant called jupyter_cell with {"code":"a = 1"}',
      expect.stringMatching(/^Result of jupyter_cell: /),
      'An assistant: Done.'
    ]);
    expect(site.kernel).toEqual([]);
    // The model is told once.
    await start(page, id, 'And then?');
    const again = site.requests.at(-1)?.map(each => each.text) ?? [];
    expect(again.join('\n').split('Somebody: Do it.')).toHaveLength(2);
  });

  it('leaves results out where a model may see no values, also when that is chosen later', async () => {
    const { site, id } = await taken(true);
    const asked = async (said: string) => {
      await start(site.page(), id, said);
      return site.requests.at(-1)!.map(({ text }) => text);
    };
    expect((await asked('And now?')).join()).toContain('ran a = 1');
    site.settings = withSettings({ privacy: { schemasOnly: true } });
    expect((await asked('And then?')).join()).not.toContain('ran a = 1');

    const other = await taken(true);
    other.site.settings = site.settings;
    await start(other.site.page(), other.id, 'And now?');
    const [described] = other.site.requests.map(request =>
      request.map(({ text }) => text).join()
    );
    expect(described).toContain('Somebody: Do it.');
    expect(described).not.toContain('ran a = 1');
  });

  it('is summarised for another as data, also before anything was said in it here', async () => {
    const { site, id } = await taken(true);
    const page = site.page();
    await start(page, 'thread-2', 'Go on there.', id);
    expect(site.requests[0][0].text).toContain('Somebody: Do it.');
    const [message] = await page.engine.thread('thread-2').runs.messages();
    expect(message.text).toMatch(
      /^Go on there\.\n[^]*\n<context>\nSummary[^\n]*\n<data from="file">\nI see\.\n<\/data>/
    );
  });

  it('begins a branch with what was said before, and nothing that came after', async () => {
    const from = new Site({ answers: ['One.', 'Two.'] });
    const first = from.page();
    await first.say('Say one.', 'one');
    await first.say('Say two.', 'two');
    const file = await from.threads.export(THREAD);
    const { journal, threads } = memoryStores();
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
    const reported = site.requests
      .at(-1)!
      .filter(({ type }) => type !== 'system');
    expect(reported).toHaveLength(1);
    expect(reported[0].text).toMatch(/^Say three\.\n/);
    expect(reported[0].text).toContain('Somebody: Say one.');
    expect(reported[0].text).not.toContain('Say two.');
  });

  it('goes on from the same words in a branch that is begun after more was said', async () => {
    const { site, id } = await taken(true);
    const page = site.page();
    await start(page, id, 'Mine.');
    const [theirs] = (await page.engine.history(id)).filter(
      event => event.type === 'user-message'
    );
    await page.engine.send({
      type: 'fork',
      threadId: id,
      from: { messageId: theirs.messageId },
      text: 'Instead of it.'
    });
    const reported = site.requests
      .at(-1)!
      .filter(({ type }) => type !== 'system');
    expect(reported.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Instead of it\./)
    ]);
    expect(reported[0].text).not.toMatch(/Mine\.|Do it\./);
  });

  it('goes to no model that the person was not told of', async () => {
    const { site, id } = await taken(false);
    let isTold = false;
    const page = site.page({ told: () => isTold });
    await page.engine.send({ type: 'retry', threadId: id });
    expect(page.of('run-finished').at(-1)?.error?.code).toBe('untold');
    expect(site.requests).toHaveLength(0);
    isTold = true;
    await page.engine.send({ type: 'retry', threadId: id });
    expect(site.requests).toHaveLength(1);
    expect(site.requests[0].at(-1)?.text).toContain('Somebody: Do it.');
  });
});
