import type { INotebookIdentity } from './notebook-binding';
import { DEFAULT_POLICY } from '../agent/agent-settings';
import {
  EFFECTS,
  TURN_RULE,
  evaluatePolicy,
  type IPolicy,
  type IPolicyRequest,
  type IPolicyScope,
  type PolicyAnswer
} from './policy';
import type { IServerTool, IServerToolRule } from './server-tool';

const TOOL: IServerTool = {
  server: 'weather',
  address: 'https://weather.example/mcp',
  tool: 'forecast',
  hash: 'one'
};

const HERE: INotebookIdentity = {
  root: '/work',
  path: 'a.ipynb',
  id: 'n1',
  cells: []
};

const BOUND = { root: '/work', notebook: 'a.ipynb', id: 'n1' };

function answer(
  policy: Partial<IPolicy>,
  more: Partial<IPolicyRequest> = {},
  scope: Partial<IPolicyScope> = {}
): PolicyAnswer {
  return evaluatePolicy(
    { ...DEFAULT_POLICY, ...policy },
    {
      tool: 'weather__forecast',
      effect: 'network',
      serverTool: TOOL,
      ...more
    },
    { notebook: HERE, args: {}, turn: new Set(), ...scope }
  );
}

const trusts = (own: Partial<IServerToolRule> = {}): Partial<IPolicy> => ({
  serverTools: [
    { ...TOOL, notebook: null, lasts: 'ever', description: 'old', ...own }
  ]
});

describe('a tool of a server', () => {
  it('asks, whatever is allowed to the network, to others or by its name', () => {
    const loose: Partial<IPolicy> = {
      notebooks: [{ ...BOUND, effects: [...EFFECTS] }],
      interruptOn: { weather__forecast: false }
    };
    expect(answer({}).ask).toBe(true);
    expect(answer(loose, {}, { turn: new Set(EFFECTS) }).ask).toBe(true);
    // The same rules do apply to a tool that does not belong to a server.
    expect(answer(loose, { serverTool: undefined }).ask).toBe(false);
  });

  it('goes through by a rule for it, which names it', () => {
    expect(answer(trusts())).toEqual({
      ask: false,
      rule: 'server:weather/forecast'
    });
    expect(answer(trusts({ notebook: BOUND })).ask).toBe(false);
  });

  it.each<[string, Partial<IServerToolRule>]>([
    ['another address', { address: 'https://other.example/mcp' }],
    ['another tool', { tool: 'delete' }],
    ['another notebook', { notebook: { ...BOUND, id: 'n2' } }]
  ])('asks where the rule is for %s', (_, own) => {
    expect(answer(trusts(own))).not.toHaveProperty('outdated');
    expect(answer(trusts(own)).ask).toBe(true);
  });

  it('asks again once it has changed, and says what it was', () => {
    expect(answer(trusts({ hash: 'earlier' }))).toMatchObject({
      ask: true,
      outdated: { description: 'old' }
    });
  });

  it('asks in spite of its rule where something insists', () => {
    for (const more of [
      { always: 'It holds a value that was kept back.' },
      { fromText: true }
    ]) {
      expect(answer(trusts(), more).ask).toBe(true);
    }
    expect(
      answer({ ...trusts(), interruptOn: { weather__forecast: true } }).ask
    ).toBe(true);
  });

  it('goes through for the turn, as it was then', () => {
    expect(answer({}, {}, { turnTools: [TOOL] })).toEqual({
      ask: false,
      rule: TURN_RULE
    });
    expect(
      answer({}, {}, { turnTools: [{ ...TOOL, hash: 'earlier' }] }).ask
    ).toBe(true);
  });
});
