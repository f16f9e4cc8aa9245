import { foldTexts, LONG, textsIn, unfoldTexts } from './fold-texts';

const long = 'x'.repeat(LONG + 1);
const other = 'y'.repeat(LONG + 1);

async function through(value: unknown): Promise<unknown> {
  const folded = foldTexts(value);
  return unfoldTexts(JSON.parse(JSON.stringify(folded.value)), async hash =>
    folded.texts.get(hash)
  );
}

describe('long texts', () => {
  it('are taken out once each, however often they stand there', () => {
    const { value, texts } = foldTexts({ a: long, b: [long, { c: other }] });
    expect([...texts.values()]).toEqual([long, other]);
    expect(JSON.stringify(value).length).toBeLessThan(200);
    expect(textsIn(value)).toEqual(new Set(texts.keys()));
  });

  it.each<[string, unknown]>([
    ['a string itself', long],
    ['a short string', 'short'],
    ['nothing', null],
    ['what is nested', [{ a: [long, 1, null, true, { b: other }] }]],
    ['a key that reads like our mark', { $text: 'mine', other: long }],
    [
      'such a key with a hash of ours',
      { $text: [...foldTexts(long).texts][0][0] }
    ],
    ['such a key with more signs', { $$text: long, $$$text: { $text: long } }],
    ['a key that would change prototypes', JSON.parse('{"__proto__": "a"}')]
  ])('come back as they were: %s', async (_what, value) => {
    expect(await through(value)).toEqual(value);
    expect(JSON.stringify(await through(value))).toBe(JSON.stringify(value));
  });

  it('leave bytes alone, and what they were taken from', async () => {
    const bytes = new Uint8Array([1, 2]);
    const value = Object.freeze({ bytes, text: long });
    const folded = foldTexts(value);
    expect((folded.value as typeof value).bytes).toBe(bytes);
    expect(value.text).toBe(long);
  });

  it('are asked for once', async () => {
    const { value, texts } = foldTexts([long, long, other]);
    const asked: string[] = [];
    await unfoldTexts(value, async hash => {
      asked.push(hash);
      return texts.get(hash);
    });
    expect(asked.sort()).toEqual([...texts.keys()].sort());
  });

  it('leave a sentence where one is gone', async () => {
    const { value } = foldTexts({ stored: 'a', gone: long });
    const found = await unfoldTexts(value, async () => undefined);
    expect(found).toEqual({
      stored: 'a',
      gone: 'A long text stood here; it could not be read.'
    });
  });
});
