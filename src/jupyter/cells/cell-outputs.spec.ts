import { cellOutputs, lastError, statusOf } from './cell-outputs';

const NAME = '<pandas.io.formats.style.Styler at 0x7f2a>';

describe('cellOutputs', () => {
  it('joins text that nbformat keeps as lines, but leaves JSON lists alone', () => {
    expect(
      cellOutputs([
        { output_type: 'stream', name: 'stdin', text: ['a\n', 'b'] },
        {
          output_type: 'execute_result',
          execution_count: 1,
          metadata: {},
          data: {
            'text/plain': ['x', 'y'],
            'application/json': ['x', 'y'],
            'application/geo+json': ['z']
          }
        }
      ])
    ).toEqual([
      { type: 'stream', name: 'stdout', text: 'a\nb' },
      {
        type: 'data',
        result: true,
        data: {
          'text/plain': 'xy',
          'application/json': ['x', 'y'],
          'application/geo+json': ['z']
        }
      }
    ]);
  });

  it.each([
    [
      'a styled table of pandas',
      '<style>#T_1 td {color: red}</style>\n<table id="T_1"><caption>Sales</caption>\n<thead>\n<tr>\n<th class="blank">&nbsp;</th>\n<th>price</th>\n</tr>\n</thead>\n<tbody><tr>\n<th>0</th>\n<td>1,234.50\n</td>\n</tr></tbody></table>',
      'Sales\n| price\n0 | 1,234.50'
    ],
    [
      'a heading',
      '<h3>Mean: <b>4.2</b></h3><p>of 344</p>',
      'Mean: 4.2\nof 344'
    ],
    ['what a script draws', '<div>Loading</div><script>draw()</script>', NAME],
    ['a map', '<div>Trust it<iframe srcdoc="x"></iframe></div>', NAME],
    ['nothing', '<style>a {}</style>', NAME],
    ['what is too long to be read', '<p>'.repeat(100_000), NAME]
  ])('says in plain text what HTML shows: %s', (_, html, text) => {
    const [output] = cellOutputs([
      {
        output_type: 'display_data',
        metadata: {},
        data: { 'text/html': html, 'text/plain': NAME }
      }
    ]);
    expect(output).toEqual({
      type: 'data',
      result: false,
      data: { 'text/html': html, 'text/plain': text }
    });
  });

  it('leaves plain text that says more than a name', () => {
    const data = { 'text/html': '<p>a</p>', 'text/plain': 'b' };
    expect(
      cellOutputs([{ output_type: 'display_data', metadata: {}, data }])
    ).toEqual([{ type: 'data', result: false, data }]);
  });

  it('leaves out what it does not know', () => {
    expect(cellOutputs([{ output_type: 'from_the_future' }])).toEqual([]);
  });
});

describe('errorName', () => {
  it.each([
    ['ZeroDivisionError', 'ZeroDivisionError'],
    // Pyodide
    ["<class 'ZeroDivisionError'>", 'ZeroDivisionError'],
    ["<class 'pandas.errors.ParserError'>", 'ParserError'],
    // IRkernel, xeus-r
    ['ERROR', 'Error'],
    ['', 'Error'],
    [undefined, 'Error']
  ])('of %j is %s', (ename, name) => {
    const [output] = cellOutputs([{ output_type: 'error', ename }]);
    expect(output).toMatchObject({ name });
  });

  it.each([
    // IRkernel
    ['ERROR', "Error in f(x): object 'x' not found", "object 'x' not found"],
    ['ERROR', 'Error: no rows', 'no rows'],
    ['ERROR', 'Error in the third row', 'Error in the third row'],
    ['ValueError', 'Error in a: no', 'Error in a: no']
  ])('of %s is not said again in its message: %s', (ename, evalue, message) => {
    const [output] = cellOutputs([{ output_type: 'error', ename, evalue }]);
    expect(output).toMatchObject({ message });
  });

  it('of an interrupt in Pyodide is that of an interrupt', () => {
    const ename = "<class 'KeyboardInterrupt'>";
    expect(statusOf(cellOutputs([{ output_type: 'error', ename }]))).toBe(
      'interrupted'
    );
  });
});

it('lastError is the one that ended the cell', () => {
  const outputs = cellOutputs(
    ['First', 'Second'].map(ename => ({
      output_type: 'error',
      ename,
      evalue: '',
      traceback: []
    }))
  );
  expect(lastError(outputs)?.name).toBe('Second');
  expect(lastError([])).toBeNull();
});
