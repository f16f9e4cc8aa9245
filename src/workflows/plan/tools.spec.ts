import type { Effect, ITool } from '../../contract';
import { namedTools, reachesOut } from './tools';

describe('the tools of a step', () => {
  const tool = (name: string, more: object = {}) =>
    ({
      name,
      description: `What ${name} does`,
      effects: ['read'],
      jsonSchema: { type: 'object', properties: { path: {} } },
      ...more
    }) as unknown as ITool;
  const host = (tools: ITool[], effect: Effect | null = null) => ({
    effectOf: () => effect,
    tool: (name: string) => tools.find(each => each.name === name)
  });
  const named = (tools: ITool[], names: string[]) =>
    namedTools(host(tools), { tools: names });

  it('are those its plan names, if they are offered, each once', () => {
    const tools = ['a', 'b', 'c'].map(name => tool(name));
    const names = named(tools, ['c', 'gone', 'a', 'c']).map(({ name }) => name);
    expect(names).toEqual(['c', 'a']);
    expect(named(tools, [])).toEqual([]);
  });

  it.each<[Effect | null, boolean]>([
    ['read', false],
    ['edit', false],
    ['execute', false],
    ['write', true],
    ['shell', true],
    ['network', true],
    [null, true]
  ])('reach out by what their call does: %s, %s', (effect, expected) => {
    const tools = [tool('a', { effects: ['execute', 'shell'] })];
    expect(reachesOut(host(tools, effect), 'a', {})).toBe(expected);
  });

  it('reach out where there is none of that name, and not where none of its effects do', () => {
    expect(reachesOut(host([]), 'a', {})).toBe(true);
    expect(reachesOut(host([tool('a')]), 'a', {})).toBe(false);
  });

  it('are other ones once what they say of themselves has changed', () => {
    const version = (more: object): string =>
      named([tool('a', more)], ['a'])[0].version;
    const before = version({});
    expect(version({})).toBe(before);
    for (const change of [
      { description: 'Something else' },
      { effects: ['edit'] },
      { server: { name: 'weather' } },
      { jsonSchema: { type: 'object', properties: { other: {} } } }
    ]) {
      expect([change, version(change) === before]).toEqual([change, false]);
    }
  });
});
