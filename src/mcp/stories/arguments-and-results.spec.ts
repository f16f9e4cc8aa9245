import { page, server as hostile, useServer } from './use-servers';

useServer('hostile.mjs', 'for all');

describe('arguments of a server’s tool', () => {
  it.each([
    [
      'get the default of what is required and missing',
      { query: 'a', owner: 'b' },
      { query: 'a', limit: 10, owner: 'b' }
    ],
    [
      'keep null where it is required and allowed, and leave it out elsewhere',
      { query: 'a', limit: 2, owner: null, page: null },
      { query: 'a', limit: 2, owner: null }
    ]
  ])('%s', async (_, written, sent) => {
    await page.use(hostile.at('loose'));
    const tool = page.tool('search');
    const args = tool.schema.parse(tool.tidy!(written));
    const { text } = await page.call(tool, args as Record<string, unknown>);
    expect(JSON.parse(text)).toEqual(sent);
  });

  it('are not offered where the tool wants to run as a task', async () => {
    await page.use(hostile.at('tasks'));
    const names = page.servers.tools(new Set()).map(({ mcp }) => mcp.tool);
    expect(names).toEqual(['quick']);
    expect(page.server.notes.join()).toMatch(
      /“slow” cannot be used: it can only be called as a task/
    );
  });

  it('are checked though the schema names a dialect that nobody knows', async () => {
    await page.use(hostile.at('loose'));
    const { schema } = page.tool('search');
    expect(schema.safeParse({ limit: 1, owner: null }).success).toBe(false);
    expect(
      schema.safeParse({ query: 'a', limit: 1, owner: null }).success
    ).toBe(true);
  });

  it('are refused where a card could not show them', async () => {
    await page.use(hostile.at('loose'));
    const { schema } = page.tool('search');
    const deep = (levels: number): unknown =>
      JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    const fits = (more: unknown) =>
      schema.safeParse({ query: 'a', limit: 1, owner: null, more }).success;
    expect([deep(20), deep(2000)].map(fits)).toEqual([true, false]);
  });
});

describe('results of a server’s tool', () => {
  beforeEach(() => page.use(hostile.at('long')));

  it('keep a line of 15,000 characters whole', async () => {
    expect((await page.call('line')).text).toBe('x'.repeat(15_000));
  });

  it('are the text itself where one key holds nothing but a text', async () => {
    expect((await page.call('wrapped')).text).toBe('one\ntwo "three"');
  });

  it('are a table that loses nothing', async () => {
    const { text } = await page.call('rows');
    expect(text.split('\n')).toHaveLength(62);
    expect(text).toContain(`| 59 | ${'y'.repeat(250)} |`);
  });
});
