import { DEFAULT_POLICY, evaluatePolicy, EFFECTS } from '../../contract';
import { codeCard } from '../../testing/fake-agent';
import { allowScopes } from '../card/call-cards';
import { mentionAt } from '../state/mention-at';
import { terminalText } from '../../contract/text/terminal-text';
import { appendOutput } from '../reducers/fold';

describe('how far an approval can reach', () => {
  const notebook = { root: '', path: 'a.ipynb', id: 'n1', cells: [] };
  const scope = { notebook, args: {} };

  it.each(EFFECTS)('is what the policy honours: %s', effect => {
    const scopes = allowScopes(codeCard('a', { effect }), DEFAULT_POLICY);
    const request = { tool: 'jupyter_cell', effect };
    const none = new Set<typeof effect>();
    const always = {
      ...DEFAULT_POLICY,
      effects: { ...DEFAULT_POLICY.effects, [effect]: 'allow' as const }
    };
    const here = {
      ...DEFAULT_POLICY,
      notebooks: [
        { root: '', notebook: 'a.ipynb', id: 'n1', effects: [effect] }
      ]
    };
    expect(scopes.includes('always')).toBe(
      !evaluatePolicy(always, request, { ...scope, turn: none }).ask
    );
    expect(scopes.includes('notebook')).toBe(
      !evaluatePolicy(here, request, { ...scope, turn: none }).ask
    );
    expect(scopes.includes('turn')).toBe(
      !evaluatePolicy(DEFAULT_POLICY, request, {
        ...scope,
        turn: new Set([effect])
      }).ask
    );
  });

  it('is nothing for a card that cannot be approved', () => {
    expect(
      allowScopes(
        codeCard('a', { allowedDecisions: ['respond', 'reject'] }),
        DEFAULT_POLICY
      )
    ).toEqual([]);
  });
});

describe('the @ or / before the caret', () => {
  it.each([
    ['@', 1, { sign: '@', from: 0, query: '' }],
    ['plot @pen', 9, { sign: '@', from: 5, query: 'pen' }],
    ['(@a.csv', 7, { sign: '@', from: 1, query: 'a.csv' }],
    ['plot @pen now', 9, { sign: '@', from: 5, query: 'pen' }],
    ['ann@example.org', 15, null],
    ['/', 1, { sign: '/', from: 0, query: '' }],
    ['/plo now', 4, { sign: '/', from: 0, query: 'plo' }],
    ['/plo now', 8, null],
    ['see /plo', 8, null],
    ['/data/a.csv', 11, null],
    ['@pen now', 8, null],
    [`@${'x'.repeat(61)}`, 62, null]
  ])('in %j at %d', (text, caret, found) => {
    expect(mentionAt(text, caret)).toEqual(found);
  });
});

describe('what a command prints', () => {
  it('is cut at a line, and holds its end', () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `line ${i}\n`).join(
      ''
    );
    const stored = appendOutput('', lines);
    expect(stored.length).toBeLessThanOrEqual(20_000);
    expect(stored).toMatch(/^line \d+\n/);
    expect(stored.endsWith('line 4999\n')).toBe(true);
  });

  it.each([
    ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
    ['titles', '\u001b]0;title\u0007text', 'text'],
    ['links', '\u001b]8;;https://x.org\u001b\\x\u001b]8;;\u001b\\', 'x'],
    ['lines begun anew', 'a\rb\n', 'b\n'],
    ['ends of lines of another system', 'a\r\nb\r\n', 'a\nb\n']
  ])('is drawn without %s', (_, output, text) => {
    expect(terminalText(output)).toBe(text);
  });
});
