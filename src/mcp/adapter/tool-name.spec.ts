import { serverPart, toolName } from './tool-name';

describe('the name of a tool', () => {
  it.each([
    ['weather', 'forecast', 'weather__forecast'],
    ['Team DB', 'query', 'Team_DB__query'],
    ['a__b', '_c', 'a_b___c']
  ])('of %s and %s is %s', (server, tool, name) => {
    expect(toolName(server, tool)).toBe(name);
  });

  it('fits every model, whatever server and tool are called', () => {
    const odd = ['', '天气', 'x'.repeat(200), 'a.b/c', '___', '💥', 'ok'];
    const names = odd.flatMap(server =>
      odd.map(tool => toolName(server, tool))
    );
    for (const name of names) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    }
    expect(new Set(names).size).toBe(names.length);
  });

  it('is never that of another server with another tool', () => {
    expect(toolName('a', 'b__c')).not.toBe(toolName('a__b', 'c'));
    expect(toolName('a', 'b.c')).not.toBe(toolName('a', 'b_c'));
    expect(serverPart('a__b')).not.toContain('__');
  });
});
