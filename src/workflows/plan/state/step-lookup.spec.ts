import type { IMemoryEntry } from '../../../contract';
import { StepLookup } from './step-lookup';

describe('what is known of the tools of a step', () => {
  let known: string[];
  let searched: string[];
  /** What waits for the page to have time. */
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
      stamp: async () => known.join(),
      later: act => void waiting.push(act),
      collect: () => undefined
    });
  });

  const idle = (): void => waiting.splice(0).forEach(act => act());
  const take = async (title: string): Promise<string[]> =>
    (await lookup.take(title)).map(({ entry }) => entry.key);

  it('is looked up ahead, once the page has time, and not again', async () => {
    lookup.ahead('Load');
    expect(searched).toEqual([]);
    idle();
    expect(await take('Load')).toEqual(['read_file']);
    expect(searched).toEqual(['tool Load 10']);
  });

  it.each<[string, () => void, string[]]>([
    ['nothing was looked up ahead', () => undefined, ['Load']],
    ['the page had no time', () => lookup.ahead('Load'), ['Load']],
    [
      'it is another step',
      () => {
        lookup.ahead('Clean');
        idle();
      },
      ['Clean', 'Load']
    ],
    [
      'something was learned since',
      () => {
        lookup.ahead('Load');
        idle();
      },
      ['Load', 'Load']
    ]
  ])('is looked up when it is needed where %s', async (why, before, found) => {
    before();
    // What was looked up ahead is there.
    await new Promise(resolve => setImmediate(resolve));
    if (why.startsWith('something')) {
      known = ['write_file'];
    }
    expect(await take('Load')).toEqual(known);
    expect(searched).toEqual(found.map(title => `tool ${title} 10`));
  });

  it('does not hold what changed while it was looked up', async () => {
    lookup.ahead('Load');
    idle();
    // Its stamp is read, its search not yet made.
    known = [];
    expect(await take('Load')).toEqual([]);
  });

  it('is taken once: the next step is looked up anew', async () => {
    lookup.ahead('Load');
    idle();
    await take('Load');
    await take('Load');
    // What was to be looked up, and is not needed any more, is not.
    lookup.ahead('Clean');
    await take('Load');
    idle();
    expect(searched).toEqual(Array(3).fill('tool Load 10'));
  });
});
