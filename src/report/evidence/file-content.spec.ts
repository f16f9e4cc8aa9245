import { fileContent } from './file-content';

describe('a file that a person named', () => {
  it.each([
    ['a.csv', 'town,mean\nUlm,"1,5"\n"Neu ""Ulm""",2\n', ','],
    ['a.csv', 'town;mean\r\nUlm;1,5\r\nNeu "Ulm";2', ';'],
    ['a.tsv', 'town\tmean\nUlm\t1,5\nNeu "Ulm"\t2', 'tab']
  ])('is a table where it is one: %s %j', (path, text) => {
    expect(fileContent(path, text)).toEqual({
      content: {
        kind: 'table',
        table: {
          header: [['town', 'mean']],
          rows: [
            ['Ulm', '1,5'],
            ['Neu "Ulm"', '2']
          ],
          labels: 0,
          size: { rows: 2, columns: 2 }
        }
      },
      cut: false
    });
  });

  it('says that it has more rows than it shows', () => {
    const text = `a,b\n${'1,2\n'.repeat(70)}`;
    const read = fileContent('a.csv', text);
    expect(read).toMatchObject({
      cut: true,
      content: { table: { size: { rows: 70 } } }
    });
    expect(
      read?.content.kind === 'table' && read.content.table.rows
    ).toHaveLength(60);
  });

  it('is text otherwise, and nothing where it is empty', () => {
    expect(fileContent('a.txt', 'Mean 5')?.content).toMatchObject({
      kind: 'text',
      text: 'Mean 5'
    });
    expect(fileContent('a.md', '# Notes')?.content.kind).toBe('markdown');
    expect(fileContent('a.csv', 'only text')?.content.kind).toBe('text');
    expect(fileContent('a.txt', '')).toBeNull();
  });
});
