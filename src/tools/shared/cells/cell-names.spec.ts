import { cellsMeant } from '../../../contract';
import { FakeNotebook } from '../../../testing/fake-notebook';
import { CellNames } from './cell-names';

/** An id as JupyterLab makes them. */
const uuid = (start: string): string =>
  `${start}9c11-4d5e-4f60-8a7b-1c2d3e4f5a6b`.padStart(36, start).slice(0, 36);

const notebookOf = (...ids: string[]): FakeNotebook =>
  new FakeNotebook({
    cells: ids.map((id, index) => ({
      id,
      source: `step_${index} = ${index}\nmore`,
      executionCount: index === 1 ? 7 : null
    }))
  });

const namesIn = (
  notebook: FakeNotebook,
  given = new Map<string, string>()
): CellNames => new CellNames(given, notebook);

const A = uuid('3f2a');
const B = uuid('3f2b');
const C = uuid('c0de');
/** Begins as A does. */
const LATE = `3f2ab${A.slice(5)}`;

const comesLate = (notebook: FakeNotebook) =>
  notebook.insertCell({ type: 'code', source: 'x', id: LATE });

describe('what a model calls a cell', () => {
  it('is the beginning of its id that no other cell has, of four characters or more', () => {
    const close = `${A.slice(0, 6)}ff${A.slice(8)}`;
    const names = namesIn(notebookOf(A, B, C, close));
    expect(names.of(C)).toBe('c0de');
    expect(names.of(B)).toBe('3f2b');
    expect(names.of(A)).toBe(A.slice(0, 7));
    expect(names.of(close)).toBe(close.slice(0, 7));
  });

  it('stays, when cells come whose ids begin like it: those get longer ones', async () => {
    const notebook = notebookOf(A, C);
    const names = namesIn(notebook);
    expect(names.of(A)).toBe('3f2a');
    await comesLate(notebook);
    expect(names.of(A)).toBe('3f2a');
    expect(names.whole('3f2a')).toBe(A);
    expect(names.of(LATE)).toBe('3f2ab');
    expect(names.whole('3f2ab')).toBe(LATE);
  });

  it('is a mark in a line for the person, unless there never was such a cell', async () => {
    const notebook = notebookOf(A, B);
    const names = namesIn(notebook);
    names.of(B);
    await notebook.deleteCell(B);
    expect(names.inLine(`Read ⟦${A}⟧, ⟦${B}⟧ and ⟦cafe⟧`)).toBe(
      `Read ⟦${A}⟧, ⟦${B}⟧ and “cafe”`
    );
  });

  it('is never the word for the place above the first cell', () => {
    expect(namesIn(notebookOf('topmost1')).whole('top')).toBe('top');
  });

  it.each<[string, (number | null)[], string, string]>([
    ['a count', [7, 2, null], '[2]', B],
    ['a count as a notebook shows it', [7, 2, null], 'In [2]', B],
    ['a position', [7, 2, null], '#3', C],
    ['a number that is a count', [7, 8, null], 'cell 8', B],
    ['a number that is a position', [7, 8, null], '3', C],
    ['a number that is both of one cell', [1, 2, 3], 'Cell 2', B],
    ['a count that two cells have', [2, 2, null], '[2]', '[2]'],
    [
      'a number that is one’s count, another’s position',
      [2, 7, 8],
      'cell 2',
      'cell 2'
    ],
    ['a count that none has', [7, 8, null], '[3]', '[3]'],
    ['no number', [7, 8, null], 'the plot', 'the plot']
  ])('may be asked for by a number: %s', (_, counts, reference, meant) => {
    const notebook = new FakeNotebook({
      cells: [A, B, C].map((id, index) => ({
        id,
        source: 'x',
        executionCount: counts[index]
      }))
    });
    const names = namesIn(notebook);
    const id = [A, B, C].find(each => each === meant);
    expect(names.numbered(reference)).toBe(id ? names.of(id) : reference);
  });

  it('is asked for once more where a number may mean several', () => {
    const notebook = new FakeNotebook({
      cells: [
        { id: A, source: 'x', executionCount: 2 },
        { id: B, source: 'y', executionCount: 7 }
      ]
    });
    expect(namesIn(notebook).unknown('cell 2').split('\n')).toEqual([
      'Several cells may be meant by cell 2. Give more of the id. Cells:',
      '- 3f2a (cell 1, [2]): x',
      '- 3f2b (cell 2, [7]): y'
    ]);
  });

  it('means a cell that is gone, and never one that came after it', async () => {
    const notebook = notebookOf(A, C);
    const names = namesIn(notebook);
    names.of(A);
    await notebook.deleteCell(A);
    await comesLate(notebook);
    expect(names.whole('3f2a')).toBe(A);
    // This part of the name could mean either.
    expect(names.whole('3f2')).toBe('3f2');
    expect(names.of(LATE)).toBe('3f2ab');
  });

  it('is never of two cells, also where a conversation works on two notebooks', () => {
    const given = new Map<string, string>();
    const first = namesIn(notebookOf(A, C), given);
    expect(first.of(A)).toBe('3f2a');
    const other = `3f2a${B.slice(4, 20)}${'0'.repeat(16)}`;
    const second = namesIn(notebookOf(other), given);
    expect(second.of(other)).not.toBe('3f2a');
    // The first notebook's cell does not exist here, and nothing else is taken
    // for it.
    expect(second.whole('3f2a')).toBe(A);
    expect(second.whole(second.of(other))).toBe(other);
    // A copy has the same cells under the same names.
    expect(namesIn(notebookOf(A), given).of(A)).toBe('3f2a');
  });

  it.each([
    ['a number', '4821', '48219c'],
    ['a number with an exponent', '12e4', '12e49c'],
    ['a word', 'face', 'face9']
  ])('never looks like %s', (_what, start, name) => {
    const id = uuid(start);
    expect(namesIn(notebookOf(id, C)).of(id)).toBe(name);
  });

  it.each([
    'load-data',
    'a',
    'cell-1',
    '1234',
    'x_1',
    '__proto__',
    'a'.repeat(64)
  ])('is the id %s that a person chose, where it is no shorter id', id => {
    const names = namesIn(notebookOf(id, C));
    expect(names.of(id)).toBe(id);
    expect(names.whole(id)).toBe(id);
  });

  it('never ends in a dash, and shortens other ids than UUIDs as well', () => {
    const names = namesIn(notebookOf('a1b2c3d4', 'plot2-mass', 'plot2-mean'));
    expect(names.of('a1b2c3d4')).toBe('a1b2');
    expect(names.of('plot2-mass')).toBe('plot2-ma');
    expect(names.of('plot2-mean')).toBe('plot2-me');
    const dashed = namesIn(notebookOf('a1b2-xy', 'a1b2zz'));
    expect(dashed.of('a1b2-xy')).toBe('a1b2-x');
  });

  it('is another than the id of a later cell that is what it was called by', () => {
    const given = new Map([['plot2-mass', 'plot2']]);
    const names = namesIn(notebookOf('plot2-mass', 'plot2'), given);
    expect(names.whole('plot2')).toBe('plot2-mass');
    const name = names.of('plot2');
    expect(name).toBe('plot2-2');
    expect(names.whole(name)).toBe('plot2');
  });

  it('names as many cells as a notebook has, each by a name of its own', () => {
    const ids = Array.from({ length: 2000 }, (_, index) =>
      uuid(((index * 2654435761) % 4294967296).toString(16).padStart(8, '0'))
    );
    const notebook = notebookOf(...ids);
    const names = namesIn(notebook);
    const described = ids.map(id => names.of(id, ids));
    expect(new Set(described).size).toBe(ids.length);
    expect(described.map(name => names.whole(name))).toEqual(ids);
    expect(Math.max(...described.map(name => name.length))).toBeLessThan(14);
  });
});

describe('a reference of the model', () => {
  const notebook = notebookOf(A, B, C);

  it.each([
    ['the whole id', C, C],
    ['any beginning that is of one cell', 'c0', C],
    ['a longer one', C.slice(0, 13), C],
    ['capitals', 'C0DE', C],
    ['a link', `#cell=${C}`, C],
    ['a mark', '⟦c0de⟧', C],
    ['blanks around it', ' c0de ', C]
  ])('may be %s', (_what, reference, id) => {
    expect(namesIn(notebook).whole(reference)).toBe(id);
  });

  it.each(['3f2', '3', '7', '0', '', 'zzzz', `${C}0`, 'constructor'])(
    'stays what it is where it is no cell, or several: "%s"',
    reference => {
      expect(namesIn(notebook).whole(reference)).toBe(reference);
    }
  );

  it('tells capitals apart where cells differ in them alone', () => {
    const both = notebookOf('Load1a', 'load1a', 'Plot1x');
    const names = namesIn(both);
    expect(names.whole('Load1')).toBe('Load1a');
    expect(names.whole('load1')).toBe('load1a');
    expect(names.whole('LOAD1')).toBe('LOAD1');
    expect(names.whole('PLOT1')).toBe('Plot1x');
  });

  it('in other capitals is still the name, when another cell came that begins like it', async () => {
    const own = notebookOf(A);
    const names = namesIn(own);
    names.of(A);
    await comesLate(own);
    expect(names.whole('3F2A')).toBe(A);
  });

  it('is answered with the cells it may be, by name, place, count and first line', () => {
    expect(namesIn(notebook).unknown('3f2'))
      .toBe(`Several cells may be meant by 3f2. Give more of the id. Cells:
- 3f2a (cell 1): step_0 = 0
- 3f2b (cell 2, [7]): step_1 = 1`);
  });

  it('that fits none is answered with the nearest', () => {
    expect(namesIn(notebook).unknown('3f2c').split('\n')).toEqual([
      'There is no cell 3f2c. Call read_notebook to see the cells.',
      'Nearest:',
      '- 3f2a (cell 1): step_0 = 0',
      '- 3f2b (cell 2, [7]): step_1 = 1',
      '- c0de (cell 3): step_2 = 2'
    ]);
  });

  it('by the number one sees is answered with that cell first', () => {
    const [, , first] = namesIn(notebook).unknown('7').split('\n');
    expect(first).toBe('- 3f2b (cell 2, [7]): step_1 = 1');
    expect(namesIn(notebook).unknown('3').split('\n')[2]).toContain('c0de');
  });

  it('that is long is answered shortly, and with no more than five cells', () => {
    const many = notebookOf(
      ...Array.from({ length: 40 }, (_, n) => `id-${n}x`)
    );
    const answer = namesIn(many).unknown('z'.repeat(5000));
    expect(answer.length).toBeLessThan(400);
    expect(answer.match(/^- /gm)).toHaveLength(5);
    expect(namesIn(many).unknown('id-').match(/^- /gm)).toHaveLength(10);
    expect(namesIn(many).unknown('id-')).toContain('… and 30 more');
    expect(namesIn(new FakeNotebook()).unknown('x')).toBe(
      'There is no cell x. Call read_notebook to see the cells.'
    );
  });

  it('to a cell that is gone is answered by its name', async () => {
    const own = notebookOf(A, C);
    const names = namesIn(own);
    names.of(A);
    await own.deleteCell(A);
    expect(names.unknown(A)).toContain('There is no cell 3f2a.');
  });

  it('is still known by its name where the notebook is not open', () => {
    const own = notebookOf(A);
    own.close();
    const closed = namesIn(own, new Map([[A, '3f2a']]));
    expect(closed.whole('3f2a')).toBe(A);
    expect(closed.whole('c0de')).toBe('c0de');
  });
});

describe('ids in the words of the person', () => {
  it('become names where the cell goes along, and nowhere else', () => {
    const names = namesIn(notebookOf(A, C));
    expect(
      names.inText(`Explain ${A}, not ${C} or ${A}-2 or x${A}.`, [A, 'gone'])
    ).toBe(`Explain 3f2a, not ${C} or ${A}-2 or x${A}.`);
  });
});

describe('the cells that a link may mean', () => {
  it.each([
    ['ab', ['ab1', 'ab2', 'cd'], ['ab1', 'ab2']],
    ['ab1', ['ab1', 'ab12'], ['ab1']],
    ['AB1', ['ab1', 'ab2'], ['ab1']],
    ['12', ['12ab', 'cd'], []],
    ['1234', ['1234ab', 'cd'], ['1234ab']],
    ['12', ['12', '123'], ['12']],
    ['', ['ab'], []]
  ])('for "%s" of %j are %j', (reference, ids, meant) => {
    expect(cellsMeant(reference, ids)).toEqual(meant);
  });
});
