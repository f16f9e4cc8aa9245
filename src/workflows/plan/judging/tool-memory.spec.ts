import { ENGLISH, type IMemoryEntry } from '../../../contract';
import { toolMemory } from '../nodes/step-card';

const tool = (name: string, score: number) => ({
  name,
  score,
  reachesOut: false,
  version: '1',
  schema: { type: 'object' as const, properties: { path: {} } }
});
const memory = (name: string, more: Partial<IMemoryEntry>) => ({
  likeness: 1,
  entry: {
    key: `of ${name}`,
    tools: [name],
    uses: 4,
    successes: 4,
    failures: 0,
    shape: {},
    ...more
  } as IMemoryEntry
});
const TOOLS = [tool('a', 0.5), tool('b', 0.4)];
const said = (...memories: ReturnType<typeof memory>[]) =>
  toolMemory('Load', TOOLS, memories, {}, ENGLISH);

describe('what memory changed in the tools of a step', () => {
  it('is nothing where the tools are the same without it', () => {
    expect(said()).toBeNull();
    expect(said(memory('a', {}), memory('c', {}))).toBeNull();
  });

  it('is another order, or arguments that worked', () => {
    expect(said(memory('a', {}), memory('b', { successes: 4 }))).toBeNull();
    const words = 'The tools for “Load” were chosen by what worked before.';
    expect(said(memory('b', {}))).toEqual({ key: 'of b', text: words });
    const shape = { path: { type: 'string', value: 'a.csv' } };
    expect(said(memory('b', { successes: 0 }), memory('a', { shape }))).toEqual(
      { key: 'of a', text: words }
    );
  });

  it('is a tool that is left out, by its name', () => {
    expect(said(memory('b', { successes: 0, failures: 3 }))).toEqual({
      key: 'of b',
      text: '“Load” does not use b, which failed more than twice in steps like this.'
    });
  });
});
