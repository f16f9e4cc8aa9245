import { act } from 'react';

import { WorkspaceError, type IMcpServerSetting } from '../../../contract';
import {
  FakeManagedServers,
  fakeMcpTool
} from '../../../testing/mcp/fake-mcp-service';
import { until } from '../../../testing/until';
import { PanelFixture } from '../../stories/panel-fixture';

const KEY = 'key-of-the-weather-3f1c';
const URL_ = 'https://weather.example.org/mcp';
const WEATHER: IMcpServerSetting = {
  name: 'weather',
  url: URL_,
  auth: 'none',
  headers: [],
  enabled: true,
  timeout: 60
};

let panel: PanelFixture;

beforeEach(() => {
  panel = new PanelFixture();
});

async function show(...servers: IMcpServerSetting[]): Promise<void> {
  panel.mcp.set(servers);
  await panel.mount();
  await panel.menu('MCP servers');
}

const press = (name: string) => panel.click(panel.get('button', name));
const row = (name = 'weather') =>
  panel.host.querySelector<HTMLElement>(`section[aria-label="${name}"]`)!;
/** A field of the form, by its label. */
const field = (label: string): HTMLInputElement =>
  panel.host.querySelector(`form [aria-label="${label}"]`) ??
  panel.field(label);

async function fill(name: string, url: string): Promise<void> {
  await press('Add a server');
  await panel.type(field('Address'), url);
  await panel.type(field('Name'), name);
}

describe('the list of servers', () => {
  it('shows how each is: protocol, tools, notes, and why one failed, which is connected again when it is asked to', async () => {
    panel.mcp.answers = {
      weather: {
        offers: [fakeMcpTool('weather', 'forecast')],
        counts: { tools: 1, resources: 2, prompts: 0 },
        notes: ['Its tool “x\u200b” cannot be used: it has no name.'],
        instructions: 'Ask for an island.'
      }
    };
    await show(
      WEATHER,
      { ...WEATHER, name: 'away', url: 'https://away.example.org/mcp' },
      { ...WEATHER, name: 'unused', enabled: false }
    );
    expect(row().textContent).toContain(
      'Connected (protocol 2025-11-25): 1 tool, 2 resources'
    );
    expect(row().textContent).toContain('cannot be used: it has no name.');
    expect(row().textContent).not.toContain('\u200b');
    expect(row('away').textContent).toContain(
      'away cannot be reached. Is it running?'
    );
    expect(row('unused').textContent).toContain('Off');
    expect(panel.text).not.toContain('Ask for an island.');
    await press('What the server says about itself');
    expect(panel.text).toContain('Ask for an island.');
    await press('Connect: away');
    expect(panel.mcp.asked).toEqual(['check', 'connect away']);
  });

  it('grows below the button that adds one', async () => {
    panel.mcp.answers = { weather: { offers: [] } };
    await show(WEATHER);
    expect(
      panel
        .get('button', 'Add a server')
        .compareDocumentPosition(panel.get('switch', 'Use weather'))
    ).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('loads nothing and asks nobody where there is no server', async () => {
    await show();
    expect(panel.text).toContain('No server yet.');
    expect(panel.mcp.loaded).toBe(0);
  });

  it('switches a server off and on, and the rest of its setting stays', async () => {
    panel.mcp.answers = { weather: { offers: [] } };
    await show({ ...WEATHER, timeout: 7 });
    await panel.click(panel.get('switch', 'Use weather'));
    expect(panel.mcp.settings.servers).toMatchObject([
      { enabled: false, timeout: 7 }
    ]);
    panel.trusted = false;
    await panel.click(panel.get('switch', 'Use weather'));
    expect(panel.mcp.settings.servers[0].enabled).toBe(false);
    panel.trusted = true;
    await panel.click(panel.get('switch', 'Use weather'));
    expect(panel.mcp.settings.servers[0].enabled).toBe(true);
  });

  it('keeps what servers say about their use from the model, and passes it on again by a hand only', async () => {
    await show();
    const name = 'Pass servers’ own instructions on to the model';
    expect(panel.all('switch', name)).toEqual([]);
    await act(async () => panel.mcp.set([{ ...WEATHER, enabled: false }]));
    const pass = () => panel.get('switch', name);
    expect(pass().getAttribute('aria-checked')).toBe('true');
    panel.trusted = false;
    await panel.click(pass());
    expect(panel.mcp.settings.instructions).toBe(false);
    expect(pass().getAttribute('aria-checked')).toBe('false');
    await panel.click(pass());
    expect(panel.mcp.settings.instructions).toBe(false);
    panel.trusted = true;
    await panel.click(pass());
    expect(panel.mcp.settings.instructions).toBe(true);
  });

  it('removes one after a question, and lets go of the servers when it is left', async () => {
    await show(WEATHER);
    await press('Remove: weather');
    expect(panel.mcp.settings.servers).toHaveLength(1);
    await panel.answerDialog('Keep it');
    await press('Remove: weather');
    await panel.answerDialog('Remove');
    await panel.settle();
    expect(panel.mcp.settings.servers).toEqual([]);
    expect(panel.announced).toContain('weather was removed.');
    const before = panel.mcp.listeners;
    await press('Back to the conversation');
    expect(panel.mcp.listeners).toBe(before - 1);
  });
});

describe('a new server', () => {
  it('is kept without its key, which goes where keys are, and is connected', async () => {
    await show();
    await fill('weather', URL_);
    await panel.type(field('Authentication'), 'bearer', 'change');
    await panel.type(field('Key'), KEY);
    await panel.click(
      panel.host.querySelector<HTMLElement>('form [type=checkbox]')!
    );
    await press('Add');
    expect(panel.mcp.settings.servers).toEqual([
      { ...WEATHER, auth: 'bearer' }
    ]);
    expect(panel.mcp.kept.get(URL_)).toEqual({
      secrets: { key: KEY },
      remember: true
    });
    expect(panel.mcp.asked.at(-1)).toBe('connect weather');
    expect(JSON.stringify(panel.store.main.getState())).not.toContain(KEY);
    expect(JSON.stringify(panel.mcp.settings)).not.toContain(KEY);
    expect(panel.host.innerHTML).not.toContain(KEY);
  });

  it('takes headers, their values apart from their names', async () => {
    await show();
    await fill('weather', URL_);
    await panel.type(field('Authentication'), 'headers', 'change');
    await panel.type(field('Name of header 1'), 'X-Team');
    await panel.type(field('Value of header 1'), KEY);
    await press('Add a header');
    await press('Add');
    expect(panel.mcp.settings.servers[0]).toMatchObject({
      auth: 'headers',
      headers: ['X-Team']
    });
    expect(panel.mcp.kept.get(URL_)?.secrets).toEqual({
      headers: { 'X-Team': KEY }
    });
  });

  it('is tested with what is typed, and the test says what it found, or why it cannot be used', async () => {
    await show();
    await fill('weather', URL_);
    await press('Test');
    expect(panel.mcp.asked.at(-1)).toBe(`test ${URL_}`);
    expect(panel.text).toContain(
      '“weather 1” answered (protocol 2026-07-28): 2 tools, 1 resource.'
    );
    expect(panel.mcp.settings.servers).toEqual([]);
    panel.mcp.tested = async () => ({
      ok: false,
      failure: { code: 'cors', text: 'It does not let this page read.' }
    });
    await press('Test');
    expect(panel.get('alert').textContent).toBe(
      'It does not let this page read.'
    );
  });

  it('is tested until somebody cancels, and what comes later changes nothing', async () => {
    let end: (() => void) | undefined;
    const signals: AbortSignal[] = [];
    panel.mcp.tested = (_, signal) =>
      new Promise(resolve => {
        signals.push(signal);
        end = () =>
          resolve({
            ok: false,
            failure: { code: 'other', text: 'Too late.' }
          });
      });
    await show();
    await fill('weather', URL_);
    await press('Test');
    expect(panel.text).toContain('Asking the server…');
    await press('Cancel the test');
    expect(signals[0].aborted).toBe(true);
    end?.();
    await panel.settle();
    expect(panel.text).not.toContain('Too late.');
  });

  it.each([
    ['no address', 'x', '', /Enter the server’s address/],
    ['another protocol', 'x', 'ftp://x/mcp', /Enter the server’s address/],
    ['a password in it', 'x', 'https://u:p@x/mcp', /Take it out/],
    ['no name', ' ', URL_, /Give the server a name/],
    [
      'the name of another',
      'Weather',
      URL_,
      /There is already a server called “weather”/
    ],
    [
      'nearly the name of another',
      'our data',
      URL_,
      /There is already a server called “our_data”/
    ]
  ])('is refused with %s', async (_, name, url, why) => {
    await show(WEATHER, { ...WEATHER, name: 'our_data' });
    await fill(name, url);
    await press('Add');
    expect(panel.get('alert').textContent).toMatch(why);
    expect(panel.mcp.settings.servers).toHaveLength(2);
  });

  it('is added and asked by a hand only; if it cannot be kept, the form stays and says why', async () => {
    await show();
    await fill('weather', URL_);
    panel.trusted = false;
    await press('Test');
    await press('Add');
    expect(panel.mcp.settings.servers).toEqual([]);
    expect(panel.mcp.asked).toEqual(['check']);
    panel.trusted = true;
    panel.mcp.refuses = new WorkspaceError('failed', 'The server is away.');
    await press('Add');
    expect(panel.get('alert').textContent).toBe('The server is away.');
    expect(field('Name').value).toBe('weather');
  });

  it('is added by Enter, also behind Jupyter, and left by Esc', async () => {
    await show();
    await fill('local', '/proxy/8000/mcp');
    await panel.press(field('Name'), 'Enter');
    expect(panel.mcp.settings.servers[0].url).toBe('/proxy/8000/mcp');
    await press('Add a server');
    await panel.press(field('Name'), 'Escape');
    expect(panel.host.querySelector('form')).toBeNull();
    expect(panel.all('button', 'Add a server')).toHaveLength(1);
  });

  it('that a command proposes stands in the form, and nobody is asked', async () => {
    panel.mcp.set([WEATHER]);
    await panel.mount();
    await act(async () =>
      panel.store.show({
        name: 'servers',
        proposed: { url: 'https://x.example.org/mcp', name: 'x' }
      })
    );
    await panel.settle();
    expect([field('Address').value, field('Name').value]).toEqual([
      'https://x.example.org/mcp',
      'x'
    ]);
    expect(panel.mcp.asked).toEqual([]);
    expect(panel.mcp.loaded).toBe(0);
    expect(panel.mcp.settings.servers).toEqual([WEATHER]);
  });
});

describe('a server that is changed', () => {
  it('stays in its place under its new name, with the rest of its setting', async () => {
    await show(
      { ...WEATHER, disabledTools: ['x'], timeout: 9 },
      { ...WEATHER, name: 'other' }
    );
    await press('Edit: weather');
    await panel.type(field('Name'), 'rain');
    await press('Save');
    expect(panel.mcp.settings.servers).toMatchObject([
      { name: 'rain', disabledTools: ['x'], timeout: 9 },
      { name: 'other' }
    ]);
  });

  it('goes on with the key that is kept, for the same address alone', async () => {
    panel.mcp.kept.set(URL_, { secrets: { key: KEY }, remember: true });
    await show({ ...WEATHER, auth: 'bearer' });
    await press('Edit: weather');
    expect(field('Key').placeholder).toContain('Saved');
    await panel.type(field('Address'), 'https://evil.example.org/mcp');
    expect(field('Key').placeholder).toBe('');
    await press('Save');
    expect(panel.mcp.kept.get(URL_)?.secrets).toEqual({ key: KEY });
    expect(panel.mcp.kept.size).toBe(1);
  });
});

describe('signing in', () => {
  const LOCKED: IMcpServerSetting = { ...WEATHER, auth: 'oauth' };

  it('needs a click, waits for the window, can be cancelled, and says why it did not work', async () => {
    const signals: AbortSignal[] = [];
    panel.mcp.signsIn = signal =>
      new Promise((_, reject) => {
        signals.push(signal);
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
    await show(LOCKED);
    expect(panel.mcp.asked).toEqual(['check']);
    panel.trusted = false;
    await press('Sign in: weather');
    expect(panel.mcp.asked).toEqual(['check']);
    panel.trusted = true;
    await press('Sign in: weather');
    expect(panel.mcp.asked).toEqual(['check', 'sign in weather']);
    expect(panel.text).toContain('Sign in using the window that has opened.');
    // Something else is done meanwhile.
    await panel.click(panel.get('switch', 'Use weather'));
    await panel.click(panel.get('switch', 'Use weather'));
    await press('Cancel signing in: weather');
    expect(signals[0].aborted).toBe(true);
    expect(panel.all('alert')).toEqual([]);
    panel.mcp.signsIn = async () => {
      throw new WorkspaceError('failed', 'You are not on the list.');
    };
    await press('Sign in: weather');
    expect(panel.get('alert').textContent).toBe('You are not on the list.');
  });

  it('takes a client ID, and a secret where there is one, which is kept as a key is', async () => {
    await show();
    await fill('weather', URL_);
    await panel.type(field('Authentication'), 'oauth', 'change');
    expect(field('Client secret')).toBeUndefined();
    await panel.type(field('Client ID'), ' c-7 ');
    await panel.type(field('Client secret'), KEY);
    await press('Add');
    expect(panel.mcp.settings.servers).toMatchObject([
      { auth: 'oauth', clientId: 'c-7' }
    ]);
    expect(JSON.stringify(panel.mcp.settings)).not.toContain(KEY);
    expect(panel.mcp.kept.get(URL_)?.secrets).toEqual({ key: KEY });
    await press('Edit: weather');
    expect(field('Client ID').value).toBe('c-7');
  });

  it('ends with signing out', async () => {
    panel.mcp.answers = { weather: {} };
    await show(LOCKED);
    await press('Sign out: weather');
    expect(panel.mcp.asked.at(-1)).toBe('sign out weather');
  });
});

describe('the tools of a server', () => {
  const some = (length: number) =>
    Array.from({ length }, (_, at) => fakeMcpTool('weather', `tool_${at}`));

  beforeEach(() => {
    panel.mcp.answers = {
      weather: {
        offers: [
          ...some(9),
          fakeMcpTool('weather', 'forecast', { hints: { readOnly: true } })
        ]
      }
    };
  });

  it('are drawn in part where there are hundreds, and found by their words all the same', async () => {
    panel.mcp.answers = { weather: { offers: some(500) } };
    await show(WEATHER);
    await press('500 tools');
    expect(panel.all('switch', /tool_/)).toHaveLength(50);
    expect(row().textContent).toContain('These are the first 50 of 500.');
    await panel.type('Search the tools of weather', 'what tool_432');
    await panel.until(() => panel.all('switch', /tool_/).length === 1);
    expect(row().textContent).not.toContain('These are the first');
  });

  it('are switched off one by one, and on again', async () => {
    await show(WEATHER);
    await press('10 tools');
    await panel.click(panel.get('switch', 'forecast'));
    expect(panel.mcp.settings.servers[0].disabledTools).toEqual(['forecast']);
    expect(panel.get('switch', 'forecast').getAttribute('aria-checked')).toBe(
      'false'
    );
    await panel.click(panel.get('switch', 'forecast'));
    expect(panel.mcp.settings.servers[0].disabledTools).toEqual([]);
  });

  it('stand in the order of what the server says of them, which skips nothing: what only reads first, what may delete last', async () => {
    panel.mcp.answers = {
      weather: {
        offers: [
          fakeMcpTool('weather', 'wipe', { hints: { destructive: true } }),
          fakeMcpTool('weather', 'send'),
          fakeMcpTool('weather', 'look', { hints: { readOnly: true } }),
          fakeMcpTool('weather', 'write'),
          // By the protocol, a tool that claims both is read-only.
          fakeMcpTool('weather', 'peek', {
            hints: { readOnly: true, destructive: true }
          })
        ]
      }
    };
    await show(WEATHER);
    await press('5 tools');
    expect(
      [
        ...row().querySelectorAll('.jp-Cellwright-serverTools [role="switch"]')
      ].map(each => each.textContent)
    ).toEqual(['look', 'peek', 'send', 'write', 'wipe']);
    const item = panel.get('switch', 'look').closest('li')!;
    expect(item.textContent).toContain(
      'The server says that this tool only reads.'
    );
    expect(item.textContent).toContain('Asks each time.');
  });

  const rules = () => panel.preferences.current.policy.serverTools;

  it('are trusted by hand, for one notebook or all, and that is taken back', async () => {
    await show(WEATHER);
    await press('10 tools');
    panel.trusted = false;
    await press('Trust forecast in all notebooks');
    expect(rules()).toEqual([]);
    panel.trusted = true;
    await press('Trust forecast in all notebooks');
    expect(rules()).toMatchObject([
      { tool: 'forecast', address: URL_, notebook: null, lasts: 'ever' }
    ]);
    expect(panel.agent.commands('policy-changed')).toHaveLength(1);
    expect(panel.text).toContain('Runs without asking in all notebooks.');
    panel.trusted = false;
    await press('Take back: forecast');
    expect(rules()).toEqual([]);
    panel.trusted = true;
    await press('Trust forecast in this notebook');
    expect(rules()).toMatchObject([
      { tool: 'forecast', notebook: { notebook: 'work/penguins.ipynb' } }
    ]);
    expect(panel.text).toContain('Runs without asking in work/penguins.ipynb.');
  });

  it('ask again when they were changed, and say so', async () => {
    const { mcp } = fakeMcpTool('weather', 'forecast');
    panel.preferences.set({
      policy: {
        ...panel.preferences.current.policy,
        serverTools: [{ ...mcp, hash: 'before', notebook: null, lasts: 'ever' }]
      }
    });
    await show(WEATHER);
    await press('10 tools');
    expect(panel.text).toContain(
      'the server has changed this tool since you trusted it'
    );
  });

  it('may be sent again where the server marks them so and a hand allows it', async () => {
    panel.mcp.answers = {
      weather: {
        offers: [fakeMcpTool('weather', 'log', { hints: { idempotent: true } })]
      }
    };
    await show(WEATHER);
    await press('1 tool');
    expect(panel.all('switch', /^Send it again/)).toEqual([]);
    await press('Trust log in all notebooks');
    await panel.click(panel.get('switch', /^Send it again/));
    expect(rules()).toMatchObject([{ tool: 'log', repeat: true }]);
  });
});

describe('servers of another extension', () => {
  beforeEach(() => {
    panel.mcp.managed = new FakeManagedServers([
      {
        kind: 'stdio',
        name: 'files',
        command: 'uvx',
        args: ['mcp-files', "it's"],
        env: ['TOKEN'],
        enabled: true
      },
      {
        kind: 'http',
        name: 'tickets',
        url: 'https://tickets.example.org/mcp',
        headers: [],
        enabled: true
      }
    ]);
  });

  it('that a page can reach are in the list, and are changed where they come from', async () => {
    await show();
    expect(row('tickets').textContent).toContain('From MCP Manager');
    expect(panel.all('button', /^(Edit|Remove): /)).toEqual([]);
    await fill('Tickets', URL_);
    await press('Add');
    expect(panel.get('alert').textContent).toContain(
      'already a server called “tickets”'
    );
  });

  it.each([
    ['answers, is added and connected', true, [], 'is connected', 1],
    [
      'is known and answers again, is not added twice',
      true,
      [{ ...WEATHER, name: 'files', url: '/proxy/8941/mcp' }],
      'is connected',
      1
    ],
    ['does not answer, is not added', false, [], 'Nothing answers at', 0]
  ])(
    'whose gateway %s, by a hand only',
    async (_, ok, known, announced, added) => {
      const { tested } = panel.mcp;
      panel.mcp.tested = async (...asked) =>
        ok
          ? tested(...asked)
          : { ok, failure: { code: 'unreachable', text: 'It is away.' } };
      await show(...known);
      panel.trusted = false;
      await press('Add it: files');
      expect(panel.mcp.asked).not.toContain('test /proxy/8941/mcp');
      panel.trusted = true;
      await press('Add it: files');
      await panel.until(() => panel.announced.includes(announced));
      expect(panel.mcp.asked).toContain('test /proxy/8941/mcp');
      expect(panel.mcp.settings.servers).toHaveLength(added);
    }
  );

  it('that have one and answer through it need none any more, and each keeps its port', async () => {
    const program = (name: string) => ({
      kind: 'stdio' as const,
      name,
      command: 'uvx',
      args: [],
      env: [],
      enabled: true
    });
    panel.mcp.managed = new FakeManagedServers([
      program('weather'),
      program('wiki')
    ]);
    panel.mcp.answers = { weather: {} };
    await show(WEATHER);
    await until(() => panel.all('button', 'Start it: weather').length === 0);
    await press('Add it: wiki');
    await until(() => panel.mcp.asked.includes('test /proxy/8942/mcp'));
  });

  it('of another agent’s file are added, and its programs offered a gateway each', async () => {
    await show();
    const text = panel.get('textbox', 'Text of an mcp.json');
    await panel.type(text, '{"mcpServers": ');
    expect(panel.text).toContain('This is not JSON with “mcpServers”');
    await panel.type(
      text,
      JSON.stringify({
        mcpServers: {
          rain: { type: 'http', url: URL_, headers: { 'X-Key': KEY } },
          weather: { url: URL_ },
          notes: {
            command: 'npx',
            args: ['-y', "it's"],
            env: { TOKEN: KEY }
          }
        }
      })
    );
    panel.trusted = false;
    await press('Add 2 servers');
    expect(panel.mcp.settings.servers).toEqual([]);
    panel.trusted = true;
    await press('Add 2 servers');
    await until(() => panel.mcp.settings.servers.length === 2);
    expect(panel.mcp.settings.servers).toMatchObject([
      { name: 'rain', url: URL_, auth: 'headers', headers: ['X-Key'] },
      { name: 'weather', url: URL_, auth: 'none' }
    ]);
    expect(JSON.stringify(panel.mcp.settings)).not.toContain(KEY);
    // Besides the one of the other extension, each with its own port.
    await press('Start them all');
    const { draft } = panel.store.main.getState();
    expect(draft).toContain('for each of the MCP servers “files, notes”');
    expect(draft).toMatch(/"mcp-files"[^\n]+port=8941[^\n]+\n.+port=8942/);
    expect(draft).toContain(
      `create_proxy({"mcpServers":{"notes":{"command":"npx","args":["-y","it'\\''s"],"env":{"TOKEN":"…"}}}}, mode="auto")`
    );
    expect(draft).not.toContain(KEY);
    expect(panel.agent.sent).toEqual([]);
    expect(panel.mcp.asked.join()).not.toContain('/proxy/894');
  });

  it('that are programs need a gateway, whose command is only proposed', async () => {
    await show();
    expect(panel.text).toContain('Need a gateway');
    await press('Start it: files');
    const { draft } = panel.store.main.getState();
    // Quoted for the shell, which passes it on to Python.
    expect(draft).toContain(
      `create_proxy({"mcpServers":{"files":{"command":"uvx","args":["mcp-files","it'\\''s"],"env":{"TOKEN":"…"}}}}, mode="auto").run(`
    );
    expect(draft).toContain('/proxy/8941/mcp');
    expect(panel.agent.sent).toEqual([]);
    // Whatever listens there gets cookies, so it is not contacted
    // automatically.
    expect(panel.mcp.asked).not.toContain('test /proxy/8941/mcp');
    expect(panel.store.main.getState().page).toBeNull();
  });
});
