import { FakeGrammars } from '../../testing/fake-grammars';
import { FakeNotebook } from '../../testing/fake-notebook';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { codeEffect, sourcesEffect } from './code-effect';
import { editCell } from '../cells/edit-cell';
import { jupyterCell } from '../cells/jupyter-cell';
import { pythonReachesOut } from './python/python-reaches-out';
import { WorkBudget } from './python/syntax/work-budget';
import { runCells } from '../cells/run-cells';
import { runScratch } from '../kernel/run-scratch';
import { toolContext } from '../stories/tool-context';

interface ICodeCase {
  name: string;
  /** Python by default. */
  language?: string;
  code: string;
  /** The notebook's code cells; none by default. */
  cells?: string[];
  effect: 'execute' | 'shell';
}

const CORPUS = readCorpus<ICodeCase>('code-effects');
const GRAMMARS = new FakeGrammars();

const cases = (effect: string): [string, ICodeCase][] =>
  CORPUS.filter(each => each.effect === effect).map(each => [each.name, each]);

describe('what code counts as', () => {
  it.each(cases('shell'))('is shell: %s', (_, { code, language, cells }) => {
    expect(codeEffect(code, language ?? 'python', GRAMMARS, cells)).toBe(
      'shell'
    );
  });

  it.each(cases('execute'))(
    'is execute: %s',
    (_, { code, language, cells }) => {
      expect(codeEffect(code, language ?? 'python', GRAMMARS, cells)).toBe(
        'execute'
      );
    }
  );

  it('has a corpus worth the name', () => {
    const python = CORPUS.filter(({ language }) => language === undefined);
    const count = (effect: string): number =>
      python.filter(each => each.effect === effect).length;
    expect(count('shell')).toBeGreaterThanOrEqual(150);
    expect(count('execute')).toBeGreaterThanOrEqual(150);
  });

  it('is shell for all Python while its grammar is not there', () => {
    const none = new FakeGrammars(false);
    expect(codeEffect('x = 1', 'python', none)).toBe('shell');
    expect(codeEffect('x = 1', '', none)).toBe('shell');
    expect(codeEffect('x <- 1', 'R', none)).toBe('execute');
  });

  it('is of several cells that of the strictest', () => {
    const context = toolContext({ notebook: new FakeNotebook() });
    expect(sourcesEffect(['x = 1', '!ls', 'y'], context)).toBe('shell');
    expect(sourcesEffect(['x = 1'], context)).toBe('execute');
  });
});

describe('code of another language', () => {
  it.each([
    ['r', 'fread('],
    ['r', 'fread("a '],
    ['r', 'untar( '],
    ['r', 'x = ( '],
    ['r', "sapply('system"],
    ['julia', 'getfield('],
    ['julia', 'import Base: '],
    ['julia', 'map( '],
    ['julia', '|> '],
    ['r', 'r"('],
    ['r', 'r"--('],
    ['r', '"\\'],
    ['julia', '#=\n'],
    ['julia', "'\\x"],
    ['rust', 'os "'],
    ['rust', 'from os import '],
    ['rust', 'from os import('],
    ['', 'os "'],
    ['', '\n = ']
  ])('is told at any length: %s, %s', (language, piece) => {
    const code = piece.repeat(Math.floor(200_000 / piece.length));
    expect(['execute', 'shell']).toContain(
      codeEffect(code, language, GRAMMARS)
    );
  });
});

describe('how much work it is to tell', () => {
  const steps = (code: string): number => {
    const { python } = GRAMMARS;
    const work = new WorkBudget(code.length);
    if (python) {
      pythonReachesOut(code, python, { work });
    }
    return work.steps;
  };

  it.each([
    ['analysis', 'y = os.path.join(folder, name)\n'],
    ['data work', "df.query('a > 1').groupby('b').agg({'c': 'sum'})\n"],
    ['magics', '%time df.query("a > 1")\n'],
    ['SQL', 'con.execute("SELECT \x27a\x27 FROM t; LOAD")\n'],
    ['files that are written', 'with open(p) as f:\n  f.write("x")\n'],
    ['imports that are never closed', 'from os import ('],
    ['brackets that are never closed', '[os.path, '],
    ['calls in calls', 'getattr('],
    ['strings that are never closed', 'os """'],
    ['members of members', '.os'],
    ['questions', 'os?\n'],
    ['quoted calls', ',os x\n'],
    ['markup that is built up', 'x = x + "<b>"\nHTML(x)\n'],
    ['cell magics on cell magics', '%%time\n'],
    ['names that are set on the way', '(os := os)\n']
  ])('grows with the code and no faster: %s', (_, line) => {
    const half = steps(`x${line.repeat(400)}`);
    const whole = steps(`x${line.repeat(800)}`);
    expect(half).toBeGreaterThan(0);
    expect(whole).toBeLessThan(half * 2.5);
  });

  it('is bounded for 320 KB of an import that is never closed', () => {
    const code = 'from os import ('.repeat(20_000);
    expect(codeEffect(code, 'python', GRAMMARS)).toBe('shell');
    expect(steps(code)).toBeLessThan(code.length * 6);
  });

  it('is no more than a look at its words for a table', () => {
    const code = `rows = [\n${'  ("it\'s", "a \\"b\\"", 1.5),\n'.repeat(20_000)}]`;
    expect(codeEffect(code, 'python', GRAMMARS)).toBe('execute');
    expect(steps(code)).toBeLessThan(code.length * 2);
  });

  it.each([
    [
      'names that stand for many names',
      ['a', 'b', 'c', 'd']
        .map(
          (name, at, all) =>
            `${name} = [${`${all[at + 1] ?? 'x'}, `.repeat(90)}]\n`
        )
        .join('') + 'pd.read_pickle(a)\n'
    ],
    [
      'uses of one long text',
      `x = "${'<b>long</b>'.repeat(5000)}"\n${'HTML(x)\n'.repeat(5000)}`
    ],
    [
      'conditions that hold one long text',
      `q = "${'a > 1 and '.repeat(5000)}"\n${'df.query(q + "b")\n'.repeat(3000)}`
    ],
    ['decorators', `@a${'.os'.repeat(20_000)}\ndef f(): pass\n`],
    ['styled tables', 'df.style.format("{}")\n'.repeat(4000)],
    [
      'moves in one list',
      `for p in x:\n  f(${'p.rename(y), '.repeat(8000)})\n`
    ],
    ['templates', `import jinja2 as j\n${'a.from_string(b)\n'.repeat(8000)}`],
    ['literals side by side', `os.x(${'"" '.repeat(60_000)})`]
  ])('looks no longer at %s than their length allows', (_, code) => {
    expect(steps(code)).toBeLessThan(code.length * 25 + 100_000);
  });

  it.each([
    ['brackets', `${'('.repeat(50_000)}os`],
    ['comprehensions', '[os for os in '.repeat(5000)],
    ['lambdas', 'lambda x=os: '.repeat(5000)],
    ['defaults', 'lambda x='.repeat(5000) + 'os'],
    ['semicolons', `${';'.repeat(50_000)}os`],
    ['braces in text', "f'{os".repeat(5000)]
  ])('is strict for thousands of %s, and ends', (_, code) => {
    expect(codeEffect(code, 'python', GRAMMARS)).toBe('shell');
  });
});

describe('the card of code', () => {
  const sentences = async (
    language: string,
    isThere: boolean
  ): Promise<string[]> => {
    const notebook = new FakeNotebook({
      cells: [{ id: 'a', source: 'x' }],
      kernel: { language, displayName: language }
    });
    const context = toolContext({
      notebook,
      grammars: new FakeGrammars(isThere)
    });
    const proposals = await Promise.all([
      jupyterCell.propose?.({ code: 'x' }, context),
      runScratch.propose?.({ code: 'x' }, context),
      runCells.propose?.({ cell_ids: ['a'] }, context),
      runCells.propose?.({ cell_ids: ['a', 'a'] }, context),
      editCell.propose?.({ cell_id: 'a', code: 'y', run: true }, context)
    ]);
    return proposals.map(each => each?.sentence ?? '');
  };

  it.each(['R', 'julia'])(
    'says of %s that it could not be told',
    async name => {
      for (const sentence of await sentences(name, true)) {
        expect(sentence).toContain(`can’t tell what ${name} code does`);
      }
    }
  );

  it('says of Python that its parser is missing, only when it is', async () => {
    for (const sentence of await sentences('python', false)) {
      expect(sentence).toContain('Python parser could not be loaded');
    }
    for (const sentence of await sentences('python', true)) {
      expect(sentence).not.toContain('tell what');
    }
  });

  it('says nothing of a change that runs nothing', async () => {
    const notebook = new FakeNotebook({
      cells: [{ id: 'a', source: 'x' }],
      kernel: { language: 'R' }
    });
    const proposal = await editCell.propose?.(
      { cell_id: 'a', code: 'y' },
      toolContext({ notebook })
    );
    expect(proposal?.sentence).not.toContain('tell what');
  });
});
