import { OPTIONS, codeCell, notebookOf } from '../../stories/evidence-samples';
import { WHOLE_REPORT } from '../../stories/whole-report';
import { writeNotebook } from './write-notebook';

interface ICell {
  id: string;
  cell_type: string;
  source: string;
  metadata: { jupyter?: { source_hidden: boolean } };
  outputs?: { data: Record<string, string> }[];
}

describe('the report as a notebook', () => {
  let path: string;
  let notebook: { cells: ICell[]; nbformat: number };

  beforeAll(async () => {
    const file = await writeNotebook(
      WHOLE_REPORT,
      notebookOf([codeCell('cell-e2', [], { source: 'df.head()' })]),
      OPTIONS
    );
    path = file.path;
    notebook = JSON.parse(String(file.data)) as typeof notebook;
  });

  it('has the cell of each figure where it stands, its code folded', () => {
    expect(path).toBe('report.ipynb');
    expect(notebook.nbformat).toBe(4);
    const code = notebook.cells.filter(cell => cell.cell_type === 'code');
    expect(code.map(({ source }) => source)).toEqual(['df.head()', '', '']);
    expect(code.every(({ metadata }) => metadata.jupyter?.source_hidden)).toBe(
      true
    );
    expect(code[0].outputs?.[0].data['text/html']).toMatch(
      /<td[^>]*>5076\.0<\/td>/
    );
    expect(code[1].outputs?.[0].data).toHaveProperty('image/png');
    expect(code[2].outputs?.[0].data).not.toHaveProperty(['image/svg+xml']);
    expect(code[2].outputs?.[0].data['image/png']).toMatch(/^iVBOR/);
  });

  it('has its text in between, and its notes at the end', () => {
    const texts = notebook.cells
      .filter(cell => cell.cell_type === 'markdown')
      .map(({ source }) => source);
    expect(texts[0]).toBe('# Penguins of the Palmer islands');
    expect(texts[1]).toContain('The mean is **4,201.8 g**[^e1]');
    expect(texts[2]).toContain('**Table 1.** Mass by species');
    expect(texts.at(-1)).toContain('[^e1]: Cell');
    expect(new Set(notebook.cells.map(({ id }) => id)).size).toBe(
      notebook.cells.length
    );
  });
});
