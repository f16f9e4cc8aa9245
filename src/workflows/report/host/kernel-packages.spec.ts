import { ENGLISH } from '../../../contract';
import { FakeNotebook } from '../../../testing/fake-notebook';
import { answeredBeforehand } from '../../../testing/processes/answered-beforehand';
import { PythonProcess } from '../../../testing/processes/python-process';
import { kernelPackages } from './kernel-packages';

const read = (notebook: FakeNotebook) =>
  kernelPackages(notebook, new AbortController().signal, ENGLISH);

describe('the packages of a notebook', () => {
  let python: PythonProcess;
  const readReal = () =>
    answeredBeforehand(python, onInspect =>
      read(new FakeNotebook({ onInspect }))
    );

  beforeAll(() => {
    python = new PythonProcess(process.cwd());
  });

  afterAll(() => python.dispose());

  it('are those that a real kernel has loaded for it, with their versions', async () => {
    await python.run('import pandas as pd, os, json');
    await python.run('from matplotlib.figure import Figure');
    await python.run('from dateutil import parser\ndf = pd.DataFrame()');
    const { versions, missing } = await readReal();
    expect(missing).toBe('');
    // By the name it is installed under, which differs from its module's name.
    expect(Object.keys(versions)).toEqual([
      'Python',
      'matplotlib',
      'pandas',
      'python-dateutil'
    ]);
    expect(Object.values(versions)).toEqual(
      Array.from({ length: 4 }, () => expect.stringMatching(/^\d+\.\d+/))
    );
  });

  it('are read without calling anything of the person’s, and leave nothing behind', async () => {
    await python.run(
      [
        'called = []',
        'class Odd:',
        '    def __getattribute__(self, name):',
        '        called.append(name)',
        '        raise RuntimeError(name)',
        'odd = Odd()',
        'print = list = None'
      ].join('\n')
    );
    const before = await python.inspect(
      '__import__("sys").stdout.write(str(sorted(globals())))'
    );
    const { missing } = await readReal();
    const [after, called] = [
      await python.inspect(
        '__import__("sys").stdout.write(str(sorted(globals())))'
      ),
      await python.inspect('__import__("sys").stdout.write(str(called))')
    ];
    expect(missing).toBe('');
    expect(after).toBe(before);
    expect(called).toBe('[]');
  });

  it.each([
    [
      'without a kernel',
      { status: 'none' as const },
      'not known, since no kernel was running'
    ],
    [
      'of R',
      { language: 'R', displayName: 'R 4.5' },
      'not known, since only a Python kernel can be asked, and this one is R 4.5'
    ],
    [
      'of Julia',
      { language: 'julia', displayName: '' },
      'not known, since only a Python kernel can be asked, and this one is julia'
    ]
  ])('are said to be unknown %s', async (_, kernel, missing) => {
    const notebook = new FakeNotebook({ kernel });
    expect(await read(notebook)).toEqual({ versions: {}, missing });
    expect(notebook.actions).toEqual([]);
  });

  it('are said to be unknown where the kernel prints something else', async () => {
    const notebook = new FakeNotebook({ onInspect: () => '[1, 2' });
    expect((await read(notebook)).missing).toBe(
      'not known, since the kernel did not answer'
    );
  });
});
