import { SearchIndex, type ISearchHit } from './search-index';

const index = (...texts: [id: string, text: string][]): SearchIndex => {
  const created = new SearchIndex({ weights: { text: 1 } });
  texts.forEach(([id, text]) => created.put({ id, fields: { text } }));
  return created;
};

const ids = (hits: readonly ISearchHit[]): string[] => hits.map(({ id }) => id);

const ask = async (created: SearchIndex, query: string): Promise<string[]> =>
  ids(await created.search(query, { limit: 10 }));

describe('an index of texts', () => {
  it('finds what has the words, the best first', async () => {
    const created = index(
      ['one', 'create an issue'],
      ['two', 'close an issue of the issue tracker'],
      ['three', 'send a message']
    );
    expect(await ask(created, 'create issue')).toEqual(['one', 'two']);
    expect(await ask(created, 'nothing of it')).toEqual([]);
    expect(await ask(created, '')).toEqual([]);
  });

  it('takes words for words that mean something to JavaScript', async () => {
    const created = index(
      ['one', 'call the constructor'],
      ['two', 'a prototype']
    );
    const hits = await created.search('constructor toString', {
      limit: 5
    });
    expect(hits).toMatchObject([{ id: 'one', words: 1, fields: ['text'] }]);
  });

  it('finds the beginning of a word, behind the word itself', async () => {
    const created = index(
      ['long', 'kubernetes pods'],
      ['short', 'kube config']
    );
    expect(await ask(created, 'kube')).toEqual(['short', 'long']);
  });

  it('finds a Chinese word within a text without spaces', async () => {
    const created = index(['bar', '绘制柱状图'], ['line', '绘制折线图']);
    expect((await ask(created, '柱状'))[0]).toBe('bar');
  });

  it('looks for misspelt words only where little was found', async () => {
    const few = index(['one', 'kubernetes pods']);
    expect(await ask(few, 'kubrnetes')).toEqual(['one']);
    const many = index(
      ['one', 'kubernetes pods'],
      ...['a', 'b', 'c'].map((id): [string, string] => [id, `list ${id}${id}`])
    );
    expect(await ask(many, 'list kubrnetes')).toEqual(['a', 'b', 'c']);
  });

  it('follows what is put, replaced and removed', async () => {
    const created = index(['one', 'alpha'], ['two', 'beta']);
    expect(await ask(created, 'alpha')).toEqual(['one']);
    created.put({ id: 'one', fields: { text: 'gamma' } });
    created.put({ id: 'three', fields: { text: 'alpha' } });
    created.remove('two');
    expect(await ask(created, 'alpha')).toEqual(['three']);
    expect(await ask(created, 'gamma')).toEqual(['one']);
    expect(await ask(created, 'beta')).toEqual([]);
    expect(created.size).toBe(2);
    created.put({ id: 'two', fields: { text: 'beta' } });
    expect(await ask(created, 'beta')).toEqual(['two']);
  });

  it('leaves out what is far behind, and what is not asked for', async () => {
    const created = index(
      ['both', 'alpha beta'],
      ['one', 'alpha and many other words of a long text that goes on'],
      ['other', 'beta alpha gamma']
    );
    const hits = await created.search('alpha beta', { limit: 9, least: 0.8 });
    expect(ids(hits)).not.toContain('one');
    expect(
      ids(
        await created.search('alpha', { limit: 9, among: id => id !== 'both' })
      ).sort()
    ).toEqual(['one', 'other']);
  });
});
