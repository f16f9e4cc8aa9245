import { cellOutputs, lastError } from './cell-outputs';

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

describe('lastError', () => {
  it('is the one that ended the cell', () => {
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
});
