import { codeEffect, sourcesEffect } from '../code-effect';
import { FakeNotebook } from '../../testing/fake-notebook';
import { editCell } from '../edit-cell';
import { jupyterCell } from '../jupyter-cell';
import { runCells } from '../run-cells';
import { runScratch } from '../run-scratch';
import { toolContext } from './tool-context';

/** Source code by language: what it counts as stands above it. */
const SHELL: Record<string, string[]> = {
  python: [
    '!ls',
    'x = 1\n  !rm -rf data',
    'files = !ls *.csv',
    '!!ls',
    '!pip install polars',
    '%pip install polars',
    '%conda install -y polars',
    '%mamba install polars',
    '%uv pip install polars',
    'pip install polars',
    'conda install polars',
    'rm old.csv',
    '%rm old.csv',
    '%%bash\necho "hello"',
    "\n\n%%sh\necho it's",
    '%%cmd\ndir',
    '%%script perl\nprint 1',
    '%%capture\n!pip install polars',
    "%%time '''\n!rm -rf data\n#'''",
    '%sx ls',
    'out = %sx ls',
    '%system ls',
    '%time %sx ls',
    '%alias_magic harmless sx',
    'get_ipython().system("ls")',
    'get_ipython().getoutput("ls")',
    'get_ipython().run_cell_magic("bash", "", "ls")',
    'import subprocess\nsubprocess.run(["ls"])',
    'from subprocess import run as go',
    'import os\nos.system("ls")',
    'import os\nos . \\\n  system("ls")',
    'import ｏｓ\nｏｓ.system("ls")',
    'import os as o\no.remove("a.csv")',
    'os.remove("a.csv")',
    'delete = os.remove',
    'from os import (\n  path,\n  remove\n)\nremove("a.csv")',
    'from os import *',
    'Path("a.csv").unlink()',
    'list(map(Path.unlink, files))',
    'shutil.rmtree("data")',
    'os.rmdir("data")',
    'import pip\npip.main(["install", "polars"])',
    'from pip._internal import main',
    'import micropip\nawait micropip.install("polars")',
    'await asyncio.create_subprocess_exec("ls")',
    '__import__("os").system("ls")',
    'exec("import os; os.remove(\'a.csv\')")',
    'getattr(os, "remove")("a.csv")',
    'importlib.import_module("subprocess")',
    'f"{os.remove(\'a.csv\')}"',
    'import pty',
    '%%R\nsystem("ls")'
  ],
  R: [
    'install.packages("dplyr")',
    'system("ls")',
    'base::system2("ls")',
    'file.remove("a.csv")',
    'unlink("data", recursive = TRUE)',
    'sapply(files, unlink)',
    'fs::file_delete("a.csv")',
    'remotes::install_github("a/b")',
    'do.call("unlink", list("a.csv"))',
    'eval(parse(text = "system(\'ls\')"))',
    'x <- "a\nb"; unlink("a.csv")',
    'x <- r"(")"; unlink("a.csv")'
  ],
  julia: [
    'using Pkg; Pkg.add("CSV")',
    'pkg"add CSV"; 1',
    '] add CSV',
    ';ls',
    'run(`ls`)',
    'read(`ls`, String)',
    'rm("a.csv")',
    '"$(rm("a.csv"))"',
    'x = \'"\'; rm("a.csv")',
    '#= it"s =# rm("a.csv")'
  ],
  bash: ['echo hello'],
  '': ['!ls', 'x = !ls', 'import os; os.remove("a")', '%%bash\nls'],
  typescript: ['new Deno.Command("ls")', 'require("child_process")']
};

const EXECUTE: Record<string, string[]> = {
  python: [
    'import pandas as pd\ndf = pd.read_csv("a.csv")\ndf.head()',
    'print("Hello, world!")',
    "print('100%')",
    'x != 1',
    'f"{x!r} done!"',
    '# !pip install polars',
    '"""\n!ls\nos.remove(x)\n"""',
    "note = 'run !pip install polars first'",
    'columns.remove("a")',
    'df.drop(columns=["a"])',
    'del df',
    'import os\nos.listdir(".")',
    'os.path.join("a", "b")',
    'os.environ.get("HOME")',
    'import platform\nplatform.system()',
    're.compile(r"[!?]")',
    'model.eval()',
    'df.eval("a + b")',
    'system = "solar"',
    'rm = 5\nrm in [5]',
    'cp = df.copy()',
    'a % b',
    'msg = ("%s"\n   % "it\'s done!")',
    '%matplotlib inline',
    '%%time\ndf.sum()',
    '%timeit df.sum()',
    "%matplotlib inline # it's\nprint('ok!')",
    '%%html\n<!DOCTYPE html>\n<p>Hello!</p>',
    '%%markdown\nRun !ls',
    'df["pip"].sum()',
    'pipeline.fit(x)',
    'getattr(df, "columns")',
    "it = 'it\\'s fine!'",
    'for row in rows:\n    print(row)  # wow!',
    'x = """a " b"""\ny = 1',
    '%%R\nrm(list = ls())'
  ],
  R: [
    'library(dplyr)\ndf %>% summarise(n = n())',
    'rm(list = ls())',
    '!is.na(x)',
    'system.time(sum(x))',
    'system.file("extdata", package = "readr")',
    '# install.packages("dplyr")',
    'cat("system(1)")',
    'df$system',
    'pipe <- 1'
  ],
  julia: [
    'using DataFrames\nnames(df)',
    'x = [\n  1,\n  2\n]',
    '!isempty(x)',
    "A'",
    'println("run(1)")',
    '# rm("a.csv")',
    'run_model(x)',
    'trun(x)'
  ],
  '': ['x = 1\nprint(x != 2)'],
  typescript: ['const x = !y;\nconsole.log("Hello!");']
};

const cases = (table: Record<string, string[]>): [string, string][] =>
  Object.entries(table).flatMap(([language, codes]) =>
    codes.map((code): [string, string] => [language, code])
  );

describe('what code counts as', () => {
  it.each(cases(SHELL))('is shell (%s): %j', (language, code) => {
    expect(codeEffect(code, language)).toBe('shell');
  });

  it.each(cases(EXECUTE))('is execute (%s): %j', (language, code) => {
    expect(codeEffect(code, language)).toBe('execute');
  });

  it('is told fast for a cell that holds a table', () => {
    const code = `rows = [\n${'  ("it\'s", "a \\"b\\"", 1.5),\n'.repeat(20_000)}]`;
    const began = performance.now();
    expect(codeEffect(code, 'python')).toBe('execute');
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it('is of several cells that of the strictest', () => {
    const context = toolContext({ notebook: new FakeNotebook() });
    expect(sourcesEffect(['x = 1', '!ls', 'y'], context)).toBe('shell');
    expect(sourcesEffect(['x = 1'], context)).toBe('execute');
  });
});

describe('a cell that IPython writes to a file', () => {
  /** What the policy hears of this source from each tool that runs it. */
  const told = (source: string): (boolean | undefined)[] => {
    const notebook = new FakeNotebook({ cells: [{ id: 'a', source }] });
    const context = toolContext({ notebook });
    return [
      jupyterCell.policy?.({ code: source }, context),
      runScratch.policy?.({ code: source }, context),
      runCells.policy?.({ cell_ids: ['a'] }, context),
      editCell.policy?.({ cell_id: 'a', code: source, run: true }, context)
    ].map(facts => facts?.elsewhere);
  };

  it.each([
    '%%writefile ../x.py\nx = 1',
    '%%file ../x.py\nx = 1',
    '%%writefile -a ../x.py\nx = 1',
    '%%writefile "../x y.py"\nx = 1',
    '%%writefile sub/../../x.py\nx = 1',
    '%%writefile /etc/x\nx',
    '%%writefile ~/.bashrc\nx',
    '%%writefile C:\\x\nx',
    '%%writefile $where\nx',
    '%%writefile {where}/x\nx',
    '\n\n%%writefile ../x.py\nx = 1',
    '%%time\n%%writefile ../x.py\nx = 1'
  ])('outside the notebook’s folder is a write elsewhere: %j', source => {
    expect(told(source)).toEqual([true, true, true, true]);
  });

  it.each([
    '%%writefile x.py\nx = 1',
    '%%writefile -a src/x.py\nopen("../y")',
    '%%html\n<a href="../x">x</a>',
    'x = "../y"'
  ])('inside it, and any other code, is not: %j', source => {
    expect(told(source).some(Boolean)).toBe(false);
  });

  it('leaves nothing when the cell is only changed and not run', () => {
    const notebook = new FakeNotebook({ cells: [{ id: 'a', source: '' }] });
    expect(
      editCell.policy?.(
        { cell_id: 'a', code: '%%writefile ../x\nx' },
        toolContext({ notebook })
      )?.elsewhere
    ).toBeUndefined();
  });
});
