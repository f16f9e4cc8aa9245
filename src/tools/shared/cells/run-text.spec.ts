import type { ICellRun } from '../../../contract';
import { toolContext } from '../../stories/tool-context';
import { runText } from './run-text';

const failed = (name: string, message: string): ICellRun => ({
  status: 'error',
  outputs: [{ type: 'error', name, message, traceback: [] }],
  executionCount: 1,
  ms: 5
});

const answer = async (run: ICellRun, values = true): Promise<string> =>
  (
    await runText(
      run,
      { name: 'cell a', retry: 'Correct it.' },
      toolContext({ values })
    )
  ).text;

describe('a package that is missing', () => {
  it.each([
    ["No module named 'tabulate'", '"%pip install tabulate" in a cell'],
    ["No module named 'sklearn'", '"%pip install scikit-learn" in a cell'],
    ["No module named 'PIL.Image'", '"%pip install pillow" in a cell'],
    ["No module named 'constructor'", '"%pip install constructor" in a cell']
  ])('is named with the line that installs it: %s', async (message, line) => {
    expect(await answer(failed('ModuleNotFoundError', message))).toContain(
      line
    );
  });

  it.each([
    "Missing optional dependency 'openpyxl'.  Use pip or conda to install openpyxl.",
    '`Import openpyxl` failed.  Use pip, conda, or your preferred package management tool to install the openpyxl package.'
  ])('is one that pandas wants, too: %s', async message => {
    expect(await answer(failed('ImportError', message))).toContain(
      '"%pip install openpyxl" in a cell'
    );
  });

  it.each([
    ['ImportError', "cannot import name 'x' from 'y'"],
    ['ModuleNotFoundError', "No module named '; rm -rf'"],
    ['ValueError', "No module named 'x'"]
  ])('is none: %s, %s', async (name, message) => {
    expect(await answer(failed(name, message))).not.toContain('pip install');
  });

  it('is not named where no value may be told, since an error’s text can hold one', async () => {
    const run = failed('ModuleNotFoundError', "No module named 'secret'");
    expect(await answer(run, false)).not.toContain('secret');
  });
});
