import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
import { toolOn } from '../stories/tool-context';
import { readFile } from './read-file';

describe('a table that only a library reads', () => {
  const read = async (
    name: string,
    notebook: FakeNotebook,
    size = 1000
  ): Promise<string> =>
    (
      await toolOn(readFile).run(
        { path: name },
        { notebook, files: new FakeFiles({ [name]: { size } }) }
      )
    ).text;

  it('says why it is not looked into', async () => {
    const printing = (answer: unknown) =>
      new FakeNotebook({ onInspect: () => JSON.stringify(answer) });
    expect(
      await read('a.xlsx', printing({ problem: 'the kernel has no openpyxl' }))
    ).toBe(
      'a.xlsx: 1.0 KB, Excel; not looked into: the kernel has no openpyxl. Load it, or its first rows, with code in a cell.'
    );
    expect(await read('a.parquet', printing('?'))).toContain(
      'the kernel could not read it'
    );
    const r = new FakeNotebook();
    r.setKernel({ language: 'R', displayName: 'R' });
    expect(await read('a.db', r)).toContain('the kernel is R');
    const none = new FakeNotebook();
    none.setKernel({ status: 'none' });
    expect(await read('a.db', none)).toContain('No kernel is running');
  });

  it('is not opened where it is a large workbook', async () => {
    const notebook = new FakeNotebook({ onInspect: () => '{}' });
    expect(await read('a.xlsx', notebook, 60_000_000)).toContain('it is large');
    expect(notebook.actions).toEqual([]);
  });

  it('keeps to its budget, and counts what it leaves out', async () => {
    const fields = Array.from({ length: 60 }, (_, at) => [`c${at}`, 'int']);
    const parts = Array.from({ length: 20 }, (_, at) => ({
      name: `t${at}`,
      rows: 5,
      columns: 60,
      fields,
      sample: [fields.map(() => '12345')]
    }));
    const notebook = new FakeNotebook({
      onInspect: () => JSON.stringify({ parts, more: 30 })
    });
    const text = await read('a.db', notebook);
    expect(text.length).toBeLessThan(6300);
    expect(text).toContain('… 30 more …');
  });

  it.each([
    ['mass (g)', 'people', '  "mass (g)": int', 'Table "people"'],
    ['Ada Lovelace', 'people', '  column 1: int', 'Table "people"'],
    ['mass', 'Ada Lovelace', '  "mass": int', 'Table: 5 rows']
  ])(
    'says with schemas only no name that may be a value: %s in %s',
    async (field, name, line, head) => {
      const parts = [
        {
          name,
          rows: 5,
          columns: 1,
          fields: [[field, 'int']],
          sample: [['42']]
        }
      ];
      const { text } = await toolOn(readFile).run(
        { path: 'a.db' },
        {
          notebook: new FakeNotebook({
            onInspect: () => JSON.stringify({ parts, more: 0 })
          }),
          files: new FakeFiles({ 'a.db': { size: 1000 } }),
          values: false
        }
      );
      expect(text).toContain(line);
      expect(text).toContain(head);
      expect(text).not.toMatch(/Ada|42/);
    }
  );
});
