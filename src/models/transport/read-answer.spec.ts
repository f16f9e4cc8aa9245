import { EventReader } from './read-answer';

/** Reads a text in pieces of `size` characters. */
function read(text: string, size: number): string[] {
  const reader = new EventReader();
  const payloads: string[] = [];
  for (let at = 0; at < text.length; at += size) {
    payloads.push(...reader.push(text.slice(at, at + size)));
  }
  return [...payloads, ...reader.end()];
}

const TEXT = [
  '\uFEFF: a comment',
  'data: {"a":1}',
  '',
  'event: x',
  'data:{"b":',
  'data: 2}',
  'retry: 10',
  '',
  '',
  'data: {"c":3}',
  'data: [DONE]'
];

describe('EventReader', () => {
  it.each(['\n', '\r\n', '\r'])(
    'reads the same events wherever the text is split, lines ending in %j',
    end => {
      for (let size = 1; size < 20; size++) {
        expect(read(TEXT.join(end), size)).toEqual([
          '{"a":1}',
          '{"b":\n2}',
          '{"c":3}',
          '[DONE]'
        ]);
      }
    }
  );

  it('remembers, within bounds, what was no event', () => {
    const reader = new EventReader();
    reader.push('It works.\n' + 'x'.repeat(9999) + '\n');
    expect(reader.stray).toContain('It works.');
    expect(reader.stray.length).toBeLessThan(3000);
  });
});
