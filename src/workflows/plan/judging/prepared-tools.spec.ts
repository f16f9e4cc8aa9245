import type { IMemoryEntry } from '../../../contract';
import { preparedTools } from '../nodes/step-card';

const tool = (name: string, score: number) => ({
  name,
  score,
  reachesOut: false,
  version: '1',
  schema: {
    type: 'object' as const,
    properties: { path: {}, rows: {} },
    required: ['path', 'rows']
  }
});
const memory = (name: string, more: Partial<IMemoryEntry>) => ({
  likeness: 1,
  entry: {
    tools: [name],
    uses: 4,
    successes: 4,
    failures: 0,
    shape: {},
    ...more
  } as IMemoryEntry
});

describe('the tools of a step', () => {
  it('are ordered by how well they fit and how often they worked', () => {
    const made = preparedTools(
      [tool('a', 0.5), tool('b', 0.4)],
      [memory('b', { successes: 2 })],
      {}
    );
    expect(made.map(({ name, score }) => [name, score])).toEqual([
      ['b', 0.4 + 0.15],
      ['a', 0.5]
    ]);
  });

  it('leave out what failed more than twice in a like step', () => {
    const tools = [tool('a', 0.5), tool('b', 0.4)];
    const names = (failures: number, likeness = 1) =>
      preparedTools(
        tools,
        [{ ...memory('a', { failures, successes: 1 }), likeness }],
        {}
      ).map(({ name }) => name);
    expect(names(2)).toContain('a');
    expect(names(3)).toEqual(['b']);
    expect(names(3, 0.2)).toContain('a');
  });

  it('have what is given, then what worked before, and name the rest', () => {
    const shape = {
      path: { type: 'string', value: 'old.csv' },
      rows: { type: 'number' },
      other: { type: 'string', value: 'unknown' }
    };
    const [made] = preparedTools([tool('a', 1)], [memory('a', { shape })], {});
    expect(made).toMatchObject({
      arguments: { path: 'old.csv' },
      missing: ['rows'],
      readiness: 0.5
    });
    const [given] = preparedTools([tool('a', 1)], [memory('a', { shape })], {
      a: { path: 'new.csv', rows: 3 }
    });
    expect(given).toMatchObject({
      arguments: { path: 'new.csv', rows: 3 },
      missing: [],
      readiness: 1
    });
  });
});
