import { exportedMemories, importedMemories } from './exported-memories';
import { memoryKey } from './memory-key';
import { plainWords } from './plain-words';
import { memoryEntry as entry } from '../testing/memory-entry';

describe('a file of memories from elsewhere', () => {
  it('brings no entry that is longer than one can be, and so many at most', () => {
    const file = exportedMemories([
      entry(),
      entry({ subject: 'x'.repeat(50_000) }),
      entry({
        steps: Array.from({ length: 5_000 }, () => ({
          title: 'Load',
          tools: []
        }))
      })
    ]);
    expect(importedMemories(file)).toMatchObject({
      entries: [{ subject: 'Clean the penguins', accepted: false }],
      unread: 2
    });
    const many = exportedMemories(
      Array.from({ length: 5_010 }, (_, at) => entry({ key: `${at}` }))
    );
    expect(importedMemories(many)?.entries).toHaveLength(5_000);
    expect(importedMemories(many)?.unread).toBe(10);
    expect(importedMemories('x'.repeat(20_000_001))).toBeNull();
  });

  it('says nothing that takes long to be looked for', () => {
    const subject = `${'b'.repeat(300_000)}${'i'.repeat(300_000)}B`;
    expect(memoryKey(entry({ subject }))).toMatch(/^[0-9a-f]{16}$/);
  });
});

it('a task with a pasted file in it is kept by its beginning', () => {
  const privacy = { isDenied: () => false };
  const words = plainWords(`Clean this: ${'a'.repeat(1_000_000)}`, '', privacy);
  expect(words.startsWith('Clean this: aaa')).toBe(true);
  expect(words.length).toBeLessThan(5_000);
});
