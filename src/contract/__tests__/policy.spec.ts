import { DEFAULT_POLICY, EFFECTS, evaluatePolicy } from '../policy';
import type { Effect } from '../policy';

const ask = (effect: Effect, facts = {}, turn = false) =>
  evaluatePolicy(DEFAULT_POLICY, { tool: 't', effect, ...facts }, turn).ask;

describe('the default policy', () => {
  it('asks for everything but reading', () => {
    expect(EFFECTS.filter(effect => ask(effect))).toEqual([
      'edit',
      'execute',
      'write',
      'shell',
      'network'
    ]);
  });

  it('lets Markdown of the agent’s own through, and no other', () => {
    expect(ask('edit', { markdown: true, ownCell: true })).toBe(false);
    expect(ask('edit', { markdown: true, ownCell: false })).toBe(true);
    expect(ask('edit', { markdown: false, ownCell: true })).toBe(true);
    expect(ask('execute', { markdown: true, ownCell: true })).toBe(true);
  });

  it('offers all three answers unless a tool is named', () => {
    const policy = { ...DEFAULT_POLICY, decisions: { t: ['reject' as const] } };
    expect(evaluatePolicy(policy, { tool: 't', effect: 'write' })).toEqual({
      ask: true,
      allowedDecisions: ['reject']
    });
    expect(evaluatePolicy(policy, { tool: 'u', effect: 'write' })).toEqual({
      ask: true,
      allowedDecisions: ['approve', 'edit', 'reject']
    });
  });
});

describe('“Approve the rest of this turn”', () => {
  it('covers edits, runs and files, never shell and network', () => {
    expect(EFFECTS.filter(effect => ask(effect, {}, true))).toEqual([
      'shell',
      'network'
    ]);
  });
});
