import { namesInError } from './names-in-error';

const error = (traceback: string, message = 'no') => ({
  type: 'error' as const,
  name: 'KeyError',
  message,
  traceback: traceback.split('\n')
});

describe('the names an error may be about', () => {
  it('are the variables in the lines of cells that raised, and no attribute, call or string', () => {
    expect(
      namesInError(
        error(
          [
            '\u001b[31mKeyError\u001b[39m  Traceback (most recent call last)',
            'Cell In[3], line 2',
            '      1 other = 1',
            "----> 2 total = df['price'] * rates.mean().loc[day] # not this",
            'File site-packages/pandas/core/frame.py:4102',
            '-> 4102     indexer = self.columns.get_loc(key)'
          ].join('\n')
        )
      )
    ).toEqual(['total', 'df', 'rates', 'day']);
  });

  it('begin with the one the message names', () => {
    expect(
      namesInError(error('----> 1 a + b', "name 'b' is not defined"))
    ).toEqual(['b', 'a']);
  });

  it('are none where the traceback shows no line', () => {
    expect(namesInError(error('Error in eval(expr)'))).toEqual([]);
  });
});
