import { ENGLISH, type ITool } from '../../contract';
import type { ISearchHit } from '../../search';
import { plainTool } from '../stories/plain-tools';
import { ToolIndex } from './tool-index';
import { MAX_OFFERED, ToolOffer } from './tool-offer';

const FACTS = { shell: false, skills: 0 };

/** Counts searches, since the first one loads the search code. */
class CountedIndex extends ToolIndex {
  searches = 0;

  override search(
    ...args: Parameters<ToolIndex['search']>
  ): Promise<ISearchHit[]> {
    this.searches++;
    return super.search(...args);
  }
}

function offerOf(tools: ITool[]): {
  offer: ToolOffer;
  offered: Map<string, ITool>;
  index: CountedIndex;
} {
  const offered = new Map<string, ITool>();
  const index = new CountedIndex();
  const memory = { offered: new Map(), used: new Set<string>() };
  const load = async (): Promise<ITool[]> => [...tools];
  const offer = new ToolOffer({ offered, memory, index, mode: 'agent', load });
  return { offer, offered, index };
}

const many = (length: number): ITool[] =>
  Array.from({ length }, (_, at) => plainTool(`tool_${at}`, 'read'));

describe('the offer of tools', () => {
  it('asks no index, and so loads none, up to twenty-five tools', async () => {
    const tools = many(MAX_OFFERED);
    const { offer, offered, index } = offerOf(tools);
    await offer.begin(FACTS, 'use tool 7');
    await offer.next('use tool 8');
    expect(offered.size).toBe(MAX_OFFERED);
    expect(index.searches).toBe(0);
    tools.push(plainTool('one_more', 'read'));
    await offer.next();
    expect(index.searches).toBe(1);
    expect([...offered.keys()].at(-1)).toBe('find_tools');
  });

  it.each([
    ['all of a server that the message is about', 100, 20],
    ['as many as fit', 1_000, 10],
    ['at least the most relevant', 20_000, 1]
  ])('of many has %s', async (_, characters, count) => {
    const fitting = Array.from({ length: 20 }, (__, at) => ({
      ...plainTool(`penguin_${at}`, 'read'),
      description: `Counts penguins. ${'x'.repeat(characters)}`
    }));
    const { offer, offered } = offerOf([...many(MAX_OFFERED), ...fitting]);
    await offer.begin(FACTS, 'count the penguins');
    const names = [...offered.keys()].filter(name => name !== 'find_tools');
    expect(names).toHaveLength(count);
    expect(names.every(name => name.startsWith('penguin_'))).toBe(true);
  });

  it('has a tool that comes on demand where it fits, and goes on without where that cannot be told', async () => {
    const wanted = {
      ...plainTool('write_report', 'write'),
      alsoCalled: 'bericht',
      onDemand: true as const
    };
    const begun = async (
      message: string,
      break_ = false
    ): Promise<string[]> => {
      const { offer, offered, index } = offerOf([...many(2), wanted]);
      if (break_) {
        index.search = () => Promise.reject(new Error('offline'));
      }
      await offer.begin(FACTS, message);
      return [...offered.keys()];
    };
    const plain = ['tool_0', 'tool_1'];
    expect(await begun('Plot the penguins')).toEqual(plain);
    expect(await begun('Write a report')).toEqual([...plain, 'write_report']);
    expect(await begun('Einen Bericht, bitte')).toEqual([
      ...plain,
      'write_report'
    ]);
    const warn = jest.spyOn(console, 'warn').mockImplementation();
    expect(await begun('Write a report', true)).toEqual(plain);
    expect(warn).toHaveBeenCalled();
  });

  it('asks it once for a message and a step, however many requests there are', async () => {
    const { offer, index } = offerOf(many(MAX_OFFERED + 1));
    await offer.begin(FACTS, 'use tool 7');
    expect(index.searches).toBe(1);
    await offer.next('a step');
    await offer.next('a step');
    expect(index.searches).toBe(2);
    offer.hear('something else');
    await offer.next('a step');
    await offer.next('a step');
    expect(index.searches).toBe(3);
  });

  it('keeps what was offered for a message that is tried again', async () => {
    const { offer, offered } = offerOf([
      ...many(MAX_OFFERED),
      plainTool('weather', 'read')
    ]);
    await offer.begin(FACTS, 'the weather');
    expect(offered.has('weather')).toBe(true);
    offered.clear();
    await offer.begin(FACTS, null);
    expect([...offered.keys()]).toEqual(['find_tools', 'weather']);
    offered.clear();
    await offer.begin(FACTS, 'hello');
    expect([...offered.keys()]).toEqual(['find_tools']);
    expect(offer.reasons(ENGLISH)).toEqual({ find_tools: 'always offered' });
  });

  it('offers again what an earlier page had, once it is back', async () => {
    const tools = many(2);
    const { offer, offered } = offerOf(tools);
    await offer.resume(['tool_0', 'slow_server', 'tool_1']);
    expect([...offered.keys()]).toEqual(['tool_0', 'tool_1']);
    expect(await offer.problem('slow_server')).toContain('no longer there');
    tools.push(plainTool('slow_server', 'read'));
    await offer.next();
    expect(offered.has('slow_server')).toBe(true);
    expect(await offer.problem('slow_server')).toBeNull();
    expect(await offer.problem('never_heard_of')).toBeNull();
  });
});
