import { memoryStores } from '../../storage/stories/memory-stores';
import { AgentMemoryStore } from './agent-memory';

const AT = { threadId: 't', branch: '' };

describe('what the model knows, in another page', () => {
  it('has the cells it made in the order it made them', async () => {
    const journal = memoryStores().journal;
    const page = new AgentMemoryStore(journal);
    for (const cellId of ['m', 'b', 'z', 'a', 'c', 'y', 'x', 'd', 'w', 'e']) {
      page.memory.created.add(cellId);
      await page.keep(AT);
    }
    page.memory.created.add('0');
    await page.keep(AT);
    const next = new AgentMemoryStore(journal);
    await next.load(AT);
    expect([...next.memory.created].join('')).toBe('mbzacyxdwe0');
    next.memory.created.add('k');
    await next.keep(AT);
    const third = new AgentMemoryStore(journal);
    await third.load(AT);
    expect([...third.memory.created].at(-1)).toBe('k');
  });

  it('has the empty cell the person was in, until a cell was made', async () => {
    const journal = memoryStores().journal;
    const page = new AgentMemoryStore(journal);
    page.memory.nextPlace = 'empty';
    await page.keep(AT);
    const next = new AgentMemoryStore(journal);
    await next.load(AT);
    expect(next.memory.nextPlace).toBe('empty');
    next.memory.nextPlace = undefined;
    await next.keep(AT);
    const third = new AgentMemoryStore(journal);
    await third.load(AT);
    expect(third.memory.nextPlace).toBeUndefined();
  });
});
