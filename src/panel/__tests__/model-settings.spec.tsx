import { ModelFault } from '../../contract';
import { PanelFixture } from './panel-fixture';

let panel: PanelFixture;
const KEY = 'sk-very-secret';

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
  await panel.click(panel.get('button', /^Model: /));
  await panel.type(field('Provider'), 'openai', 'change');
});

afterEach(() => panel.dispose());

function field(name: string): HTMLInputElement {
  const label = Array.from(panel.host.querySelectorAll('label')).find(
    one => one.textContent === name
  );
  return document.getElementById(label!.htmlFor) as HTMLInputElement;
}

describe('the model’s settings', () => {
  it('choose an endpoint, a model and its numbers', async () => {
    await panel.type(field('Base URL'), 'http://localhost:8000/v1/');
    await panel.type(field('Model'), 'qwen');
    await panel.type(field('Temperature'), '0.2');
    await panel.type(field('Context window, in tokens'), '32000');
    await panel.click(panel.get('button', 'Use this model'));
    expect(panel.models.chosen).toEqual([
      {
        provider: 'openai',
        model: 'qwen',
        baseUrl: 'http://localhost:8000/v1',
        temperature: 0.2,
        contextWindow: 32000,
        images: null
      }
    ]);
    expect(panel.all('button', 'Use this model')).toEqual([]);
  });

  it('know where the usual servers are', async () => {
    await panel.type(field('Server'), 'http://localhost:1234/v1', 'change');
    expect(field('Base URL').value).toBe('http://localhost:1234/v1');
  });

  it('give the key to the keyring and put it nowhere else', async () => {
    await panel.type(field('Base URL'), 'https://api.openai.com/v1');
    await panel.type(field('API key'), KEY);
    await panel.type(field('Model'), 'gpt-5-mini');
    expect(field('API key').type).toBe('password');
    expect(field('API key').autocomplete).toBe('off');
    expect(JSON.stringify(panel.store.main.getState())).not.toContain(KEY);
    await panel.click(panel.get('button', 'Use this model'));
    expect(panel.models.keys.map(({ key }) => key)).toEqual([KEY]);
    expect(JSON.stringify(panel.models.chosen)).not.toContain(KEY);
    expect(JSON.stringify(panel.models.keys[0].choice)).not.toContain(KEY);
    expect(JSON.stringify(panel.agent.sent)).not.toContain(KEY);
    expect(panel.host.innerHTML).not.toContain(KEY);
    expect(
      JSON.stringify({ ...localStorage, ...sessionStorage })
    ).not.toContain(KEY);
  });

  it('keep a key that is there when none is typed', async () => {
    await panel.type(field('Base URL'), 'https://api.openai.com/v1');
    await panel.type(field('Model'), 'gpt-5-mini');
    await panel.click(panel.get('button', 'Use this model'));
    expect(panel.models.keys).toEqual([]);
  });

  it('offer what the endpoint has', async () => {
    await panel.type(field('Base URL'), 'http://localhost:8000/v1');
    await panel.click(panel.get('button', 'Fetch models'));
    expect(panel.models.listed[0].baseUrl).toBe('http://localhost:8000/v1');
    expect(panel.text).toContain('The server offers 2 models.');
    const options = Array.from(
      panel.host.querySelectorAll<HTMLOptionElement>('datalist option')
    ).map(({ value }) => value);
    expect(options).toEqual(['small', 'large']);
  });

  it('say in words why the endpoint could not be asked', async () => {
    panel.models.answer = async () => {
      throw new ModelFault('unreachable', 'localhost:8000 refused it.');
    };
    await panel.type(field('Base URL'), 'http://localhost:8000/v1');
    await panel.click(panel.get('button', 'Fetch models'));
    expect(panel.text).toContain('localhost:8000 refused it.');
    expect(
      (panel.get('button', 'Fetch models') as HTMLButtonElement).disabled
    ).toBe(false);
  });

  it.each([
    ['an address', 'Base URL', 'localhost', 'should begin with https://'],
    ['a model', 'Model', '', 'Name a model'],
    ['the temperature', 'Temperature', 'hot', 'a number from 0 to 2'],
    ['the window', 'Context window, in tokens', '12', '1000 or more']
  ])('refuse what cannot be used: %s', async (_, name, value, sentence) => {
    await panel.type(field('Base URL'), 'http://localhost:8000/v1');
    await panel.type(field('Model'), 'qwen');
    await panel.type(field(name), value);
    await panel.click(panel.get('button', 'Use this model'));
    expect(panel.text).toContain(sentence);
    expect(panel.models.chosen).toEqual([]);
  });

  it('go back with Esc and change nothing', async () => {
    await panel.press(field('Base URL'), 'Escape');
    expect(panel.all('button', 'Use this model')).toEqual([]);
    expect(panel.models.chosen).toEqual([]);
    expect(document.activeElement).toBe(
      panel.get('textbox', 'Message Cellwright')
    );
  });
});
