import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FakeGrammars } from '../../testing/fake-grammars';
import { PythonProcess } from '../../testing/processes/python-process';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { codeEffect } from '../code-effect/code-effect';
import { ipythonReadings } from '../code-effect/ipython/ipython-readings';
import { parseSyntax } from '../code-effect/python/syntax/parse-syntax';

interface ICodeCase {
  name: string;
  language?: string;
  code: string;
}

/** How a real IPython and a real Python read a cell. */
interface IReading {
  /** The cell as passed to Python; null if IPython rejects it. */
  cell: string | null;
  /** Names and attributes in it; null if Python rejects it. */
  names: string[] | null;
  /** The part that certainly reaches out. */
  reaches: string | null;
}

const CORPUS = readCorpus<ICodeCase>('code-effects').filter(
  ({ language }) => language === undefined
);
const GRAMMARS = new FakeGrammars();

/** Fragments that a mistake or an attack could put into code. */
const PIECES = [
  ...'\n|\r|\r\n|\\\n|\'|"|"""|\'\'\'|(|)|[|]|{|}|#| |\t|\f|\v|\u2028|\x1c|\x85|;|:|=|!|%|?|,|/'.split(
    '|'
  ),
  ...'f"|rf"|\\{|b"|t"|u"|0x1|lambda: |yield |print |print = |@|*|`|$|:=|->|~|...'.split(
    '|'
  ),
  ...'if x:\n |%time |%%time\n|!!|= !|= %time |async |match x:\n case |\ufeff|\xa0|\\N{DASH}'.split(
    '|'
  )
];

/** Pseudo-random numbers below a limit, the same ones on every run. */
function dice(seed: number): (limit: number) => number {
  let state = seed;
  return limit => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

function mutations(count: number): string[] {
  const roll = dice(11);
  const any = (): string => CORPUS[roll(CORPUS.length)].code;
  return Array.from({ length: count }, () => {
    let code = roll(3) === 0 ? `${any()}\n${any()}` : any();
    for (let left = 1 + roll(3); left > 0; left--) {
      const at = roll(code.length + 1);
      const piece = PIECES[roll(PIECES.length)];
      const cut = [0, 0, 1, 2][roll(4)];
      code = `${code.slice(0, at)}${cut === 2 ? '' : piece}${code.slice(at + cut)}`;
    }
    return code;
  });
}

describe('code as a real IPython and a real Python read it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-'));
  let python: PythonProcess;

  beforeAll(async () => {
    python = new PythonProcess(folder);
    await python.inspect(READ);
  });

  afterAll(() => {
    python.dispose();
    rmSync(folder, { recursive: true });
  });

  const read = async (codes: string[]): Promise<IReading[]> =>
    JSON.parse(
      await python.inspect(
        `print(cellwright_read(${JSON.stringify(JSON.stringify(codes))}))`
      )
    );

  it('is transformed as IPython transforms it', async () => {
    const readings = await read(CORPUS.map(({ code }) => code));
    const wrong = CORPUS.filter(
      ({ code }, at) =>
        readings[at].names !== null &&
        ipythonReadings(code)[0] !== readings[at].cell
    );
    expect(wrong).toEqual([]);
    // Most of the corpus has to be valid Python, otherwise the line above
    // proves little.
    expect(readings.filter(({ names }) => names).length).toBeGreaterThan(500);
  });

  it('has the names and members that Python’s own parser sees', async () => {
    const readings = await read(CORPUS.map(({ code }) => code));
    const missed = CORPUS.flatMap(({ name }, at) => {
      const { cell, names } = readings[at];
      const syntax =
        cell && GRAMMARS.python
          ? parseSyntax(GRAMMARS.python, cell.replace(/\r\n?/g, '\n'))
          : null;
      if (!cell || !names || !syntax || syntax.hasErrors) {
        return [];
      }
      const ours = new Set(
        syntax.nodes
          .filter(node => /^(?:Variable|Property)Name$/.test(node.name))
          .map(({ from, to }) =>
            cell.replace(/\r\n?/g, '\n').slice(from, to).normalize('NFKC')
          )
      );
      const left = names.filter(each => !ours.has(each));
      return left.length > 0 ? [{ name, left }] : [];
    });
    // Only Python sees a replacement field after a backslash; another rule
    // makes those cells `shell`, and a spec above checks that.
    expect(
      missed.filter(({ left }) => !/^(?:os|system|__import__)$/.test(left[0]))
    ).toEqual([]);
  });

  it('hides nothing from us that Python runs, however it is bent', async () => {
    const codes = mutations(10_000);
    const readings = await read(codes);
    const hidden = codes.filter(
      (code, at) =>
        readings[at].reaches !== null &&
        codeEffect(code, 'python', GRAMMARS) !== 'shell'
    );
    expect(hidden).toEqual([]);
    expect(
      readings.filter(({ reaches }) => reaches !== null).length
    ).toBeGreaterThan(200);
  });
});

const READ = String.raw`
def cellwright_read(codes):
    import ast, json, warnings
    from IPython.core.inputtransformer2 import TransformerManager
    warnings.simplefilter('ignore')
    members = {'system', 'getoutput', 'popen', 'unlink', 'rmtree', 'rmdir', 'removedirs', 'Popen', 'check_output',
               '__subclasses__', '__mro__', '__globals__', 'f_globals', 'user_ns', 'run_cell', 'run_code',
               'execvp', 'spawnlp', 'Javascript', 'import_module'}
    functions = {'eval', 'exec', 'compile', '__import__', 'breakpoint'}
    modules = {'subprocess', 'pty', 'pexpect', 'sh', 'plumbum', 'ctypes', 'builtins', 'runpy', 'paramiko', 'posix'}

    def reaches(tree):
        nodes = list(ast.walk(tree))
        bound = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        bound |= {n.name for n in nodes if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
        bound |= {n.arg for n in nodes if isinstance(n, ast.arg)}
        imported = {a.asname or a.name for n in nodes if isinstance(n, (ast.Import, ast.ImportFrom)) for a in n.names}
        # A name that is only given another value is not the module, or fails.
        is_os = 'os' in imported or 'os' not in bound
        bound |= imported
        for n in nodes:
            if isinstance(n, ast.Attribute):
                owner = n.value.id if isinstance(n.value, ast.Name) else None
                if n.attr in members and owner != 'platform':
                    return n.attr
                if owner == 'os' and is_os and n.attr in ('remove', 'replace', 'rename', 'truncate', 'kill'):
                    return 'os.' + n.attr
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and n.id in functions - bound:
                return n.id
            if isinstance(n, ast.Import) and any(a.name.split('.')[0] in modules for a in n.names):
                return 'import'
            if isinstance(n, ast.ImportFrom) and (n.module or '').split('.')[0] in modules:
                return 'from'
        return None

    def one(code):
        try:
            cell = TransformerManager().transform_cell(code)
        except Exception:
            return {'cell': None, 'names': None, 'reaches': None}
        try:
            tree = ast.parse(cell)
        except Exception:
            return {'cell': cell, 'names': None, 'reaches': None}
        names = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
        names |= {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
        return {'cell': cell, 'names': sorted(names), 'reaches': reaches(tree)}

    return json.dumps([one(code) for code in json.loads(codes)])
`;
