import { FolderInstructions } from './folder-instructions';

const FILE = { path: 'work/.cellwright.md', text: 'Use SI units.' };

describe('what a person answered about instructions of a folder', () => {
  let stored: Map<string, string>;
  const store = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key)
  };
  const page = (key = 'server root') => new FolderInstructions(store, key);

  beforeEach(() => (stored = new Map()));

  it('is remembered in the browser, for this text at this place on this server', () => {
    const first = page();
    first.found([FILE]);
    expect(first.answer(FILE)).toBeNull();
    expect(first.waiting).toEqual([FILE]);
    first.decide(FILE, true);
    expect(first.waiting).toEqual([]);

    const next = page();
    expect(next.answer(FILE)).toBe(true);
    expect(next.answer({ ...FILE, text: 'Use SI units!' })).toBeNull();
    expect(next.answer({ ...FILE, path: 'other/.cellwright.md' })).toBeNull();
    expect(page('server other-root').answer(FILE)).toBeNull();
  });

  it('is remembered as a no as well, and can be asked of the next text', () => {
    const first = page();
    first.decide(FILE, false);
    const next = page();
    next.found([FILE]);
    expect(next.waiting).toEqual([]);
    expect(next.answer(FILE)).toBe(false);
    next.found([{ ...FILE, text: 'Use feet.' }]);
    expect(next.waiting).toHaveLength(1);
  });

  it('of a skill keeps its hash alone, and asks again when that changes', () => {
    const skill = {
      path: 'skills/a/SKILL.md',
      text: 'x'.repeat(60_000),
      skill: 'a',
      hash: 'abc'
    };
    const first = page();
    first.found([skill, FILE]);
    first.decide(skill, true);
    first.decide(FILE, true);
    expect(stored.get('server root')?.length).toBeLessThan(300);
    const next = page();
    expect(next.answer(skill)).toBe(true);
    expect(next.answer(FILE)).toBe(true);
    expect(next.answer({ ...skill, text: 'y', hash: 'def' })).toBeNull();
  });

  it('is waited for, in any tab, and no longer than the run', async () => {
    const one = page();
    const two = page();
    two.found([FILE]);
    const stop = new AbortController();
    let isOver = false;
    const waits = two
      .answered([FILE.path], stop.signal)
      .then(() => (isOver = true));
    await Promise.resolve();
    expect(isOver).toBe(false);
    one.decide(FILE, false);
    two.onStorage('server root');
    await waits;
    two.found([{ ...FILE, text: 'Use feet.' }]);
    const stopped = two.answered([FILE.path], stop.signal);
    stop.abort();
    await stopped;
  });

  it('counts for the page where the browser keeps nothing, or holds rubbish', () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    stored.set('server root', '{"path": 1');
    const only = page();
    expect(only.answer(FILE)).toBeNull();
    jest.spyOn(store, 'setItem').mockImplementation(() => {
      throw new Error('The quota is exceeded.');
    });
    only.decide(FILE, true);
    only.decide({ ...FILE, path: 'b.md' }, true);
    expect(only.answer(FILE)).toBe(true);
  });
});
