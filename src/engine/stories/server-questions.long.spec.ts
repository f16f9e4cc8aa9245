import type { IMcpServers, InterruptAnswer } from '../../contract';
import { McpServers } from '../../mcp';
import { FakeMcpHost, mcpSetting } from '../../testing/mcp/fake-mcp-host';
import { ServerProcess } from '../../testing/mcp/server-process';
import { until } from '../../testing/until';
import { TOOLS } from '../../tools';
import { stepOf, type IScriptedStep } from '../../testing/scripted-model';
import { toolTexts } from './harness';
import { Site, THREAD, type Page } from './reopening';

/**
 * A real server asks in the middle of a call, and the person answers on a card.
 * The call continues meanwhile, and the page may close.
 */
let server: ServerProcess;
let opened: IMcpServers[];

async function start(file: string): Promise<void> {
  server = await ServerProcess.node(file);
  opened = [];
}

afterEach(async () => {
  await Promise.all(opened.map(each => each.close()));
  await server.end();
});

/**
 * A page's own connection to the server.
 *
 * @param takes how long it takes to connect, in ms.
 */
async function connected(site: Site, takes = 0): Promise<void> {
  const servers = new McpServers(new FakeMcpHost());
  opened.push(servers);
  await servers.configure([mcpSetting(server.url, { name: 'real' })]);
  await servers.connect();
  // If it had more tools, a call would have to search for its tool first.
  const called = site.options.answers
    .flatMap(step => stepOf(step).calls ?? [])
    .map(({ name }) => name);
  const theirs = servers
    .tools(new Set())
    .filter(({ name }) => called.includes(name));
  let isConnected = false;
  site.options.tools = async patience => {
    isConnected ||= patience >= takes;
    return isConnected ? [...TOOLS, ...theirs] : TOOLS;
  };
}

async function siteOf(
  ...calls: IScriptedStep['calls'] & object
): Promise<Site> {
  const site = new Site({ answers: [{ calls }, 'Done.'] });
  await connected(site);
  return site;
}

/** Sends a message, approves its call, and waits until the server asks. */
async function asked(site: Site, page = site.page()): Promise<Page> {
  await page.say();
  void page.approveAll();
  await until(() => page.of('interrupt-opened').length === 1, 'the question');
  return page;
}

/** Closes the page and opens the thread in a new one. */
async function reload(page: Page, takes = 0): Promise<Page> {
  page.kill();
  await connected(page.site, takes);
  const next = page.site.page();
  await next.open();
  return next;
}

async function answer(
  page: Page,
  given: InterruptAnswer,
  interruptId = page.of('interrupt-opened')[0]?.interrupt.interrupt_id
): Promise<void> {
  await page.send({ type: 'answer', interruptId, answer: given });
}

const ended = (page: Page) =>
  until(() => page.of('run-finished').length === 1, 'the end of the run');

const result = async (page: Page): Promise<string> =>
  toolTexts(await page.messages()).join();

describe('a 2026 server', () => {
  const DEPLOY = { name: 'real__deploy', args: { env: 'prod' } };

  beforeEach(() => start('modern.mjs'));

  it('asks on a card that says who asks, and gets the answer once', async () => {
    const page = await asked(await siteOf(DEPLOY));
    expect(page.of('interrupt-opened')[0].interrupt).toMatchObject({
      kind: 'form',
      title: '“real” asks you',
      text: 'Deploy to prod?',
      node_ref: 'real__deploy',
      schema: { properties: { confirm: { type: 'boolean' } } },
      asker: { server: 'real', host: `127.0.0.1:${server.port}` }
    });
    expect(await page.engine.stateOf(THREAD)).toBe('waiting');
    expect((await page.site.threads.get(THREAD))?.pending).toBe(1);

    await answer(page, { values: { confirm: 'maybe' } });
    expect(page.of('interrupt-refused')).toHaveLength(1);
    expect(page.of('interrupt-closed')).toEqual([]);
    await answer(page, { values: { confirm: true } });
    await answer(page, { values: { confirm: false } });
    await ended(page);
    expect(page.of('notice').map(({ code }) => code)).toContain(
      'duplicate-decision'
    );
    expect(await result(page)).toContain('Deployed to prod: true');
    // What a process prints may come after its answer.
    await until(() => server.lines.includes('answered of prod'), 'the answer');
    expect(server.lines.filter(line => /deploy|answered/.test(line))).toEqual([
      'deploy',
      'answered of prod'
    ]);
  });

  it.each([
    [{ cancelled: true, why: 'declined' }, 'decline'],
    [{ cancelled: true }, 'cancel']
  ] as const)('is told of %j', async (given, action) => {
    const page = await asked(await siteOf(DEPLOY));
    await answer(page, given);
    await ended(page);
    expect(await result(page)).toContain(`Not deployed: ${action}`);
  });

  it.each([
    ['at once', 0],
    ['later than a message waits for it', 10_000]
  ])(
    'shows the same question after a reload, and is not called anew, if it is back %s',
    async (_, takes) => {
      const first = await asked(await siteOf(DEPLOY));
      const [{ interrupt }] = first.of('interrupt-opened');
      const second = await reload(first, takes);
      expect(await second.engine.stateOf(THREAD)).toBe('waiting');
      // It is already open in the log.
      expect(second.of('interrupt-opened')).toEqual([]);
      await answer(
        second,
        { values: { confirm: true } },
        interrupt.interrupt_id
      );
      await ended(second);
      expect(second.of('review-opened')).toEqual([]);
      expect(await result(second)).toContain('Deployed to prod: true');
      // What a process prints may come after its answer.
      await until(
        () => server.lines.includes('answered of prod'),
        'the answer'
      );
      expect(server.lines.filter(line => /deploy|answered/.test(line))).toEqual(
        ['deploy', 'answered of prod']
      );
    }
  );

  /** The page after one that went when it recorded that it sends the answer. */
  async function answeredAndGone(when: 'before' | 'after'): Promise<Page> {
    const site = await siteOf(DEPLOY);
    const first = site.page({
      diesOnce: points =>
        // The second effect of the call stores the question.
        points.filter(each => each === `${when} journal.effect`).length === 3
    });
    const page = await asked(site, first);
    await answer(page, { values: { confirm: true } });
    await page.dead;
    return reload(page);
  }

  it('gets an answer that the page had kept and not sent', async () => {
    const second = await answeredAndGone('before');
    await ended(second);
    expect(await result(second)).toContain('Deployed to prod: true');
    // What a process prints may come after its answer.
    await until(() => server.lines.includes('answered of prod'), 'the answer');
    expect(server.lines.filter(line => /deploy|answered/.test(line))).toEqual([
      'deploy',
      'answered of prod'
    ]);
  });

  it('is not sent the same answer again once that was on its way: it is unclear', async () => {
    const second = await answeredAndGone('after');
    await until(() => second.of('review-opened').length === 1, 'the card');
    expect(second.of('review-opened')[0].cards[0].body.kind).toBe('unclear');
    expect(server.lines).not.toContain('answered of prod');
  });

  it('is told nothing by a stop, which closes the question', async () => {
    const page = await asked(await siteOf(DEPLOY));
    await page.stop();
    expect(page.of('interrupt-closed')).toMatchObject([
      { answer: null, by: 'stop' }
    ]);
    expect(page.of('call-finished').at(-1)?.state).toBe('stopped');
    expect(page.of('run-finished')).toHaveLength(1);
    expect(server.lines).not.toContain('answered of prod');
  });
});

describe('a 2025 server', () => {
  const FORM = { name: 'real__trigger-elicitation-request', args: {} };
  /** Is turned away until a page was visited. */
  const VISIT = {
    name: 'real__trigger-url-elicitation',
    args: { url: 'https://example.org/x', errorPath: true }
  };

  beforeEach(() => start('everything.mjs'));

  it('asks within its call, and gets what was filled in', async () => {
    const page = await asked(await siteOf(FORM));
    expect(page.of('interrupt-opened')[0].interrupt).toMatchObject({
      kind: 'form',
      schema: { required: ['name'] },
      asker: { server: 'real' }
    });
    await answer(page, { values: { check: true } });
    expect(page.of('interrupt-refused')[0].problem).toMatch(/missing/);
    await answer(page, { values: { name: 'Ada' } });
    await ended(page);
    expect(await result(page)).toContain('Ada');
  });

  it('is gone with the page: the question is closed, and the call is unclear', async () => {
    const first = await asked(await siteOf(FORM));
    const [{ interrupt }] = first.of('interrupt-opened');
    const second = await reload(first);
    await until(() => second.of('review-opened').length === 1, 'the card');
    expect(second.of('review-opened')[0].cards[0].body.kind).toBe('unclear');
    expect(second.of('interrupt-closed')).toMatchObject([
      { interruptId: interrupt.interrupt_id, answer: null, by: 'stop' }
    ]);
    await answer(second, { values: { name: 'Ada' } }, interrupt.interrupt_id);
    expect(second.of('notice').map(({ code }) => code)).toContain(
      'duplicate-decision'
    );
  });

  it('asks for a page to be opened, which only a click does', async () => {
    const page = await asked(
      await siteOf({
        name: 'real__trigger-url-elicitation',
        args: { url: 'https://example.org/sign?x=1', message: 'Sign here' }
      })
    );
    expect(page.of('interrupt-opened')[0].interrupt).toMatchObject({
      kind: 'confirm',
      text: 'Sign here',
      yes: 'Open example.org',
      asker: { url: 'https://example.org/sign?x=1' }
    });
    await answer(page, { confirmed: false });
    await ended(page);
    expect(await result(page)).toMatch(/decline/i);
  });

  it('turns a call away until a page was visited, and gets it again when the person is done there', async () => {
    const page = await asked(await siteOf(VISIT));
    const questions = () =>
      page.of('interrupt-opened').map(({ interrupt }) => interrupt);
    expect(questions()[0]).toMatchObject({
      kind: 'confirm',
      yes: 'Open modelcontextprotocol.io',
      asker: { url: 'https://modelcontextprotocol.io/' }
    });
    await answer(page, { confirmed: true });
    await until(() => questions().length === 2, 'whether they are done');
    expect(questions()[1]).toMatchObject({
      kind: 'confirm',
      title: 'Are you done at modelcontextprotocol.io?',
      yes: 'Send the call again'
    });
    expect(questions()[1]).not.toHaveProperty('asker.url');
    await answer(page, { confirmed: true }, questions()[1].interrupt_id);
    // The same call, which now asks in this server's other way.
    await until(() => questions().length === 3, 'the call again');
    await answer(page, { confirmed: true }, questions()[2].interrupt_id);
    await ended(page);
    expect(await result(page)).toContain('URL: https://example.org/x');
  });

  it('is not called again where the page it wants was not opened, which the model reads', async () => {
    const page = await asked(await siteOf(VISIT));
    await answer(page, { confirmed: false });
    await ended(page);
    expect(page.of('interrupt-opened')).toHaveLength(1);
    expect(await result(page)).toContain('Nothing was done.');
  });

  it('keeps a page that has to be visited first over a reload', async () => {
    const page = await asked(await siteOf(VISIT));
    const [{ interrupt }] = page.of('interrupt-opened');
    const next = await reload(page);
    expect(await next.engine.stateOf(THREAD)).toBe('waiting');
    await answer(next, { confirmed: false }, interrupt.interrupt_id);
    await ended(next);
    expect(await result(next)).toContain('Nothing was done.');
  });
});
