import { DEFAULT_POLICY } from '../agent/agent-settings';
import {
  EFFECTS,
  TURN_RULE,
  evaluatePolicy,
  type Effect,
  type IPolicy,
  type IPolicyRequest,
  type IPolicyScope
} from './policy';
import type { INotebookIdentity } from './notebook-binding';
import type { IServerTool, IServerToolRule } from './server-tool';

const HERE: INotebookIdentity = {
  root: '/work',
  path: 'a.ipynb',
  id: 'n1',
  cells: ['c1']
};

function answer(
  policy: Partial<IPolicy>,
  request: Partial<IPolicyRequest>,
  scope: Partial<IPolicyScope> & { turnEffects?: Effect[] } = {}
) {
  return evaluatePolicy(
    { ...DEFAULT_POLICY, ...policy },
    { tool: 't', effect: 'execute', ...request },
    {
      notebook: HERE,
      args: {},
      turn: new Set(scope.turnEffects),
      ...scope
    }
  );
}

/** Effects that still ask. */
function asked(
  policy: Partial<IPolicy>,
  scope?: Parameters<typeof answer>[2]
): Effect[] {
  return EFFECTS.filter(effect => answer(policy, { effect }, scope).ask);
}

describe('the default policy', () => {
  it('asks for everything but reading', () => {
    expect(asked({})).toEqual(['edit', 'execute', 'write', 'shell', 'network']);
  });

  it('lets Markdown of the agent’s own through, and no other', () => {
    const ask = (request: Partial<IPolicyRequest>): boolean =>
      answer({}, request).ask;
    expect(ask({ effect: 'edit', markdown: true, ownCell: true })).toBe(false);
    expect(ask({ effect: 'edit', markdown: true })).toBe(false);
    expect(ask({ effect: 'edit', markdown: true, ownCell: false })).toBe(true);
    expect(ask({ effect: 'edit', markdown: false, ownCell: true })).toBe(true);
    expect(ask({ effect: 'execute', markdown: true, ownCell: true })).toBe(
      true
    );
  });

  it('asks even for reading once the person wants it', () => {
    const effects = { ...DEFAULT_POLICY.effects, read: 'ask' as const };
    expect(answer({ effects }, { effect: 'read' }).ask).toBe(true);
  });
});

describe('a standing rule for all notebooks', () => {
  const all = Object.fromEntries(
    EFFECTS.map(effect => [effect, 'allow'])
  ) as IPolicy['effects'];

  it('is never kept for shell and network, whatever the settings hold', () => {
    expect(asked({ effects: all })).toEqual(['shell', 'network']);
  });

  it('says which rule let a call through', () => {
    expect(answer({ effects: all }, { effect: 'edit' })).toEqual({
      ask: false,
      rule: 'always:edit'
    });
  });
});

describe('a standing rule for one notebook', () => {
  const notebooks = [
    {
      root: '/work',
      notebook: 'a.ipynb',
      id: 'n1',
      effects: ['execute', 'shell'] as Effect[]
    }
  ];

  it('covers what it names in that notebook, shell included', () => {
    expect(asked({ notebooks })).toEqual(['edit', 'write', 'network']);
    expect(answer({ notebooks }, { effect: 'shell' })).toEqual({
      ask: false,
      rule: 'notebook:shell'
    });
  });
});

describe('a rule for the rest of the turn', () => {
  it('covers what it names and nothing else', () => {
    expect(asked({}, { turnEffects: ['execute'] })).toEqual([
      'edit',
      'write',
      'shell',
      'network'
    ]);
  });
});

describe('interruptOn', () => {
  it('true stops at each call, whatever the rules say', () => {
    expect(
      answer(
        { interruptOn: { t: true } },
        { effect: 'read' },
        { turnEffects: ['read'] }
      ).ask
    ).toBe(true);
  });

  it('false lets a tool through, but never to a shell or the network', () => {
    const interruptOn = { t: false };
    expect(asked({ interruptOn })).toEqual(['shell', 'network']);
    expect(answer({ interruptOn }, { effect: 'write' })).toEqual({
      ask: false,
      rule: 'tool:t'
    });
    expect(
      answer({ interruptOn }, { effect: 'write', elsewhere: true }).ask
    ).toBe(true);
  });

  it('takes a plain description as it is', () => {
    const interruptOn = {
      t: { allowedDecisions: ['approve' as const], description: 'Careful' }
    };
    expect(answer({ interruptOn }, {})).toMatchObject({
      description: 'Careful'
    });
  });

  it('of the person comes before the tool’s own', () => {
    const own = { allowedDecisions: ['respond' as const] };
    expect(answer({}, { effect: 'read' }, { interruptOn: own })).toEqual({
      ask: true,
      allowedDecisions: ['respond']
    });
    expect(
      answer(
        { interruptOn: { t: true } },
        { effect: 'read' },
        { interruptOn: own }
      )
    ).toMatchObject({ allowedDecisions: ['approve', 'edit', 'reject'] });
  });

  it('offers all three answers where nothing is said', () => {
    expect(answer({}, {})).toEqual({
      ask: true,
      allowedDecisions: ['approve', 'edit', 'reject']
    });
  });
});

describe('a tool of a server', () => {
  const TOOL: IServerTool = {
    server: 'weather',
    address: 'https://weather.example/mcp',
    tool: 'forecast',
    hash: 'one'
  };

  const BOUND = { root: '/work', notebook: 'a.ipynb', id: 'n1' };

  const trusts = (own: Partial<IServerToolRule> = {}): Partial<IPolicy> => ({
    serverTools: [
      { ...TOOL, notebook: null, lasts: 'ever', description: 'old', ...own }
    ]
  });

  const called = (
    policy: Partial<IPolicy>,
    more: Partial<IPolicyRequest> = {},
    scope: Partial<IPolicyScope> = {}
  ) =>
    answer(
      policy,
      {
        tool: 'weather__forecast',
        effect: 'network',
        serverTool: TOOL,
        ...more
      },
      scope
    );

  it('asks, whatever is allowed to the network, to others or by its name', () => {
    const loose: Partial<IPolicy> = {
      notebooks: [{ ...BOUND, effects: [...EFFECTS] }],
      interruptOn: { weather__forecast: false }
    };
    expect(called({}).ask).toBe(true);
    expect(called(loose, {}, { turn: new Set(EFFECTS) }).ask).toBe(true);
    // The same rules do apply to a tool that does not belong to a server.
    expect(called(loose, { serverTool: undefined }).ask).toBe(false);
  });

  it('goes through by a rule for it, which names it', () => {
    expect(called(trusts())).toEqual({
      ask: false,
      rule: 'server:weather/forecast'
    });
    expect(called(trusts({ notebook: BOUND })).ask).toBe(false);
  });

  it.each<[string, Partial<IServerToolRule>]>([
    ['another address', { address: 'https://other.example/mcp' }],
    ['another tool', { tool: 'delete' }],
    ['another notebook', { notebook: { ...BOUND, id: 'n2' } }]
  ])('asks where the rule is for %s', (_, own) => {
    expect(called(trusts(own))).not.toHaveProperty('outdated');
    expect(called(trusts(own)).ask).toBe(true);
  });

  it('asks again once it has changed, and says what it was', () => {
    expect(called(trusts({ hash: 'earlier' }))).toMatchObject({
      ask: true,
      outdated: { description: 'old' }
    });
  });

  it('asks in spite of its rule where something insists', () => {
    for (const more of [
      { always: 'It holds a value that was kept back.' },
      { fromText: true }
    ]) {
      expect(called(trusts(), more).ask).toBe(true);
    }
    expect(
      called({ ...trusts(), interruptOn: { weather__forecast: true } }).ask
    ).toBe(true);
  });

  it('goes through for the turn, as it was then', () => {
    expect(called({}, {}, { turnTools: [TOOL] })).toEqual({
      ask: false,
      rule: TURN_RULE
    });
    expect(
      called({}, {}, { turnTools: [{ ...TOOL, hash: 'earlier' }] }).ask
    ).toBe(true);
  });
});
