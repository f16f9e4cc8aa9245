import { DEFAULT_POLICY, ENGLISH, type IServerToolRule } from '../../contract';
import { policyInSettings } from './policy-in-settings';
import { readSettings } from './read-settings';

const RULE: IServerToolRule = {
  server: 'weather',
  address: 'https://weather.example/mcp',
  tool: 'forecast',
  hash: 'a'.repeat(64),
  notebook: null,
  lasts: 'ever',
  description: 'The weather of an island',
  repeat: true
};

/** What the next page load reads of what this one wrote. */
function afterReload(...serverTools: IServerToolRule[]): {
  rules: readonly IServerToolRule[] | undefined;
  problems: readonly string[];
} {
  const policy = policyInSettings({}, DEFAULT_POLICY, {
    ...DEFAULT_POLICY,
    serverTools
  });
  const file = JSON.parse(JSON.stringify({ policy })) as unknown;
  const { agent, problems } = readSettings(file, ENGLISH, path => path);
  return { rules: agent.policy.serverTools, problems };
}

describe('what is allowed in code', () => {
  it('is there after a reload; what is no text is told', () => {
    const policy = policyInSettings({ packages: [7] }, DEFAULT_POLICY, {
      ...DEFAULT_POLICY,
      packages: ['folium'],
      languages: ['R']
    });
    expect(
      readSettings({ policy }, ENGLISH, path => path).agent.policy
    ).toMatchObject({ packages: ['folium'], languages: ['R'] });
    const { agent, problems } = readSettings(
      { policy: { packages: [7, 'folium'] } },
      ENGLISH,
      path => path
    );
    expect(agent.policy.packages).toEqual(['folium']);
    expect(problems).toHaveLength(1);
  });
});

describe('a rule for a tool of a server', () => {
  it('that was made by hand is there after a reload, with all it was made for', () => {
    expect(afterReload(RULE)).toEqual({ rules: [RULE], problems: [] });
    const bound = {
      ...RULE,
      notebook: { root: '/work', notebook: 'a.ipynb', id: 'n1' }
    };
    expect(afterReload(bound).rules).toEqual([bound]);
  });

  it('that a card made ends with the page', () => {
    expect(afterReload({ ...RULE, lasts: 'page' }).rules).toEqual([]);
  });

  it('that somebody wrote badly is told and lets nothing through', () => {
    const { agent, problems } = readSettings(
      { policy: { serverTools: [{ ...RULE, hash: 7 }] } },
      ENGLISH,
      path => path
    );
    expect(agent.policy.serverTools).toEqual([]);
    expect(problems).toHaveLength(1);
  });
});
