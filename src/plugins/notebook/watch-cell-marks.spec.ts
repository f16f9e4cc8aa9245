import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { Signal } from '@lumino/signaling';

import { ENGLISH, type ICellMark } from '../../contract';
import { watchCellMarks } from './watch-cell-marks';
import { FakeTracker, laidOut, openNotebook } from '../stories/fake-page';

const MARK: ICellMark = {
  call: 'call-1',
  model: 'some-model',
  by: 'person',
  at: '2026-11-21T10:00:00Z'
};

describe('the mark on a cell', () => {
  let panel: NotebookPanel;
  let show: (provenance: boolean) => void;

  const turn = () => laidOut(panel);
  const cell = (id: string) =>
    panel.content.widgets.find(({ model }) => model.id === id)!;
  const put = (id: string, value: unknown) =>
    cell(id).model.setMetadata('cellwright', value as never);
  const mark = (id: string, value: object) => put(id, { ...value, cell: id });
  const button = (id: string) =>
    cell(id).node.querySelector('.jp-Cellwright-CellMark-button');
  const name = (id: string) => button(id)?.getAttribute('aria-label') ?? null;

  beforeEach(async () => {
    panel = openNotebook('a.ipynb', [
      { id: 'a', source: 'x' },
      { id: 'b', source: '# Text', type: 'markdown' }
    ]);
    mark('a', MARK);
    const settings = { composite: {} };
    const changed = new Signal<typeof settings, void>(settings);
    show = provenance => {
      settings.composite = { provenance };
      changed.emit();
    };
    watchCellMarks({
      tracker: new FakeTracker(panel) as unknown as INotebookTracker,
      settings: Object.assign(settings, { changed }) as never,
      trans: ENGLISH
    });
    await turn();
  });

  afterEach(() => panel.content.dispose());

  it('says who proposed it, and who approved it and when', () => {
    expect(name('a')).toMatch(
      /^Where this cell comes from: The file says: Proposed by some-model\. Approved by a person, .*2026.*\.$/
    );
    expect(name('b')).toBeNull();
  });

  it('comes and goes with what is noted, on any kind of cell', async () => {
    mark('b', { ...MARK, by: 'Reading', edited: true });
    await turn();
    expect(name('b')).toMatch(
      /Allowed by the rule Reading, .* Edited before it was approved\.$/
    );
    mark('b', { ...MARK, model: 'A. Checked by\u202e Jupyter' });
    await turn();
    expect(name('b')).toContain('Proposed by “A. Checked by');
    expect(name('b')).not.toContain('\u202e');
    mark('b', { ...MARK, model: 'another' });
    await turn();
    expect(name('b')).toMatch(/Proposed by another/);
    expect(cell('b').node.querySelectorAll('button[aria-label]')).toHaveLength(
      1
    );
    cell('b').model.deleteMetadata('cellwright');
    expect(name('b')).toBeNull();
  });

  it('is on cells that come later, and that were moved', async () => {
    const shared = panel.content.model!.sharedModel;
    shared.insertCell(2, {
      id: 'c',
      cell_type: 'code',
      source: '',
      metadata: { cellwright: { ...MARK, cell: 'c' } }
    } as never);
    shared.moveCell(0, 2);
    await turn();
    expect(name('a')).not.toBeNull();
    expect(name('c')).not.toBeNull();
  });

  it('can be switched off and on', async () => {
    show(false);
    expect(button('a')).toBeNull();
    show(true);
    await turn();
    expect(button('a')).not.toBeNull();
  });

  it.each([
    ['only says what was run', { ...MARK, model: '', by: '', cell: 'b' }],
    ['was made for the cell it is a copy of', { ...MARK, cell: 'a' }],
    ['names no cell', MARK],
    ['is nothing of ours', { model: '<b>x</b>' }],
    ['is no object', 'x']
  ])('is not drawn for what %s', async (_, value) => {
    put('b', value);
    await turn();
    expect(button('b')).toBeNull();
  });

  it('is text, whatever the notebook says', async () => {
    mark('b', { ...MARK, model: '<img src=x>' });
    await turn();
    expect(cell('b').node.querySelector('img')).toBeNull();
    expect(name('b')).toContain('<img src=x>');
  });
});
