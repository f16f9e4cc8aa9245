import type { CellOutput } from '../../../contract';
import { FakeImages, ONE_PIXEL_PNG } from '../../../testing/fake-images';
import { MAX_IMAGES, RESULT_BUDGET, outputText } from './output-text';
import { terminalText } from '../../../contract/text/terminal-text';
import {
  shareBudget,
  truncateText
} from '../../../contract/text/truncate-text';

const read = (...outputs: CellOutput[]) =>
  outputText(outputs, new FakeImages());
const stdout = (text: string): CellOutput => ({
  type: 'stream',
  name: 'stdout',
  text
});
const data = (bundle: Record<string, unknown>): CellOutput => ({
  type: 'data',
  result: true,
  data: bundle
});

describe('the text of outputs', () => {
  it('is as a terminal shows it: no colours, one line of a progress bar', async () => {
    const { text } = await read(
      stdout(
        '\u001b[31mred\u001b[0m \u001b]8;;http://a\u0007link\u001b]8;;\u0007\n'
      ),
      stdout('  0%\r 50%\r100%\ndone\r\nlong line\rshort')
    );
    expect(text).toBe('red link\n100%\ndone\nshortline');
  });

  it('marks stderr', async () => {
    const { text } = await read(stdout('a\n'), {
      type: 'stream',
      name: 'stderr',
      text: 'warned\n'
    });
    expect(text).toBe('a\n[stderr]\nwarned');
  });

  it('shows a warning that is repeated once, with its count', async () => {
    const warning = (line: number) =>
      `/tmp/ipykernel_1/9.py:${line}: FutureWarning: Old.\n  df.x()\n`;
    const { text } = await read({
      type: 'stream',
      name: 'stderr',
      text: `first\n${warning(3)}${warning(3)}/lib/a.py:1: UserWarning: Other.\n  y()\n${warning(8)}`
    });
    expect(text.split('\n')).toEqual([
      '[stderr]',
      'first',
      '/tmp/ipykernel_1/9.py:3: FutureWarning: Old.',
      '  df.x()',
      '[3 times]',
      '/lib/a.py:1: UserWarning: Other.',
      '  y()'
    ]);
  });

  const NOTE =
    '["..." stands for columns that pandas left out; there are 30. Name columns to see them.]';

  it.each<[string, string, boolean]>([
    [
      'columns',
      '   a  b  ...  y  z\n0  1  2  ...  3  4\n\n[1 rows x 30 columns]',
      true
    ],
    [
      'rows alone',
      '     a\n0    1\n..  ..\n99   2\n\n[100 rows x 30 columns]',
      false
    ],
    ['nothing', '   a\n0  1', false]
  ])(
    'says where pandas left out columns, as a result and as printed: %s',
    async (_, table, isSaid) => {
      const result = await read(data({ 'text/plain': table }));
      const printed = await read(stdout(`Head:\n${table}\n`));
      expect(result.text.includes(NOTE)).toBe(isSaid);
      expect(printed.text.includes(NOTE)).toBe(isSaid);
    }
  );

  it('keeps head and tail of a flood and says how much was left out', async () => {
    const lines = Array.from({ length: 100_000 }, (_, i) => `line ${i}`);
    const { text } = await read(stdout(lines.join('\n')));
    expect(text.length).toBeLessThanOrEqual(RESULT_BUDGET);
    expect(text).toMatch(/^line 0\n/);
    expect(text).toMatch(/line 99999$/);
    expect(text).toMatch(
      /\n… 99,\d{3} lines \(1,\d{3},\d{3} characters\) left out …\n/
    );
  });

  it('cuts a line without an end', async () => {
    const { text } = await read(stdout('x'.repeat(5_000_000)));
    expect(text.length).toBeLessThanOrEqual(1000);
    expect(text).toMatch(/… 4,999,\d{3} characters left out …/);
  });

  it('bounds many outputs, and leaves the short ones whole', async () => {
    const { text } = await read(
      ...Array.from({ length: 500 }, (_, i) =>
        data({ 'text/plain': `${i} ${'y'.repeat(900)}` })
      ),
      data({ 'text/plain': 'the end' })
    );
    expect(text.length).toBeLessThanOrEqual(RESULT_BUDGET + 100);
    expect(text).toContain('… 461 outputs left out …');
    expect(text).toMatch(/the end$/);
  });

  it('has images as images with a short description', async () => {
    const { text, images } = await read(
      data({
        'image/png': ONE_PIXEL_PNG,
        'text/plain': '<Figure size 640x480>'
      }),
      data({ 'image/svg+xml': '<svg/>' })
    );
    expect(text).toBe('[image 1: PNG 1×1]\n[image 2: PNG 640×480]');
    expect(images).toHaveLength(2);
  });

  it('asks for at most 1,024 px, and for a few images only', async () => {
    const images = new FakeImages();
    const { text, images: found } = await outputText(
      Array.from({ length: 10 }, () => data({ 'image/jpeg': 'abcd' })),
      images
    );
    expect(found).toHaveLength(MAX_IMAGES);
    expect(images.calls).toHaveLength(MAX_IMAGES);
    expect(images.calls[0].maxSize).toBe(1024);
    expect(text.match(/one more image/g)).toHaveLength(10 - MAX_IMAGES);
  });

  it('says so of an image that cannot be read', async () => {
    const { text, images } = await read(data({ 'image/png': 'broken' }));
    expect(images).toEqual([]);
    expect(text).toContain('could not be read');
  });

  it.each([
    [
      {
        'text/html': '<b>x</b>',
        'text/plain': '<IPython.core.display.HTML object>'
      },
      '[text/html output, 8 characters, not shown to you]'
    ],
    [
      {
        'application/javascript': 'alert(1)',
        'text/plain': '<IPython.core.display.Javascript object>'
      },
      '[application/javascript output, 8 characters, not shown to you]'
    ],
    [
      { 'application/json': { a: 1 } },
      '[application/json output, 7 characters, not shown to you]'
    ],
    [
      {
        'application/vnd.jupyter.widget-view+json': { m: 1 },
        'text/plain': 'IntSlider(value=3)'
      },
      'IntSlider(value=3)\n[application/vnd.jupyter.widget-view+json output, 7 characters, not shown to you]'
    ],
    [
      {
        'text/markdown': '# Hi',
        'text/plain': '<IPython.core.display.Markdown object>'
      },
      '# Hi'
    ],
    [
      {
        'text/markdown':
          'A data.frame: 1 × 1\n\n| mpg &lt;dbl&gt; |\n|---|\n| 21 |\n'
      },
      'A data.frame: 1 × 1\n\n| mpg <dbl> |\n|---|\n| 21 |'
    ],
    [
      { 'text/plain': '<__main__.Thing at 0x7f00>' },
      '<__main__.Thing at 0x7f00>'
    ]
  ])('notes what only a person sees: %j', async (bundle, text) => {
    expect((await read(data(bundle))).text).toBe(text);
  });

  it('keeps the cell’s frames of a traceback and drops the libraries’', async () => {
    const { text } = await read({
      type: 'error',
      name: 'ValueError',
      message: 'bad',
      traceback: [
        '\u001b[31m---------------------------------------------------------------------------\u001b[39m',
        'ValueError                                Traceback (most recent call last)',
        'Cell \u001b[32mIn[7]\u001b[39m\u001b[32m, line 3\u001b[39m\n      1 a = 1\n      2 b = 2\n----> 3 f(a)\n      4 c = 3\n      5 d = 4\n      6 e = 5',
        'File /lib/thing.py:10, in f(x)\n      8 def f(x):\n---> 10     raise ValueError("bad")',
        'ValueError: bad'
      ]
    });
    expect(text.split('\n')).toEqual([
      'ValueError: bad',
      'Cell In[7], line 3',
      '      1 a = 1',
      '      2 b = 2',
      '----> 3 f(a)',
      '      4 c = 3',
      '      5 d = 4',
      'raised in File /lib/thing.py:10, in f(x)'
    ]);
  });

  it.each([
    ['AssertionError', '', 'AssertionError'],
    ['', '', 'Error'],
    ['', 'bad', 'Error: bad']
  ])('names an error of "%s" and "%s"', async (name, message, text) => {
    const error = { type: 'error' as const, name, message, traceback: [] };
    expect((await read(error)).text).toBe(text);
  });

  it('bounds a traceback that recurses', async () => {
    const { text } = await read({
      type: 'error',
      name: 'RecursionError',
      message: 'deep '.repeat(10_000),
      traceback: Array.from(
        { length: 3000 },
        () => 'Cell In[1], line 2, in f(x)\n      1 def f(x):\n----> 2     f(x)'
      )
    });
    expect(text.length).toBeLessThan(3000);
  });

  it('has the end of a traceback of another language', async () => {
    const { text } = await read({
      type: 'error',
      name: 'ERROR',
      message: "object 'x' not found",
      traceback: ["Error: object 'x' not found\nTraceback:", '1. f()', '2. g()']
    });
    expect(text).toContain('2. g()');
  });
});

describe('cutting text', () => {
  it('never gives more than its budget', () => {
    const text = Array.from({ length: 50 }, (_, i) => 'z'.repeat(i * 40)).join(
      '\n'
    );
    for (const budget of [200, 500, 1000, 5000, 20_000]) {
      expect(truncateText(text, budget).length).toBeLessThanOrEqual(budget);
    }
  });

  it('gives what short parts leave to the long ones', () => {
    expect(shareBudget([10, 1000, 1000], 500)).toEqual([10, 245, 245]);
    expect(shareBudget([10, 20], 500)).toEqual([10, 20]);
  });

  it('reads a stream in one pass, however long', () => {
    // With more than one pass this would take minutes.
    expect(terminalText('\u001b[1m#\u001b[0m\r'.repeat(300_000))).toBe('#');
  });
});
