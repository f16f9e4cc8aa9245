import { FakeGrammars } from '../../testing/fake-grammars';
import { FakeNotebook } from '../../testing/fake-notebook';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { editCell } from '../cells/edit-cell';
import { jupyterCell } from '../cells/jupyter-cell';
import { runCells } from '../cells/run-cells';
import { runScratch } from '../kernel/run-scratch';
import { type FakeToolContext, toolContext } from '../stories/tool-context';
import { codeEffect, codeQuestion } from './code-effect';
import type { RefusedKind } from './code-refusal';
import { judgePython } from './judge-python';

interface ICodeCase {
  name: string;
  code: string;
  /** The notebook's other code cells. */
  cells?: string[];
  /** The rule that is not met; absent for code that a rule for code covers. */
  because?: RefusedKind;
}

const CORPUS = readCorpus<ICodeCase>('code-effects');
const GRAMMARS = new FakeGrammars();

function refusedKind(
  code: string,
  cells: readonly string[] = [],
  packages: readonly string[] = []
): string | undefined {
  if (!GRAMMARS.python) {
    throw new Error('There is no grammar.');
  }
  return judgePython(code, GRAMMARS.python, cells, packages)?.kind;
}

function contextOf(
  language: string,
  cells: string[] = [],
  facts: Parameters<typeof toolContext>[0] = {}
): FakeToolContext {
  return toolContext({
    notebook: new FakeNotebook({
      cells: cells.map((source, at) => ({ id: `c${at}`, source })),
      kernel: { language, displayName: language }
    }),
    ...facts
  });
}

describe('Python', () => {
  it.each(CORPUS.map(each => [each.because ?? 'nothing', each.name, each]))(
    'asks because of %s: %s',
    (because, _, { code, cells }) => {
      expect(refusedKind(code, cells) ?? 'nothing').toBe(because);
    }
  );

  it('asks about a package until a person allows it, and then still about what it does', () => {
    const code = 'import folium\nm = folium.Map()';
    expect(refusedKind(code)).toBe('package');
    expect(refusedKind(code, [], ['folium'])).toBeUndefined();
    expect(
      refusedKind('import folium\nfolium.os.system("x")', [], ['folium'])
    ).toBe('member');
  });

  it.each(['os', 'subprocess', 'pickle', 'importlib', 'IPython'])(
    'asks about what starts programs or loads any code, also if a person allows it: %s',
    name => {
      expect(
        refusedKind(`import ${name}\n${name}.system('x')`, [], [name])
      ).toBe(refusedKind(`import ${name}\n${name}.system('x')`));
    }
  );

  it('is judged by what names stand for in other cells, in any order', () => {
    const cells = ['c = b', 'b = a', 'import subprocess as a', 'x = 1'];
    expect(refusedKind('x + 1', cells)).toBeUndefined();
    expect(refusedKind("c.run('ls')", cells)).toBe('program');
    // Judged anew once a cell has changed.
    expect(
      refusedKind('c.head()', [
        ...cells.slice(0, 2),
        'import pandas as pd\na = pd.DataFrame()'
      ])
    ).toBeUndefined();
  });

  it.each([
    ['too long', 'x = 1\n'.repeat(20_000), 'length'],
    ['setting a name too often', 'x=x;'.repeat(14_000), 'length'],
    ['too deep', `${'('.repeat(200)}1${')'.repeat(200)}`, 'length'],
    ['never closed', `${'('.repeat(50_000)}os`, 'syntax']
  ])('is not judged where it is %s', (_, code, because) => {
    expect(refusedKind(code)).toBe(because);
  });
});

describe('the effect of code', () => {
  it.each([
    ['python', 'execute'],
    ['Python', 'execute'],
    ['', 'shell'],
    ['R', 'shell'],
    ['julia', 'shell'],
    ['bash', 'shell']
  ])('in the language "%s" is %s', (language, effect) => {
    expect(codeEffect(['x = 1'], contextOf(language))).toBe(effect);
  });

  it('in a language that a person allows is execute; a shell cannot be allowed', () => {
    const allowedCode = { packages: [], languages: ['R', 'bash'] };
    const allowed = (language: string): string =>
      codeEffect(['system("ls")'], contextOf(language, [], { allowedCode }));
    expect(allowed('R')).toBe('execute');
    expect(allowed('julia')).toBe('shell');
    expect(allowed('bash')).toBe('shell');
  });

  it('is shell for Python while its grammar is not there', () => {
    const grammars = new FakeGrammars(false);
    const context = contextOf('python', [], { grammars });
    expect(codeEffect(['x = 1'], context)).toBe('shell');
    expect(codeQuestion(['x = 1'], context).codeQuestion?.because).toContain(
      'parser could not be loaded'
    );
  });

  it('is that of the strictest of several cells', () => {
    const context = contextOf('python', ['y = 1']);
    expect(codeEffect(['x = 1', 'y'], context)).toBe('execute');
    expect(codeEffect(['x = 1', '!ls', 'y'], context)).toBe('shell');
    expect(codeEffect([], context)).toBe('execute');
  });

  it('knows names of cells, of scratch code, and of earlier calls of the step', async () => {
    const context = contextOf('python', ['a = 1']);
    const effectOf = (code: string, more = {}): string =>
      codeEffect([code], { ...context, ...more });
    expect(effectOf('a + 1')).toBe('execute');
    expect(effectOf('b + 1')).toBe('shell');
    expect(effectOf('b + 1', { earlierCode: ['b = 1'] })).toBe('execute');
    await runScratch.run({ code: 'b = 1' }, context);
    expect(effectOf('b + 1')).toBe('execute');
  });

  it('knows what a cell brought into the kernel before it was changed', async () => {
    const context = contextOf('python', ['import os as o', 'o = []']);
    const { notebook } = context;
    await notebook.runCell('c0', { signal: new AbortController().signal });
    await notebook.setSource('c0', 'x = 1');
    expect(codeEffect(["o.remove('x')"], context)).toBe('shell');
  });

  it('counts for each tool that runs code', () => {
    const context = contextOf('python', ['import os as o', "o.remove('x')"]);
    const code = "o.remove('x')";
    expect([
      jupyterCell.effect({ code }, context),
      runScratch.effect({ code }, context),
      runCells.effect({ cell_ids: ['c1'] }, context),
      editCell.effect({ cell_id: 'c0', code, run: true }, context),
      editCell.effect({ cell_id: 'c0', code }, context)
    ]).toEqual(['shell', 'shell', 'shell', 'shell', 'edit']);
  });
});

describe('what a card says of code that asks', () => {
  it.each([
    [
      'python',
      'import folium',
      {
        because: 'it uses `folium`, which Cellwright does not know',
        allow: { kind: 'package', name: 'folium' }
      }
    ],
    [
      'python',
      'import subprocess',
      {
        because:
          'it uses `subprocess`, which can start programs or load any code'
      }
    ],
    [
      'R',
      'x <- 1',
      {
        because: 'Cellwright can’t judge R code',
        allow: { kind: 'language', name: 'R' }
      }
    ],
    ['bash', 'ls', { because: 'Cellwright can’t judge bash code' }],
    ['python', 'x = 1', undefined]
  ])('in %s, of %s', async (language, code, question) => {
    const context = contextOf(language);
    expect(codeQuestion([code], context).codeQuestion).toEqual(question);
    const proposal = await jupyterCell.propose?.({ code }, context);
    expect(proposal?.codeQuestion).toEqual(question);
  });
});
