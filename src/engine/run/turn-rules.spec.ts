import { TurnRules } from './turn-rules';

describe('what a person lets through for the rest of a turn', () => {
  it('is changed once, and taken back as it was given', () => {
    const rules = new TurnRules();
    expect(rules.allow(['write', 'edit'], true)).toBe(true);
    expect(rules.allow(['write'], true)).toBe(false);
    expect([...rules.effects]).toEqual(['write', 'edit']);
    expect(rules.allow(['execute'], false)).toBe(false);
    expect(rules.allow(['write', 'execute'], false)).toBe(true);
    expect([...rules.effects]).toEqual(['edit']);
  });
});
