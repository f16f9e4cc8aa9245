import { cellOutputs, lastError, statusOf } from './cell-outputs';

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
