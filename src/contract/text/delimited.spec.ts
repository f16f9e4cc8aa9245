import { linesOf, readDelimited } from './delimited';

describe('a delimited text', () => {
  it.each([
    ['a,b\n1,2\n', ',', 1, 2],
    ['a,b\r\n1,2\r\n\r\n', ',', 1, 2],
    ['a,b\r1,2\r3,4\r', ',', 2, 2],
    ['"a,x","b\ny"\n1,2', ',', 1, 2],
    ['a\tb\tc\n', '\t', 0, 3],
    ['a;b;c\n1,5;2;3\n', ';', 1, 3],
    ['a|b\n1|2\n', '|', 1, 2],
    ['name,size\nbox,5" wide\nbag,6"\n', ',', 2, 2],
    ['a,b\n"never closed,2\n3,4\n', ',', 2, 2],
    ['a,b\n"said ""yes"", twice",2\n', ',', 1, 2],
    ['', ',', 0, 0]
  ])(
    '%j has its separator, rows and columns',
    (text, separator, rows, columns) => {
      expect(readDelimited(text)).toMatchObject({ separator, rows, columns });
    }
  );

  it('has fields without their quotation marks', () => {
    expect(readDelimited('"a, x", b\n"said ""yes""",2').sample).toEqual([
      ['a, x', 'b'],
      ['said "yes"', '2']
    ]);
  });

  it.each([
    ['one that is never closed', `a,b\n"${'1,2\n'.repeat(500_000)}`],
    ['many that are', `a,b\n${'"x ""y""",2\n'.repeat(150_000)}`],
    ['one in each line', `a,b\n${'"1,2\n'.repeat(400_000)}`]
  ])(
    'is read in well under a second with quotation marks: %s',
    (_name, text) => {
      const start = performance.now();
      expect(readDelimited(text).columns).toBe(2);
      expect(performance.now() - start).toBeLessThan(1500);
    }
  );
});

describe('lines', () => {
  it.each([
    ['a\nb\n', ['a', 'b']],
    ['a\r\nb', ['a', 'b']],
    ['a\rb\r', ['a', 'b']],
    ['10%\r20%\n', ['10%\r20%']],
    ['', ['']]
  ])('of %j end as the file ends them', (text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });
});
