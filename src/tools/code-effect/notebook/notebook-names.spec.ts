import type { IGrammar } from '../../../contract';
import { FakeGrammars } from '../../../testing/fake-grammars';
import { FakeNotebook } from '../../../testing/fake-notebook';
import { codeEffect } from '../code-effect';
import { MOST_CELLS, MOST_CODE, notebookNames } from './notebook-names';
import { jupyterCell } from '../../cells/jupyter-cell';
import { runCells } from '../../cells/run-cells';
import { runScratch } from '../../kernel/run-scratch';
import { toolContext } from '../../stories/tool-context';

/** A grammar that counts what it parses. */
function counted(): { grammar: IGrammar; parsed: string[] } {
  const { python } = new FakeGrammars();
  const parsed: string[] = [];
  return {
    parsed,
    grammar: {
      startParse: code => {
        parsed.push(code);
        return python?.startParse(code) as ReturnType<IGrammar['startParse']>;
      }
    }
  };
}

describe('what a notebook’s cells tell about names', () => {
  it('counts for each tool that runs code', () => {
    const notebook = new FakeNotebook({
      cells: [
        { id: 'a', source: 'import os as o' },
        { id: 'b', source: 'o.remove(path)' },
        { id: 'c', type: 'markdown', source: 'import shutil as s' }
      ]
    });
    const context = toolContext({ notebook });
    const code = 'o.remove(path)';
    expect([
      jupyterCell.effect({ code }, context),
      runScratch.effect({ code }, context),
      runCells.effect({ cell_ids: ['b'] }, context)
    ]).toEqual(['shell', 'shell', 'shell']);
    expect(jupyterCell.effect({ code: 's.move(a, b)' }, context)).toBe(
      'execute'
    );
  });

  it('is parsed once a cell, and only where a word matters', () => {
    const { grammar, parsed } = counted();
    const cells = ['import os as o', 'x = 1', 'g = getattr', 'y = df.mean()'];
    notebookNames(cells, grammar);
    expect(parsed).toEqual(['import os as o\n', 'g = getattr\n']);
    notebookNames([...cells, 'h = g'], grammar);
    expect(parsed.slice(2)).toEqual(['h = g\n']);
  });

  it('is one pass, however many cells call each other', () => {
    const { grammar, parsed } = counted();
    const cells = Array.from(
      { length: 500 },
      (_, at) => `n${at} = ${at === 0 ? 'getattr' : `n${at - 1}`}`
    );
    notebookNames(cells, grammar);
    expect(parsed.length).toBeLessThanOrEqual(cells.length);
  });

  it('of 3,000 cells is told by one parse of each, and by none the next time', () => {
    const { grammar, parsed } = counted();
    const cells = Array.from(
      { length: 3000 },
      (_, at) => `import os as o${at}`
    );
    const { aliases, isCut } = notebookNames(cells, grammar);
    expect(aliases.get('o2999')).toBe('os');
    expect(isCut).toBe(false);
    expect(parsed).toHaveLength(3000);
    notebookNames(cells, grammar);
    expect(parsed).toHaveLength(3000);
    notebookNames([...cells, 'g = getattr'], grammar);
    expect(parsed).toHaveLength(3001);
  });

  it('is looked for once for all cells that run together', () => {
    let passes = 0;
    /** An array that counts how often it, or any array made from it, is traversed. */
    class Counted<T> extends Array<T> {
      override [Symbol.iterator]() {
        passes += 1;
        return super[Symbol.iterator]();
      }
    }
    const notebook = new FakeNotebook({
      cells: Array.from({ length: 3000 }, (_, at) => ({
        id: `c${at}`,
        source: `x = ${at}`
      }))
    });
    const all = Counted.from(notebook.cells());
    notebook.cells = () => all as unknown as ReturnType<typeof notebook.cells>;
    const effect = runCells.effect(
      { cell_ids: all.map(({ id }) => id) },
      toolContext({ notebook })
    );
    expect(effect).toBe('execute');
    expect(passes).toBeGreaterThan(0);
    expect(passes).toBeLessThan(20);
  });

  it('is not told where a notebook holds more than anybody writes: code is shell', () => {
    const { grammar, parsed } = counted();
    const cells = Array.from(
      { length: MOST_CELLS + 1 },
      (_, at) => `import a${at}`
    );
    expect(notebookNames(cells, grammar).isCut).toBe(true);
    expect(parsed).toHaveLength(MOST_CELLS);
    const long = `x = '${'a '.repeat(MOST_CODE / 100)}'\nimport os`;
    const longCells = Array.from(
      { length: 60 },
      (_, at) => `${long} as o${at}`
    );
    expect(notebookNames(longCells, grammar).isCut).toBe(true);
    expect(codeEffect('x = 1', 'python', { python: grammar }, longCells)).toBe(
      'shell'
    );
    expect(codeEffect('x = 1', 'python', { python: grammar })).toBe('execute');
  });
});
