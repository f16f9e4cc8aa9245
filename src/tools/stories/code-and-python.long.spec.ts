import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FakeGrammars } from '../../testing/fake-grammars';
import { PythonProcess } from '../../testing/processes/python-process';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { type ISyntaxNode, parsePython } from '../code/parse-python';
import { judgePython } from '../code/judge-python';

interface ICodeCase {
  name: string;
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

const CORPUS = readCorpus<ICodeCase>('code-effects');
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

  it('has the names and members that Python’s own parser sees', async () => {
    const readings = await read(CORPUS.map(({ code }) => code));
    // Only Python sees a hole after a backslash; such a text is refused.
    const cases = CORPUS.map(
      (each, at) => [each, readings[at]] as const
    ).filter(([{ code }]) => !code.includes('\\{'));
    const missed = cases.flatMap(([{ name }, { cell, names }]) => {
      const code = cell?.replace(/\r\n?/g, '\n') ?? '';
      const top = GRAMMARS.python && parsePython(GRAMMARS.python, code);
      const ours = new Set(top ? namesOf(top, code) : []);
      const left = (top && names)?.filter(each => !ours.has(each)) ?? [];
      return left.length > 0 ? [{ name, left }] : [];
    });
    expect(missed).toEqual([]);
    // Most of the corpus has to be valid Python, otherwise this proves little.
    expect(readings.filter(({ names }) => names).length).toBeGreaterThan(200);
  });

  it('hides nothing from us that Python runs, however it is bent', async () => {
    const codes = mutations(10_000);
    const readings = await read(codes);
    const hidden = codes.filter(
      (code, at) =>
        readings[at].reaches !== null &&
        GRAMMARS.python !== null &&
        judgePython(code, GRAMMARS.python) === null
    );
    expect(hidden).toEqual([]);
    expect(
      readings.filter(({ reaches }) => reaches !== null).length
    ).toBeGreaterThan(200);
  });
});

function namesOf(node: ISyntaxNode, code: string): string[] {
  return [
    ...(/^(?:Variable|Property)Name$/.test(node.name)
      ? [code.slice(node.from, node.to).normalize('NFKC')]
      : []),
    ...node.children.flatMap(child => namesOf(child, code))
  ];
}

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
