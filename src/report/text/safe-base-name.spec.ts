import { safeBaseName } from './safe-address';

describe('the name of a report', () => {
  it.each([
    ['../../etc/passwd', 'etc passwd'],
    ['..\\..\\x.exe', 'x exe'],
    ['.bashrc', 'bashrc'],
    ['C:/Windows', 'C Windows'],
    ['a\u0000b\u202egnp', 'a b gnp'],
    ['', 'report'],
    ['..', 'report'],
    ['CON', 'report'],
    ['<script>alert(1)</script>', 'script alert 1 script'],
    ['판매 보고서', '판매 보고서'],
    ['Größe 2026', 'Größe 2026'],
    [
      'Sales by region: who leads, and how far the data can be trusted',
      'Sales by region who leads and how far the data can be'
    ]
  ])('made of %j is %j', (wish, name) => {
    expect(safeBaseName(wish)).toBe(name);
  });

  it('is not too long for a disk', () => {
    expect(safeBaseName('x'.repeat(5000))).toHaveLength(60);
  });
});
