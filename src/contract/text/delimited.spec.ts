import { columnNames, linesOf, readDelimited } from './delimited';

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
});

describe('names of columns', () => {
  const namesOf = (text: string) => columnNames(readDelimited(text).sample);

  it.each([
    'name,age\nAda,36\nBob,41',
    'Name,City,Age\nAda,London,36',
    'first_name,city\nAda,London\nBob,Rome',
    ',score\n0,1.5\n1,2.5',
    'day;sum (EUR)\n2026-01-02;1,5'
  ])('are those of a header: %j', text => {
    expect(namesOf(text)).not.toBeNull();
  });

  it.each([
    ['the first row of data', 'Ada Lovelace,London\nBob Ray,Paris'],
    ['a row of data with a missing number', 'Ada,n/a\nBob,41\nEve,7'],
    ['a row of data with one odd value', 'Li,New York\nAda,Paris\nBob,Rome'],
    ['a quotation mark that opens', `a,"b\n${'Ada,x\n'.repeat(900)}`],
    ['one that takes in the lines below', 'a,"b\nAda,1\nBob",c\n1,2,3'],
    ['a sentence', `${'word '.repeat(20)},b\n1,2`],
    ['a table of one line', 'name,city'],
    ['lines of another length', 'a,b\n1,2,3\n4'],
    ['the same twice', 'a,a\n1,2'],
    ['an address', 'ada@example.org,x\n1,2'],
    ['numbers', '3750,12\n3800,13\n'],
    ['a date', 'Ann,2021-03-04\nBob,2021-03-05\n'],
    ['an empty field', 'Ann,,x\nBob,b,y\n']
  ])('are withheld where it cannot be told: %s', (_, text) => {
    expect(namesOf(text)).toBeNull();
  });
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
