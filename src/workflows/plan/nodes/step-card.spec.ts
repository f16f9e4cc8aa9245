import type { IMemoryEntry } from '../../../contract';
import { preparedTools } from './step-card';

const tool = (name: string) => ({
  name,
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

const HERE = 'Read old.csv and count the rows';

describe('the tools of a step', () => {
  it('come in the order in which they worked before', () => {
    const created = preparedTools(
      [tool('a'), tool('b')],
      [memory('b', { successes: 2 })],
      {},
      HERE
    );
    expect(created.map(({ name, score }) => [name, score])).toEqual([
      ['b', 1.15],
      ['a', 1]
    ]);
  });

  it('leave none out that the step names: those that failed come last', () => {
    const names = (failures: number, successes: number) =>
      preparedTools(
        [tool('a'), tool('b')],
        [memory('a', { uses: failures + successes, failures, successes })],
        {},
        HERE
      ).map(({ name }) => name);
    expect(names(2, 0)).toEqual(['a', 'b']);
    expect(names(3, 2)).toEqual(['b', 'a']);
    // Three failures are nothing beside thirty successes.
    expect(names(3, 30)).toEqual(['a', 'b']);
  });

  it('have what is given, then what worked before and is named here', () => {
    const shape = {
      path: { type: 'string', value: 'old.csv' },
      rows: { type: 'number', value: 7 },
      other: { type: 'string', value: 'unknown' }
    };
    const [created] = preparedTools(
      [tool('a')],
      [memory('a', { shape })],
      {},
      HERE
    );
    expect(created).toMatchObject({
      arguments: { path: 'old.csv' },
      missing: ['rows'],
      readiness: 0.5
    });
    expect(created.arguments).not.toHaveProperty('rows');
    const [given] = preparedTools(
      [tool('a')],
      [memory('a', { shape })],
      { a: { path: 'new.csv', rows: 3 } },
      HERE
    );
    expect(given).toMatchObject({
      arguments: { path: 'new.csv', rows: 3 },
      missing: [],
      readiness: 1
    });
  });
});
