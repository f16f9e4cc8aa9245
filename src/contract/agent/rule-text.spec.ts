import { ENGLISH, EFFECTS, TURN_RULE, deciderText, ruleText } from '..';

describe('who decided, in words', () => {
  it.each([
    ['person', 'by you'],
    ['timeout', 'by the time limit'],
    ['stop', 'by Stop'],
    [TURN_RULE, 'by the rule “the rest of the turn”'],
    ['own-markdown', 'by the rule “its own Markdown”'],
    ['always:read', 'by the rule “reading”'],
    ['notebook:execute', 'by the rule “running code in this notebook”'],
    ['tool:write_todos', 'by the rule “the tool write_todos”']
  ])('%s', (by, words) => {
    expect(deciderText(by, ENGLISH)).toBe(words);
  });

  it('has words for each effect', () => {
    const words = EFFECTS.map(effect => ruleText(`always:${effect}`, ENGLISH));
    expect(new Set(words).size).toBe(EFFECTS.length);
    expect(words.join()).not.toContain(':');
  });

  it('leaves a name as it is that is none of ours', () => {
    for (const rule of ['', 'Reading', 'always:', 'always:fly', 'x:read']) {
      expect(ruleText(rule, ENGLISH)).toBe(rule);
    }
  });
});
