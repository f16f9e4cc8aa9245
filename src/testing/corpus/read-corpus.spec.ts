import { readCorpus } from './read-corpus';

interface ICase {
  name: string;
  [key: string]: unknown;
}

const is =
  (key: string, value: unknown) =>
  (each: ICase): boolean =>
    each[key] === value;

describe('a corpus', () => {
  // What SECURITY.md stands on: no case goes without somebody noticing.
  it.each<[string, string, number, (each: ICase) => boolean]>([
    ['Markdown that gets a card', 'markdown', 200, is('card', true)],
    ['Markdown that gets none', 'markdown', 60, is('card', false)],
    ['broken settings', 'settings', 30, () => true],
    ['hostile conversations', 'imported-conversations', 30, () => true],
    ['addresses that are refused', 'addresses', 60, each => 'refused' in each],
    ['addresses that are taken', 'addresses', 30, each => 'url' in each],
    ['files that always ask', 'paths', 100, is('asks', true)],
    ['files that need not', 'paths', 30, is('asks', false)],
    ['calls in text', 'text-calls', 50, () => true],
    ['rules for a notebook', 'notebook-bindings', 20, () => true],
    ['owners of a server’s conversations', 'server-owners', 20, () => true],
    ['hostile servers', 'hostile-servers', 25, () => true]
  ])('has not become shorter: %s', (_, name, least, counts) => {
    expect(
      readCorpus<ICase>(name).filter(counts).length
    ).toBeGreaterThanOrEqual(least);
  });
});
