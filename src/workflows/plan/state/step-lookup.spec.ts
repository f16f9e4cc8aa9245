import type { IMemoryEntry } from '../../../contract';
import { StepLookup } from './step-lookup';

describe('what is known of the tools of a step', () => {
  let known: string[];
  let searched: string[];
  /** What waits for the page to be idle. */
  let waiting: (() => void)[];
  let lookup: StepLookup;

  beforeEach(() => {
    known = ['read_file'];
    searched = [];
    waiting = [];
    lookup = new StepLookup({
      domain: () => '',
      search: async (kind, text, limit) => {
        searched.push(`${kind} ${text} ${limit}`);
        return known.map(key => ({
          entry: { key } as IMemoryEntry,
          likeness: 1
        }));
      },
      stamp: () => known.join(),
      later: act => void waiting.push(act),
      collect: () => undefined
    });
  });

  const turn = () => new Promise(resolve => setImmediate(resolve));
  /** Lets the page be idle until nothing waits any more. */
  const idle = async (): Promise<void> => {
    for (let act = waiting.shift(); act; act = waiting.shift()) {
      act();
      await turn();
    }
  };
  const take = async (title: string): Promise<string[]> =>
    (await lookup.take(title)).map(({ entry }) => entry.key);
  const found = (): string[] => searched.map(each => each.split(' ')[1]);

  it('is looked up ahead, a step at a time as the page has time, and not again', async () => {
    lookup.ahead(['Load', 'Clean']);
    expect(searched).toEqual([]);
    waiting.shift()?.();
    await turn();
    expect(searched).toEqual(['tool Load 10']);
    await idle();
    // The first step is in progress.
    lookup.ahead(['Clean']);
    await idle();
    expect(await take('Clean')).toEqual(['read_file']);
    expect(found()).toEqual(['Load', 'Clean']);
  });

  it('is looked up when it is needed where the page had no time, or for another step', async () => {
    lookup.ahead(['Load']);
    expect(await take('Load')).toEqual(['read_file']);
    await idle();
    expect(await take('Draw')).toEqual(['read_file']);
    expect(found()).toEqual(['Load', 'Load', 'Draw']);
  });

  it('is looked up anew once something was learned, and so are the others', async () => {
    lookup.ahead(['Load', 'Clean']);
    await idle();
    known = [];
    expect(await take('Load')).toEqual([]);
    lookup.ahead(['Clean']);
    await idle();
    expect(await take('Clean')).toEqual([]);
    expect(found()).toEqual(['Load', 'Clean', 'Load', 'Clean']);
  });

  it('does not hold what changed while it was looked up', async () => {
    lookup.ahead(['Load']);
    waiting.shift()?.();
    // Its stamp has been read, but its search not made yet.
    known = [];
    await turn();
    expect(await take('Load')).toEqual([]);
    expect(found()).toEqual(['Load', 'Load']);
  });

  it('is not looked up for a step that is not to be done any more', async () => {
    lookup.ahead(['Load', 'Clean']);
    lookup.ahead(['Draw']);
    await idle();
    expect(found()).not.toContain('Clean');
    expect(await take('Load')).toEqual(['read_file']);
    expect(found().filter(title => title === 'Load')).toHaveLength(1);
  });
});
