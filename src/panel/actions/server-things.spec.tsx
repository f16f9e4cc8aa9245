import { act } from 'react';

import type { IMcpServers, McpServerStatus } from '../../contract';
import { FakeMcpServers } from '../../testing/mcp/fake-mcp-servers';
import { FakeMcpService } from '../../testing/mcp/fake-mcp-service';
import { PanelFixture } from '../stories/panel-fixture';

/** Offers of MCP servers, used from the message box. */

let panel: PanelFixture;
let mcp: FakeMcpServers;
let states: McpServerStatus[];
let loaded: number;

beforeEach(async () => {
  states = ['connected'];
  loaded = 0;
  mcp = new FakeMcpServers();
  mcp.listed = [
    { server: 'tickets', uri: 'tickets://open', name: 'penguin tickets' },
    { server: 'wiki', uri: 'wiki://home', name: 'home' }
  ];
  mcp.templates = [
    {
      server: 'tickets',
      uriTemplate: 'tickets://{id}',
      arguments: ['id'],
      name: 'one ticket'
    }
  ];
  mcp.offered = [
    {
      server: 'wiki',
      name: 'sum_up',
      description: 'Sums a page up.',
      arguments: [
        { name: 'page', description: 'Its name.', required: true },
        { name: 'tone', required: false }
      ]
    },
    { server: 'wiki', name: 'hello', arguments: [] }
  ];
  mcp.said = [
    { role: 'user', text: 'Sum up the page.\u200b\u{e0041}' },
    { role: 'assistant', text: 'Gladly.' }
  ];
  const service = new FakeMcpService();
  Object.defineProperty(service, 'list', {
    get: () => states.map(status => ({ name: 'wiki', status }))
  });
  service.load = async () => {
    loaded++;
    return mcp as unknown as IMcpServers;
  };
  panel = new PanelFixture({}, undefined, { mcp: async () => service });
  await panel.mount();
});

const options = () =>
  panel.all('option').map(option => option.firstChild?.textContent);
const chips = () =>
  Array.from(
    panel.host.querySelectorAll(
      '.jp-Cellwright-composer .jp-Cellwright-attachment > span'
    )
  ).map(chip => chip.textContent);

async function take(name: string): Promise<void> {
  const option = panel
    .all('option')
    .find(each => each.firstChild?.textContent === name);
  if (!option) {
    throw new Error(`${name} is not among ${options().join()}`);
  }
  await panel.click(option);
}

describe('@', () => {
  it('lists resources and templates behind what is here, and narrows with what is typed', async () => {
    await panel.type(panel.composer, 'see @pen');
    expect(options()).toEqual([
      'penguins: DataFrame',
      'penguins.csv',
      'penguin tickets'
    ]);
    await panel.type(panel.composer, 'see @wiki');
    expect(options()).toEqual(['home']);
    expect(panel.get('option').textContent).toContain('wiki: wiki://home');
  });

  it('offers what is here where a server fails', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation();
    mcp.resources = () => Promise.reject(new Error('gone'));
    await panel.type(panel.composer, 'see @pen');
    expect(options()).toEqual(['penguins: DataFrame', 'penguins.csv']);
    expect(warn).toHaveBeenCalled();
  });

  it('asks those that nobody has asked yet, and loads nothing where none is on', async () => {
    states = ['off', 'failed'];
    await panel.type(panel.composer, 'see @pen');
    expect(options()).toEqual(['penguins: DataFrame', 'penguins.csv']);
    expect(loaded).toBe(0);
    states = ['off', 'idle'];
    await panel.type(panel.composer, '');
    await panel.type(panel.composer, 'see @');
    await panel.type(panel.composer, 'see @pen');
    expect(options()).toContain('penguin tickets');
  });

  it('asks servers again once a name is begun, however fast it is typed on', async () => {
    await panel.type(panel.composer, 'see @pen');
    await panel.type(panel.composer, '');
    mcp.listed = [{ server: 'words', uri: 'words://new', name: 'pens' }];
    // Of two searches, the first is the slower one.
    panel.workspace.mentionsHeld = new Promise(() => undefined);
    await panel.type(panel.composer, '@');
    panel.workspace.mentionsHeld = Promise.resolve();
    await panel.type(panel.composer, '@words:');
    expect(options()).toEqual(['pens']);
  });

  it('attaches a resource as a chip that names its server; it is read when the message is sent', async () => {
    await panel.type(panel.composer, 'see @tickets');
    await take('penguin tickets');
    expect(chips()).toEqual(['penguin tickets']);
    expect(
      panel.host
        .querySelector('.jp-Cellwright-attachment')
        ?.getAttribute('title')
    ).toBe(
      '“tickets://open”, read from the MCP server “tickets” when you send'
    );
    expect(mcp.read).toEqual([]);
    await panel.press(panel.composer, 'Enter');
    expect(panel.agent.commands('start')[0].attachments).toEqual([
      {
        kind: 'resource',
        server: 'tickets',
        uri: 'tickets://open',
        name: 'penguin tickets'
      }
    ]);
  });

  it('says before it is sent that only its name goes along in the mode “schemas only”', async () => {
    await panel.type(panel.composer, 'see @tickets');
    await take('penguin tickets');
    const note = () =>
      panel.host.querySelector('.jp-Cellwright-composer p[role=status]')
        ?.textContent ?? '';
    expect(note()).toBe('');
    const { current } = panel.preferences;
    await act(async () =>
      panel.preferences.set({
        privacy: { ...current.privacy, schemasOnly: true }
      })
    );
    expect(note()).toContain('only the names of pictures and documents');
  });

  it('asks for the arguments of a template in a form, which leaves the message as it is with Esc', async () => {
    await panel.type(panel.composer, 'see @one');
    await take('one ticket …');
    await panel.press(panel.get('textbox', 'id'), 'Escape');
    expect(chips()).toEqual([]);
    expect(panel.composer.value).toBe('see ');
    expect(document.activeElement).toBe(panel.composer);
    await panel.type(panel.composer, 'see @one');
    await take('one ticket …');
    const attach = panel.get('button', 'Attach');
    const field = panel.get('textbox', 'id');
    expect(document.activeElement).toBe(field);
    await panel.type(field, ' ');
    await panel.click(attach);
    expect(chips()).toEqual([]);
    await panel.type(field, '7/../8');
    await panel.click(attach);
    expect(chips()).toEqual(['one ticket 7/../8']);
    await panel.press(panel.composer, 'Enter');
    expect(panel.agent.commands('start')[0].attachments).toMatchObject([
      { uri: 'tickets://7%2F..%2F8' }
    ]);
  });
});

describe('/', () => {
  it('lists prompts, and puts their words into the message to be read before they are sent', async () => {
    await panel.type(panel.composer, '/sum_');
    expect(options()).toEqual(['/sum_up']);
    await take('/sum_up');
    const field = panel.get('textbox', 'page');
    expect(field.getAttribute('aria-describedby')).toBeTruthy();
    panel.get('textbox', 'tone (optional)');
    await panel.type(field, 'home');
    await panel.click(panel.get('button', 'Put it into the message'));
    await act(async () => undefined);
    await panel.settle();
    expect(mcp.asked).toEqual([{ name: 'sum_up', args: { page: 'home' } }]);
    expect(panel.composer.value).toBe(
      'Sum up the page.\n\n(As the assistant would say:) Gladly.'
    );
    expect(panel.agent.sent).toEqual([]);
  });

  it('takes arguments of any name, and none of the form before', async () => {
    const named = (name: string) => ({ name, required: true });
    mcp.offered = [
      {
        server: 'wiki',
        name: 'first',
        arguments: [named('constructor'), named('__proto__')]
      },
      { server: 'wiki', name: 'second', arguments: [named('page')] }
    ];
    await panel.type(panel.composer, '/first');
    await take('/first');
    for (const name of ['constructor', '__proto__']) {
      const field = panel.get('textbox', name);
      expect(field.value).toBe('');
      await panel.type(field, 'x');
    }
    await panel.type(panel.composer, '/second');
    await take('/second');
    await panel.type('page', 'home');
    await panel.click(panel.get('button', 'Put it into the message'));
    await panel.settle();
    expect(mcp.asked).toEqual([{ name: 'second', args: { page: 'home' } }]);
  });

  it('asks for nothing where there are no arguments, and says why where a prompt cannot be had', async () => {
    await panel.type(panel.composer, '/hel');
    await take('/hello');
    await panel.settle();
    expect(mcp.asked).toEqual([{ name: 'hello', args: {} }]);
    expect(panel.composer.value).toContain('Sum up the page.');
    const warn = jest.spyOn(console, 'warn').mockImplementation();
    mcp.prompt = () => Promise.reject(new Error('gone'));
    await panel.type(panel.composer, '/hel');
    await take('/hello');
    await panel.settle();
    expect(
      panel.host.querySelector('.jp-Cellwright-composer p[role=status]')
        ?.textContent
    ).toBe('“hello” could not be fetched. Try again.');
    expect(warn).toHaveBeenCalled();
  });
});
