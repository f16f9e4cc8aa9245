import type { IWorkflowHost } from '../../../engine/run-context/workflow';
import type { IPlanStep, ITool } from '../../../contract';
import { hostTools } from '../tools';

describe('the list of tools', () => {
  const at = (checkTools: IWorkflowHost['checkTools']) => {
    const clock = { now: 0 };
    const tools = hostTools(
      { checkTools, findTools: async () => [], tool: () => undefined },
      () => clock.now
    );
    return { clock, tools };
  };

  it('is looked up before a step where the last time is 300 s ago', async () => {
    const checkTools = jest.fn(async () => undefined);
    const { clock, tools } = at(checkTools);
    const times = [];
    for (clock.now of [0, 1, 299_999, 300_000, 599_999, 600_000]) {
      await tools.check();
      times.push(checkTools.mock.calls.length);
    }
    expect(times).toEqual([1, 1, 1, 2, 2, 3]);
  });

  it('stays what it was where it cannot be looked up', async () => {
    jest.spyOn(console, 'warn').mockReturnValue();
    const { tools } = at(() => Promise.reject(new Error('Offline')));
    await expect(tools.check()).resolves.toBeUndefined();
    jest.restoreAllMocks();
  });
});

describe('the tools that are recommended for a step', () => {
  const tool = (name: string, more: object = {}) =>
    ({
      name,
      description: `What ${name} does`,
      effects: ['read'],
      jsonSchema: { type: 'object', properties: { path: {} } },
      ...more
    }) as unknown as ITool;
  const step = {
    title: 'Load',
    does: 'Read it',
    tools: ['named', 'gone']
  } as unknown as IPlanStep;
  const recommend = async (tools: ITool[], limit = 5, of = step) => {
    const asked: unknown[] = [];
    const made = hostTools(
      {
        checkTools: async () => undefined,
        findTools: async (...of) => {
          asked.push(of);
          return tools.map((each, at) => ({ tool: each, score: 1 / (at + 1) }));
        },
        tool: name => tools.find(each => each.name === name)
      },
      () => 0
    );
    return { asked, found: await made.recommend(of, limit) };
  };

  it('are those its plan names, then the best of the index, so many at most', async () => {
    const { asked, found } = await recommend(
      ['a', 'b', 'named', 'c', 'd', 'e'].map(name => tool(name))
    );
    expect(asked).toEqual([['Load\nRead it\nnamed\ngone', 5]]);
    expect(found.map(({ name }) => name)).toEqual([
      'named',
      'a',
      'b',
      'c',
      'd'
    ]);
    expect(found.slice(0, 3).map(({ score }) => score)).toEqual([1, 1, 1 / 2]);
  });

  it('are all that its plan names, however many, each once', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'execute_command'];
    const tools = [...names, 'other'].map(name => tool(name));
    const { found } = await recommend(tools, 5, {
      ...step,
      tools: ['a', ...names]
    });
    expect(found.map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['read', false],
    ['edit', false],
    ['execute', false],
    ['write', true],
    ['shell', true],
    ['network', true]
  ])('reach out by their effects: %s, %s', async (effect, expected) => {
    const { found } = await recommend([
      tool('a', { effects: ['read', effect] })
    ]);
    expect(found[0].reachesOut).toBe(expected);
  });

  it('are other ones once what they say of themselves has changed', async () => {
    const version = async (more: object): Promise<string> =>
      (await recommend([tool('a', more)])).found[0].version;
    const before = await version({});
    expect(await version({})).toBe(before);
    for (const change of [
      { description: 'Something else' },
      { effects: ['edit'] },
      { server: { name: 'weather' } },
      { jsonSchema: { type: 'object', properties: { other: {} } } }
    ]) {
      expect([change, (await version(change)) === before]).toEqual([
        change,
        false
      ]);
    }
  });
});
