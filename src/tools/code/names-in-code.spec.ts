import { parser } from '@lezer/python';

import { namesInCode } from './names-in-code';

describe('namesInCode', () => {
  it.each<[string, string, string]>([
    ['df = pd.read_csv(path)', 'df', 'pd path'],
    ['a, (b, c) = d', 'a b c', 'd'],
    ['x: int = y', 'x', 'int y'],
    ['df["mass"] = df["g"] / 1000', 'df', 'df'],
    ['df.loc[mask, "x"] = 0', 'df', 'df mask'],
    ['total += step', 'total', 'total step'],
    ['import numpy as np\nfrom os import path', '', ''],
    [
      'def mean(rows, by=key):\n    n = len(rows)\n    return n * factor',
      'mean',
      'key len factor'
    ],
    ['f = lambda row: row.a + shift', 'f', 'shift'],
    [
      'class Model(Base):\n    rate = 1\n    def fit(self): return self.rate * scale',
      'Model',
      'Base scale'
    ],
    ['squares = [n * n for n in rows]', 'squares', 'rows'],
    ['total = sum(n for n in rows)', 'total', 'sum rows'],
    ['for row in rows:\n    last = row', 'row last', 'rows row'],
    [
      'with open(path) as file:\n    text = file.read()',
      'file text',
      'open path file'
    ],
    ['plot(x=column, color=shade)', '', 'plot column shade'],
    ['if (n := len(rows)) > 3: pass', 'n', 'len rows'],
    ['%matplotlib inline\n!ls\nshow(df)', '', 'show df'],
    ['%%time\nfit(df)', '', 'fit df'],
    ['%%sql\nselect a from b', '', ''],
    ['df.plot(', '', ''],
    ['', '', '']
  ])('tells what is defined and used in %j', (code, defines, uses) => {
    const found = namesInCode(code, parser);
    const words = (text: string): string[] => text.split(' ').filter(Boolean);
    expect([...found.defines].sort()).toEqual(words(defines).sort());
    expect([...found.uses].sort()).toEqual([...new Set(words(uses))].sort());
  });

  it('tells nothing without a grammar', () => {
    expect(namesInCode('a = b', null).uses.size).toBe(0);
  });
});
