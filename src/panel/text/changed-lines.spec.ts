import { changedLines } from './changed-lines';

it.each<[string, string | null, string, number, number]>([
  ['a new text', null, 'a\nb', 2, 0],
  ['a line in the middle', 'a\nb\nc', 'a\nx\nc', 1, 1],
  ['lines added at both ends', 'b', 'a\nb\nc', 2, 0],
  ['a moved line', 'a\nb\nc', 'c\na\nb', 3, 3],
  ['repeated lines', 'a\na\na', 'a\na', 0, 1],
  ['a text that is emptied', 'a\nb', '', 0, 2],
  ['the same text', 'a\nb', 'a\nb', 0, 0]
])('lines of %s are counted', (_, before, after, added, removed) => {
  expect(changedLines(before, after)).toEqual({ added, removed });
});
