import { planStep, type IMemoryEntry, type IPlanStep } from '../../../contract';
import { StepLookup } from '../tools';

describe('what is known of the tools of a step', () => {
  let known: string[];
  let searched: string[];
  /** The steps for which tools were looked for. */
  let recommended: string[];
  /** What waits for the page to be idle. */
  let waiting: (() => void)[];
  let lookup: StepLookup;

  beforeEach(() => {
    known = ['read_file'];
    searched = [];
    recommended = [];
    waiting = [];
    lookup = new StepLookup({
      memory: {
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
      },
      tools: {
        check: async () => undefined,
        recommend: async ({ title }) => {
          recommended.push(title);
          if (title === 'Fail') {
            throw new Error('The index cannot be loaded.');
          }
          return [];
        }
      }
    });
  });

  const stepOf = (title: string): IPlanStep =>
    planStep.parse({ id: title, title });
  const ahead = (...titles: string[]): void => lookup.ahead(titles.map(stepOf));

  const turn = () => new Promise(resolve => setImmediate(resolve));
  /** Lets the page be idle until nothing waits any more. */
  const idle = async (): Promise<void> => {
    for (let act = waiting.shift(); act; act = waiting.shift()) {
      act();
      await turn();
    }
  };
  const take = async (title: string): Promise<string[]> =>
    (await lookup.take(stepOf(title))).memories.map(({ entry }) => entry.key);
  const found = (): string[] => searched.map(each => each.split(' ')[1]);

  it('is looked up ahead, a step at a time as the page has time, and not again', async () => {
    ahead('Load', 'Clean');
    expect(searched).toEqual([]);
    waiting.shift()?.();
    await turn();
    expect(searched).toEqual(['tool Load 10']);
    await idle();
    // The first step is in progress.
    ahead('Clean');
    await idle();
    expect(await take('Clean')).toEqual(['read_file']);
    expect(found()).toEqual(['Load', 'Clean']);
  });

  it('is looked up when it is needed where the page had no time, or for another step', async () => {
    ahead('Load');
    expect(await take('Load')).toEqual(['read_file']);
    await idle();
    expect(await take('Draw')).toEqual(['read_file']);
    expect(found()).toEqual(['Load', 'Load', 'Draw']);
  });

  it('is looked up anew once something was learned, and so are the others', async () => {
    ahead('Load', 'Clean');
    await idle();
    known = [];
    expect(await take('Load')).toEqual([]);
    ahead('Clean');
    await idle();
    expect(await take('Clean')).toEqual([]);
    expect(found()).toEqual(['Load', 'Clean', 'Load', 'Clean']);
  });

  it('does not hold what changed while it was looked up', async () => {
    ahead('Load');
    waiting.shift()?.();
    // Its stamp has been read, but its search not made yet.
    known = [];
    await turn();
    expect(await take('Load')).toEqual([]);
    expect(found()).toEqual(['Load', 'Load']);
  });

  it('comes with the tools themselves, which were looked for ahead, too', async () => {
    const debug = jest.spyOn(console, 'debug').mockReturnValue(undefined);
    ahead('Load', 'Fail', 'Clean');
    await idle();
    expect(recommended).toEqual(['Load', 'Fail', 'Clean']);
    expect(debug).toHaveBeenCalledTimes(1);
    expect(await lookup.take(stepOf('Load'))).toMatchObject({ tools: [] });
    await expect(lookup.take(stepOf('Fail'))).rejects.toThrow('loaded');
    debug.mockRestore();
  });

  it('is not looked up for a step that is not to be done any more', async () => {
    ahead('Load', 'Clean');
    ahead('Draw');
    await idle();
    expect(found()).not.toContain('Clean');
    expect(await take('Load')).toEqual(['read_file']);
    expect(found().filter(title => title === 'Load')).toHaveLength(1);
  });
});
