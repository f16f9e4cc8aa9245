import type { IGrammar } from '../../../contract';
import { FakeGrammars } from '../../../testing/fake-grammars';
import { FakeNotebook } from '../../../testing/fake-notebook';
import { notebookNames } from './notebook-names';
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

  it('knows what is imported, in a function and behind a magic too', () => {
    const { grammar } = counted();
    const { imported } = notebookNames(
      [
        'import helpers, a.b as c',
        'from tools import load',
        '%%time\ndef f():\n    import late'
      ],
      grammar
    );
    expect([...imported].sort()).toEqual([
      'a.b',
      'helpers',
      'late',
      'tools.load'
    ]);
  });
});
