import { mcpSetting } from '../../testing/mcp/fake-mcp-host';
import { until } from '../../testing/until';
import {
  anotherPage,
  anotherServer,
  page,
  server as everything,
  useServer
} from './use-servers';

/**
 * The published server of the 2025-11-25 protocol: everything it has reaches
 * the model in words and images.
 */
useServer('everything.mjs', 'for all');

beforeEach(() => page.use(everything.url, { name: 'everything' }));

describe('the reference server', () => {
  it('is connected, and says what it has', () => {
    expect(page.server).toMatchObject({
      status: 'connected',
      protocol: '2025-11-25',
      // One of its tools can only be called as a task.
      notes: [expect.stringContaining('simulate-research-query')],
      counts: { tools: expect.any(Number), resources: expect.any(Number) }
    });
    expect(page.server.counts.tools).toBeGreaterThan(10);
    expect(page.server.counts.prompts).toBeGreaterThan(2);
    expect(page.server.instructions!.length).toBeLessThanOrEqual(2000);
  });

  it('is not told of a model or of files that it could ask for', () => {
    const names = page.servers.tools(new Set()).map(({ mcp }) => mcp.tool);
    expect(names).toContain('trigger-elicitation-request');
    // It only has these for clients that declare support for them.
    expect(names.filter(name => /sampling|roots/.test(name))).toEqual([]);
  });

  it('brings structured content once, not as text too', async () => {
    const { text, ok } = await page.call('get-structured-content', {
      location: 'Chicago'
    });
    expect(ok).toBe(true);
    expect(text.match(/temperature/g)).toHaveLength(1);
  });

  it('names links to resources, and does not read them', async () => {
    const { text, links } = await page.call('get-resource-links', { count: 2 });
    expect(text).toMatch(
      /\[link to .+: demo:\/\/.+; not read: the person can attach it/
    );
    expect(links).toHaveLength(2);
    expect(links![0]).toMatchObject({
      server: 'everything',
      uri: expect.stringMatching(/^demo:/)
    });
  });

  it('brings resources that are in a result', async () => {
    const { text } = await page.call('get-resource-reference', {
      resourceType: 'Text',
      resourceId: 1
    });
    expect(text).toMatch(/\[demo:\/\/resource.+\]\n.+/);
  });

  it('names a file in a result that is no text, and does not bring it', async () => {
    const { text, images } = await page.call('get-resource-reference', {
      resourceType: 'Blob',
      resourceId: 1
    });
    expect(text).toMatch(
      /\[the file demo:\/\/resource.+ \(.+, [\d.]+ K?B\), which is not text\]/
    );
    expect(images).toEqual([]);
  });

  it('says why a call failed', async () => {
    const result = await page.call('get-sum', { a: 'x' });
    expect(result).toMatchObject({ ok: false });
    expect(result.text).toContain('-32602');
  });

  it('lists resources, templates and prompts, and reads them', async () => {
    const resources = await page.servers.resources();
    expect(resources.length).toBeGreaterThan(0);
    expect(resources[0]).toMatchObject({ server: 'everything' });
    const templates = await page.servers.resourceTemplates();
    const template = templates.find(({ uriTemplate }) =>
      uriTemplate.includes('text')
    )!;
    const uri = page.servers.fillTemplate(template.uriTemplate, {
      [template.arguments[0]]: '1'
    });
    const [part] = await page.servers.readResource('everything', uri);
    expect(part).toMatchObject({ uri, text: expect.any(String) });
    const prompts = await page.servers.prompts();
    const prompt = prompts.find(each => each.arguments.length > 0)!;
    const messages = await page.servers.prompt(
      'everything',
      prompt.name,
      Object.fromEntries(prompt.arguments.map(({ name }) => [name, 'Paris']))
    );
    expect(messages[0]).toMatchObject({ role: 'user' });
  });

  it('is connected by whoever asks what there is, and does not wait for one that hangs', async () => {
    const hostile = await anotherServer('hostile.mjs');
    const fresh = anotherPage();
    await fresh.servers.configure([
      mcpSetting(everything.url, { name: 'everything' }),
      mcpSetting(hostile.at('hang'), { name: 'hangs' }),
      mcpSetting(hostile.at('html'), { name: 'failed' })
    ]);
    await fresh.servers.connect('failed');
    const asked: string[] = [];
    fresh.watch(({ pathname }) => asked.push(pathname));
    expect((await fresh.servers.resources()).length).toBeGreaterThan(0);
    expect(fresh.servers.list().map(({ status }) => status)).toEqual([
      'connected',
      'connecting',
      'failed'
    ]);
    expect(asked).toContain('/hang');
    expect(asked).not.toContain('/html');
  });

  it('says in words what cannot be read', async () => {
    await expect(
      page.servers.readResource('everything', 'demo://nothing')
    ).rejects.toThrow(/The server “everything” could not provide it/);
  });

  it('tells how far a call is, and is not given up while it does', async () => {
    await page.use(everything.url, { name: 'everything', timeout: 3 });
    const received: unknown[] = [];
    const result = await page.call(
      'trigger-long-running-operation',
      { duration: 4, steps: 4 },
      { progress: ({ text }) => received.push(text) }
    );
    expect(result.ok).toBe(true);
    expect(received).toContain('2 of 4');
  });

  it('is given up when it is silent for too long', async () => {
    await page.use(everything.url, { name: 'everything', timeout: 3 });
    const result = await page.call('trigger-long-running-operation', {
      duration: 30,
      steps: 1
    });
    expect(result).toMatchObject({ ok: false, stopped: undefined });
    expect(result.text).toMatch(/did not answer in time/);
    // Late progress and late answers do no harm.
    expect(page.server.status).toBe('connected');
  });

  it('is told of a stop, which is no time-out', async () => {
    const stop = new AbortController();
    const called = page.call(
      'trigger-long-running-operation',
      { duration: 30, steps: 30 },
      { signal: stop.signal, progress: () => stop.abort('stop') }
    );
    const result = await called;
    expect(result).toMatchObject({ ok: false, stopped: true });
    expect(result.text).toMatch(/stopped/);
    expect((await page.call('echo', { message: 'still here' })).ok).toBe(true);
  });

  it('waits for a person longer than for a server', async () => {
    await page.use(everything.url, { name: 'everything', timeout: 3 });
    page.host.answer = async () => {
      await new Promise(resolve => setTimeout(resolve, 4000));
      return { action: 'decline' };
    };
    const result = await page.call('trigger-elicitation-request');
    expect(result.ok).toBe(true);
    expect(result.text).toMatch(/declined/i);
  });

  it('cannot ask where nobody would hear it', async () => {
    const mute = anotherPage();
    mute.host.asks = false;
    await mute.use(everything.url);
    expect(
      mute.servers.tools(new Set()).map(({ mcp }) => mcp.tool)
    ).not.toContain('trigger-elicitation-request');
  });

  it('is connected again when it has forgotten the session', async () => {
    const first = await anotherServer('everything.mjs');
    await page.use(first.url, { name: 'everything' });
    await first.end();
    const lost = await page.call('echo', { message: 'x' });
    expect(lost).toMatchObject({ ok: false });
    expect(lost.text).toMatch(/lost during the call.+not known/s);
    expect(page.server).toMatchObject({
      status: 'failed',
      failure: { code: 'unreachable' }
    });
    expect(page.servers.tools(new Set())).toEqual([]);
    const second = await anotherServer('everything.mjs', String(first.port));
    await page.servers.check();
    expect(page.server.status).toBe('connected');
    expect((await page.call('echo', { message: 'back' })).ok).toBe(true);
    await second.end();
    const third = await anotherServer('everything.mjs', String(first.port));
    await until(async () => (await page.call('echo', { message: 'again' })).ok);
    await third.end();
    await anotherServer('everything.mjs', String(first.port));
    const [resource] = await page.servers.resources('everything');
    expect(resource).toBeDefined();
  });
});
