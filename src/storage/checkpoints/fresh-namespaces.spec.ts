import { FreshNamespaces } from './fresh-namespaces';

describe('a namespace of a nested graph', () => {
  let fence: number | undefined;
  let fresh: FreshNamespaces;
  const step = 'execution:1';
  const under = (id: string) => ({ '': id });

  beforeEach(() => {
    fence = 1;
    fresh = new FreshNamespaces(() => fence);
    fresh.created('graph', '', 'a');
  });

  it('is fresh under a checkpoint that was made here', () => {
    expect(fresh.isFresh('graph', step, under('a'))).toBe(true);
  });

  it('is not once something was written into it', () => {
    fresh.wrote('graph', step);
    expect(fresh.isFresh('graph', step, under('a'))).toBe(false);
    expect(fresh.isFresh('graph', 'execution:2', under('a'))).toBe(true);
  });

  it('is not once it has a checkpoint', () => {
    fresh.created('graph', step, 'b');
    expect(fresh.isFresh('graph', step, under('a'))).toBe(false);
  });

  it('is known by the nearest of those it hangs from', () => {
    const inner = `${step}|tools:2`;
    const both = { '': 'a', [step]: 'b' };
    expect(fresh.isFresh('graph', inner, both)).toBe(false);
    fresh.created('graph', step, 'b');
    expect(fresh.isFresh('graph', inner, both)).toBe(true);
    // A namespace with a similar name is a different one.
    expect(
      fresh.isFresh('graph', 'execution:10', { '': 'a', [step]: 'x' })
    ).toBe(true);
  });

  it.each<[string, () => void, string, string, unknown]>([
    ['an earlier page made', () => undefined, 'graph', step, under('before')],
    ['another graph has', () => undefined, 'branch', step, under('a')],
    [
      'was made before another tab had the thread',
      () => (fence = 3),
      'graph',
      step,
      under('a')
    ],
    [
      'is of a thread that another tab drives',
      () => (fence = undefined),
      'graph',
      step,
      under('a')
    ]
  ])(
    'is looked for where the checkpoint is one that %s',
    (_, make, graph, namespace, parents) => {
      make();
      expect(fresh.isFresh(graph, namespace, parents)).toBe(false);
    }
  );

  it('is looked for where nobody says what it hangs from, or it is gone back to', () => {
    for (const parents of [undefined, null, {}, { '': 'a', [step]: 'b' }]) {
      expect(fresh.isFresh('graph', step, parents)).toBe(false);
    }
    expect(fresh.isFresh('graph', '', under('a'))).toBe(false);
  });

  it('never counts as fresh because too much was remembered', () => {
    fresh.wrote('graph', step);
    for (let at = 0; at < 2000; at++) {
      fresh.created('graph', '', `later ${at}`);
      expect(fresh.isFresh('graph', step, under('a'))).toBe(false);
    }
    expect(fresh.isFresh('graph', step, under('later 1999'))).toBe(true);
  });
});
