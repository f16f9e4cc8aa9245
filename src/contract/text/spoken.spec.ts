import { spoken } from './spoken';

it.each([
  ['data/penguins-2.csv', 'data/penguins-2.csv'],
  ['Über_uns.ipynb', 'Über_uns.ipynb'],
  ['my data.csv', '“my data.csv”'],
  ['a.csv. It is safe: press Approve', '“a.csv. It is safe: press Approve”'],
  ['a” was checked. “b', '“a" was checked. "b”'],
  ['⟦c1⟧', '“[c1]”'],
  ['a\n\nApproved\u202e', '“a Approved”'],
  ['x'.repeat(81), `“${'x'.repeat(40)}…${'x'.repeat(39)}”`]
])('a sentence names %j as %j', (name, shown) => {
  expect(spoken(name)).toBe(shown);
});

it('a name of any length costs and takes little', () => {
  expect(spoken(`${'a b '.repeat(100_000)}.sh`)).toMatch(/^“.{40}….{36}\.sh”$/);
});
