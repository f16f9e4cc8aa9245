import { ENGLISH } from '../../../contract';
import { ResultsSaver } from '../plan-files';
import type { PlanStateValue } from '../plan-state';

const FOLDER = 'cellwright-results/s';

/** A plan of which this many steps are done. */
const state = (done: number): PlanStateValue =>
  ({
    session: 's',
    task: 'Clean',
    plan: [],
    lines: [],
    outcomes: Object.fromEntries(
      Array.from({ length: done }, (_, at) => [`step-${at}`, {}])
    )
  }) as unknown as PlanStateValue;

describe('results of a plan', () => {
  /** The number of steps in each version that was stored. */
  let kept: number[];
  let waiting: ((folder: string | null) => void)[];
  let results: ResultsSaver;
  const turn = () => new Promise(resolve => setImmediate(resolve));

  beforeEach(() => {
    kept = [];
    waiting = [];
    results = new ResultsSaver({
      trans: ENGLISH,
      planFiles: {
        keep: (_session, _name, { json }) => {
          const { outcomes } = json as PlanStateValue;
          kept.push(Object.keys(outcomes).length);
          return new Promise(resolve => void waiting.push(resolve));
        }
      }
    });
  });

  it('are on their way at once, and the work goes on meanwhile', async () => {
    expect(results.keep(state(1))).toEqual([]);
    expect(results.keep(state(2))).toEqual([]);
    expect(kept).toEqual([1]);
  });

  it('are kept one after the other, the newest of those that wait', async () => {
    for (const done of [1, 2, 3]) {
      results.keep(state(done));
    }
    await turn();
    expect(kept).toEqual([1]);
    waiting[0](null);
    await turn();
    expect(kept).toEqual([1, 3]);
    waiting[1](null);
    await turn();
    results.keep(state(4));
    expect(kept).toEqual([1, 3, 4]);
  });

  it('that could not be written are said after the next step', async () => {
    results.keep(state(1));
    waiting[0](FOLDER);
    await turn();
    expect(results.keep(state(2))).toEqual([expect.stringContaining(FOLDER)]);
    expect(results.keep(state(3))).toEqual([]);
  });

  it('are whole at the end, and what went wrong is said once', async () => {
    results.keep(state(2));
    const end = results.end(state(2));
    waiting[0](FOLDER);
    await turn();
    waiting[1](FOLDER);
    expect(await end).toEqual([expect.stringContaining(FOLDER)]);
    expect(kept).toEqual([2, 2]);
  });

  it('are whole at the end in a page that comes later', async () => {
    const end = results.end(state(3));
    await turn();
    waiting[0](null);
    expect(await end).toEqual([]);
    expect(kept).toEqual([3]);
  });

  it('are none where no step was begun', async () => {
    expect(await results.end(state(0))).toEqual([]);
    expect(kept).toEqual([]);
  });
});
