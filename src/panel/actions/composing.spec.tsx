import { act } from 'react';

import { DEMO_CHOICE, DOCUMENT_LIMITS, type IAttachment } from '../../contract';
import { ONE_PIXEL_PNG } from '../../testing/fake-images';
import { PanelFixture } from '../stories/panel-fixture';
import { runEnded, userMessage } from '../stories/events';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
});

const CELL: IAttachment = {
  kind: 'cell',
  cellId: 'c1',
  notebook: 'work/penguins.ipynb'
};
const SELECTION: IAttachment = { ...CELL, cellId: 'c2', selection: 'df.a' };
const FILE: IAttachment = { kind: 'file', path: 'work/a.csv' };

const chips = () =>
  Array.from(
    panel.host.querySelectorAll(
      '.jp-Cellwright-composer .jp-Cellwright-attachment > span'
    )
  ).map(chip => chip.textContent);

async function ask(
  request: Parameters<typeof panel.store.composing.ask>[0]
): Promise<void> {
  await act(async () => panel.store.composing.ask(request));
  await panel.settle();
}

describe('the mode', () => {
  it('is Agent at first, goes along with the message, and is remembered', async () => {
    await panel.send('one');
    await panel.type('Mode', 'ask', 'change');
    await panel.send('two');
    await panel.unmount();
    await panel.mount();
    await panel.click(panel.get('button', 'New conversation'));
    await panel.send('three');
    expect(panel.agent.commands('start').map(({ mode }) => mode)).toEqual([
      'agent',
      'ask',
      'ask'
    ]);
  });
});

describe('what is attached', () => {
  it('shows as chips with the label of the moment, and goes along', async () => {
    await ask({ prompt: 'Why?', attachments: [CELL, SELECTION, FILE] });
    expect(chips()).toEqual(['[1]', 'selection in [2]', 'a.csv']);
    expect(panel.composer.value).toBe('Why?');
    await panel.press(panel.composer, 'Enter');
    expect(panel.agent.commands('start')[0].attachments).toEqual([
      CELL,
      SELECTION,
      FILE
    ]);
  });

  it('stands once, however often it is attached, and can be taken off by its button, and by Backspace at the beginning', async () => {
    await ask({ prompt: '', attachments: [CELL, SELECTION, FILE] });
    await ask({ prompt: '', attachments: [{ ...CELL }] });
    expect(chips()).toHaveLength(3);
    await panel.click(panel.get('button', 'Remove selection in [2]'));
    expect(chips()).toEqual(['[1]', 'a.csv']);
    expect(document.activeElement).toBe(panel.composer);
    await panel.press(panel.composer, 'Backspace');
    expect(chips()).toEqual(['[1]']);
  });

  it('shows with the message afterwards, and leads to its cell', async () => {
    await panel.run({
      type: 'user-message',
      messageId: 'u2',
      text: 'Why?',
      attachments: [CELL, { kind: 'variable', name: 'df' }]
    });
    const log = panel.get('log', 'Conversation');
    expect(log.querySelectorAll('.jp-Cellwright-attachment')).toHaveLength(2);
    await panel.click(panel.button(log, '[1]'));
    expect(panel.workspace.revealed).toEqual([
      { path: 'work/penguins.ipynb', cellId: 'c1' }
    ]);
  });

  it('comes back with the words when a start came to nothing', async () => {
    await ask({ prompt: 'Why?', attachments: [CELL], send: true });
    expect(panel.composer.value).toBe('Why?');
    expect(chips()).toEqual(['[1]']);
  });
});

describe('what was sent', () => {
  it('leaves no moment for a second run before its own begins', async () => {
    panel.agent.onSend = () => new Promise(() => undefined);
    await panel.send('Go on');
    const [{ messageId }] = panel.agent.commands('start');
    await panel.tell(userMessage(messageId, 'Go on'));
    expect(panel.all('button', 'Send')).toEqual([]);
    await panel.send('And then');
    expect(panel.agent.commands('start')).toHaveLength(1);
    expect(panel.agent.commands('queue')).toMatchObject([{ text: 'And then' }]);
    await panel.run();
    await panel.tell(runEnded());
    expect(panel.all('button', 'Send')).toHaveLength(1);
  });

  it('lets another go out where its run never began', async () => {
    let settle = () => undefined as void;
    panel.agent.onSend = () => new Promise(done => (settle = done));
    await panel.send('Go on');
    const [{ messageId }] = panel.agent.commands('start');
    await panel.tell(userMessage(messageId, 'Go on'));
    settle();
    await panel.settle();
    expect(panel.all('button', 'Send')).toHaveLength(1);
  });

  it.each([
    ['', 'Go on'],
    ['And then', 'And then\nGo on']
  ])(
    'comes back where it could not be taken, below what is written by then: “%s”',
    async (draft, left) => {
      let settle = () => undefined as void;
      panel.agent.onSend = () => new Promise(done => (settle = done));
      await panel.send('Go on');
      await panel.type(panel.composer, draft);
      settle();
      await panel.settle();
      expect(panel.composer.value).toBe(left);
    }
  );
});

describe('@', () => {
  const options = () =>
    panel.all('option').map(option => option.firstChild?.textContent);

  it('offers cells, variables and files, and says so', async () => {
    await panel.type(panel.composer, 'look at @');
    expect(options()).toEqual([
      '[1] import pandas as pd',
      'penguins: DataFrame',
      'penguins.csv'
    ]);
    expect(panel.announced).toContain('3 things to attach');
    expect(panel.composer.getAttribute('aria-activedescendant')).toBe(
      panel.all('option')[0].id
    );
    expect(panel.composer.getAttribute('aria-controls')).toBe(
      panel.get('listbox').id
    );
  });

  it('narrows with what is typed, and Enter makes a chip of the chosen one', async () => {
    await panel.type(panel.composer, 'plot @peng');
    expect(panel.workspace.mentionQueries).toEqual(['peng']);
    await panel.press(panel.composer, 'ArrowDown');
    expect(panel.all('option')[1].getAttribute('aria-selected')).toBe('true');
    await panel.press(panel.composer, 'Enter');
    expect(chips()).toEqual(['penguins.csv']);
    expect(panel.composer.value).toBe('plot penguins.csv');
    expect(panel.agent.sent).toEqual([]);
    expect(panel.all('listbox')).toEqual([]);
  });

  it('keeps what the arrows chose while what was typed last is looked up', async () => {
    const { workspace } = panel;
    const look = workspace.mentions.bind(workspace);
    let answer = (): void => undefined;
    const answered = new Promise<void>(resolve => (answer = resolve));
    jest.spyOn(workspace, 'mentions').mockImplementation(async query => {
      await (query === 'pen' ? answered : null);
      return (await look(query)).map(item => ({ ...item }));
    });
    await panel.type(panel.composer, '@pe');
    await panel.type(panel.composer, '@pen');
    await panel.press(panel.composer, 'ArrowUp');
    answer();
    await panel.settle();
    await panel.press(panel.composer, 'Enter');
    expect(chips()).toEqual(['penguins.csv']);
  });

  it('takes with Tab, and with the mouse', async () => {
    await panel.type(panel.composer, '@pand');
    expect(await panel.press(panel.composer, 'Tab')).toBe(true);
    await panel.type(panel.composer, '@csv');
    await panel.click(panel.all('option')[0]);
    expect(chips()).toEqual(['[1]', 'penguins.csv']);
  });

  it('leaves an option what it is while what stands around it changes', async () => {
    await panel.type(panel.composer, '@p');
    const file = panel.all('option')[2];
    expect(file.textContent).toContain('penguins.csv');
    await panel.type(panel.composer, '@peng');
    expect(panel.all('option')[1]).toBe(file);
    await panel.click(file);
    expect(chips()).toEqual(['penguins.csv']);
  });

  it('keeps the name in the sentence, and the caret behind it', async () => {
    await panel.type(panel.composer, 'look at @pand and tell me its columns');
    const caret = 'look at @pand'.length;
    panel.store.composing.setDraft(panel.composer.value, caret);
    await panel.settle();
    await panel.press(panel.composer, 'Enter');
    expect(chips()).toEqual(['[1]']);
    expect(panel.composer.value).toBe('look at [1] and tell me its columns');
    expect(panel.composer.selectionEnd).toBe('look at [1]'.length);
  });

  it('takes the whole name, though a lookup lags behind', async () => {
    await panel.type(panel.composer, 'and @pen');
    panel.workspace.mentionsHeld = new Promise(() => undefined);
    await panel.type(panel.composer, 'and @penguins');
    await panel.press(panel.composer, 'Tab');
    expect(chips()).toEqual(['penguins']);
    expect(panel.composer.value).toBe('and penguins');
  });

  it('offers nothing for another @ before that was looked up', async () => {
    await panel.type(panel.composer, '@pen');
    panel.workspace.mentionsHeld = new Promise(() => undefined);
    await panel.type(panel.composer, '@pen and @');
    expect(panel.all('option')).toEqual([]);
  });

  it('offers nothing once the message is sent', async () => {
    let answer = (): void => undefined;
    panel.workspace.mentionsHeld = new Promise(resolve => (answer = resolve));
    panel.agent.onSend = () => new Promise(() => undefined);
    await panel.send('@pen');
    answer();
    await panel.settle();
    expect(panel.agent.commands('start')).toHaveLength(1);
    expect(panel.all('listbox')).toEqual([]);
  });

  it('keeps what is offered where an earlier search fails late', async () => {
    const { workspace } = panel;
    let fail = (): void => undefined;
    workspace.variablesHeld = new Promise((_, reject) => (fail = reject));
    jest.spyOn(console, 'warn').mockImplementation();
    await panel.type(panel.composer, '@');
    workspace.variablesHeld = Promise.resolve();
    await panel.type(panel.composer, '@pen');
    const offered = options();
    fail();
    await panel.settle();
    expect(options()).toEqual(offered);
  });

  it('adds a variable once the kernel can tell, below what is offered already', async () => {
    const { workspace } = panel;
    const [variable] = workspace.mentionable.filter(
      ({ attachment }) => attachment.kind === 'variable'
    );
    let answer = (): void => undefined;
    workspace.variablesHeld = new Promise(resolve => (answer = resolve));
    workspace.lateVariables = [
      variable,
      {
        attachment: { kind: 'variable', name: 'penguin_count' },
        label: 'penguin_count: int',
        detail: ''
      }
    ];
    await panel.type(panel.composer, '@pen');
    const before = panel.all('option').map(({ textContent }) => textContent);
    await panel.press(panel.composer, 'ArrowDown');
    answer();
    await panel.until(() => panel.all('option').length > before.length);
    const after = panel.all('option').map(({ textContent }) => textContent);
    expect(after).toEqual([...before, 'penguin_count: int']);
    await panel.press(panel.composer, 'Enter');
    expect(chips()).toEqual(['penguins.csv']);
  });

  it('closes with Esc, which leaves the @ and stops no run', async () => {
    await panel.run();
    await panel.type(panel.composer, 'mail me @');
    await panel.press(panel.composer, 'Escape');
    expect(panel.all('listbox')).toEqual([]);
    expect(panel.agent.commands('stop')).toEqual([]);
    await panel.type(panel.composer, 'mail me @p');
    expect(panel.all('listbox')).toEqual([]);
    await panel.press(panel.composer, 'Enter');
    expect(panel.agent.commands('queue')[0].text).toBe('mail me @p');
  });
});

describe('/', () => {
  beforeEach(() => {
    panel.agent.skillsKnown = [
      { name: 'sql-plots', description: 'Plots of tables.', path: 'a' },
      { name: 'plots', description: 'How plots\u202e look.', path: 'b' }
    ];
  });

  const options = () => panel.all('option').map(option => option.textContent);

  it('offers skills at the beginning of a message, and says so', async () => {
    await panel.type(panel.composer, '/');
    expect(panel.get('listbox', 'Commands, skills and prompts')).toBeTruthy();
    expect(options()).toEqual([
      '/reportWrite a report from this notebook',
      '/sql-plotsPlots of tables.',
      '/plotsHow plots⟨U+202E⟩ look.'
    ]);
    expect(panel.announced).toContain('3 commands, skills');
  });

  it('narrows with what is typed, and Enter writes the name of the chosen one', async () => {
    await panel.type(panel.composer, '/pl');
    expect(options()[0]).toContain('/plots');
    await panel.press(panel.composer, 'Enter');
    expect(panel.composer.value).toBe('/plots ');
    expect(panel.all('listbox')).toEqual([]);
    expect(panel.agent.sent).toEqual([]);
    await panel.type(panel.composer, '/plots Draw.');
    expect(panel.all('listbox')).toEqual([]);
    await panel.press(panel.composer, 'Enter');
    expect(panel.agent.commands('start')[0].text).toBe('/plots Draw.');
  });

  it('is a character like another where no skill fits, and elsewhere', async () => {
    await panel.type(panel.composer, '/tmp');
    expect(panel.all('listbox')).toEqual([]);
    await panel.type(panel.composer, 'see /');
    expect(panel.all('listbox')).toEqual([]);
    expect(panel.workspace.mentionQueries).toEqual([]);
  });
});

describe('a picture', () => {
  const picture = (name = 'plot.png', type = 'image/png') =>
    new File(
      [Uint8Array.from(atob(ONE_PIXEL_PNG), each => each.charCodeAt(0))],
      name,
      { type }
    );

  async function give(kind: 'paste' | 'drop', files: File[]): Promise<boolean> {
    const event = new Event(kind, { bubbles: true, cancelable: true });
    Object.assign(event, {
      [kind === 'paste' ? 'clipboardData' : 'dataTransfer']: { files }
    });
    await act(async () => void panel.composer.dispatchEvent(event));
    await panel.settle();
    return event.defaultPrevented;
  }

  const note = () =>
    panel.host.querySelector('.jp-Cellwright-composer p[role=status]')
      ?.textContent ?? '';

  it.each(['paste', 'drop'] as const)(
    'that comes by a %s becomes a chip, scaled, and goes along',
    async kind => {
      expect(await give(kind, [picture()])).toBe(true);
      await panel.until(() => chips().length > 0);
      expect(chips()).toEqual(['plot.png']);
      expect(panel.announced).toContain('1 file attached');
      expect(panel.workspace.images.calls).toEqual([
        { mimeType: 'image/png', maxSize: 1568 }
      ]);
      expect(note()).toBe('');
      await panel.send('What is this?');
      expect(panel.agent.commands('start')[0].attachments).toEqual([
        {
          kind: 'image',
          name: 'plot.png',
          mimeType: 'image/png',
          data: ONE_PIXEL_PNG,
          width: 1,
          height: 1
        }
      ]);
    }
  );

  /** Holds the reading of pictures until the function is called. */
  function holdReading(unreadable = false): () => void {
    let read = (): void => undefined;
    const held = new Promise<void>(resolve => (read = resolve));
    const { images } = panel.workspace;
    const toImage = images.toImage.bind(images);
    jest.spyOn(images, 'toImage').mockImplementation(async (...image) => {
      await held;
      return unreadable ? null : toImage(...image);
    });
    return () => read();
  }

  it('that is still being read has a chip, and the message waits for it', async () => {
    const read = holdReading();
    await give('paste', [picture()]);
    await panel.until(() => chips().length > 0);
    expect(chips()).toEqual(['plot.png (is being read…)']);
    await panel.send('What is this');
    expect(panel.agent.sent).toEqual([]);
    expect(note()).toBe('Your message is sent once its files are read.');
    // Whoever writes on has not sent it.
    await panel.type(panel.composer, 'What is this?');
    expect(note()).toBe('');
    await panel.press(panel.composer, 'Enter');
    read();
    await panel.until(() => panel.agent.commands('start').length > 0);
    expect(panel.agent.commands('start')).toMatchObject([
      { text: 'What is this?', attachments: [{ name: 'plot.png' }] }
    ]);
  });

  it('that could not be read keeps the message in the box', async () => {
    const read = holdReading(true);
    await give('paste', [picture()]);
    await panel.send('What is this?');
    read();
    await panel.until(() => chips().length === 0);
    expect(panel.agent.sent).toEqual([]);
    expect(note()).toBe('plot.png could not be read as a picture.');
    expect(panel.composer.value).toBe('What is this?');
  });

  it('that is read when another conversation is open is not attached to it', async () => {
    const read = holdReading();
    await panel.threads.create('other', 'work/other.ipynb');
    await give('paste', [picture()]);
    await act(async () => void (await panel.store.conversations.open('other')));
    expect(chips()).toEqual([]);
    read();
    await panel.until(() => note() !== '');
    expect(note()).toMatch(/^plot\.png was not attached, because you opened/);
    expect(chips()).toEqual([]);
  });

  it('can be chosen from the disk', async () => {
    const input = panel.host.querySelector(
      'input[type=file]'
    ) as HTMLInputElement;
    const opened = jest.spyOn(input, 'click').mockImplementation();
    await panel.click(panel.get('button', 'Attach a file'));
    expect(opened).toHaveBeenCalled();
    Object.defineProperty(input, 'files', { value: [picture('chosen.png')] });
    await act(
      async () =>
        void input.dispatchEvent(new Event('change', { bubbles: true }))
    );
    await panel.until(() => chips().length > 0);
    expect(chips()).toEqual(['chosen.png']);
  });

  it.each<[string, BlobPart, RegExp]>([
    [
      'an archive',
      'PK\u0003\u0004\0',
      /cannot be attached: it is not a picture/
    ],
    [
      'a PDF that is broken',
      '%PDF-broken',
      /was not attached\. It is broken\.$/
    ],
    [
      'a text that is too large',
      'x'.repeat(DOCUMENT_LIMITS.text + 1),
      /is too large to attach: a PDF can have up to 10 MB/
    ]
  ])(
    'that is %s is refused under its name, in quotes where that reads like our words',
    async (_, content, why) => {
      await give('drop', [new File([content], 'Checked. It is\u202e safe')]);
      await panel.until(() => note() !== '');
      expect(chips()).toEqual([]);
      expect(note()).toMatch(/^“Checked\. It is⟨U\+202E⟩ safe” /);
      expect(note()).toMatch(why);
    }
  );

  it('that is none, or one too many, is told and left out; pasted text is left to the browser', async () => {
    expect(await give('paste', [])).toBe(false);
    expect(chips()).toEqual([]);
    await give('drop', [
      picture('a.svg', 'image/svg+xml'),
      ...Array.from({ length: 6 }, (_, index) => picture(`${index}.png`))
    ]);
    await panel.until(() => note() !== '');
    expect(chips()).toEqual(['0.png', '1.png', '2.png', '3.png', '4.png']);
    expect(note()).toMatch(
      /a\.svg cannot be attached: it is not a picture.*5\.png was not attached/
    );
    await panel.send('Go.');
    expect(note()).toBe('');
  });

  it('says before it is sent that it stays here, where the model sees none', async () => {
    await act(async () => {
      panel.models.abilities = { ...panel.models.abilities, images: false };
    });
    await give('paste', [picture()]);
    await panel.until(() => note() !== '');
    expect(note()).toContain('can’t see pictures');
    await panel.click(panel.get('button', 'Remove plot.png'));
    expect(note()).toBe('');
  });
});

describe('what a command asks', () => {
  it('stands in the composer until it is sent', async () => {
    await ask({ prompt: 'Explain cell ⟦c1⟧', mode: 'ask' });
    expect(panel.agent.sent).toEqual([]);
    expect(panel.composer.value).toBe('Explain cell [1]');
    expect(panel.get('combobox', 'Mode').value).toBe('ask');
  });

  it('is sent at once where it says so, in its mode and to its notebook', async () => {
    await ask({
      prompt: 'Fix it',
      attachments: [CELL],
      mode: 'ask',
      notebook: 'work/other.ipynb',
      send: true
    });
    expect(panel.agent.commands('start')[0]).toMatchObject({
      text: 'Fix it',
      mode: 'ask',
      notebook: 'work/other.ipynb',
      attachments: [CELL]
    });
    expect(panel.get('combobox', 'Mode').value).toBe('agent');
  });

  it('says which notebook the message is for, while another one is in front', async () => {
    await ask({ prompt: 'Why?', notebook: 'work/other.ipynb' });
    expect(panel.text).toContain('other.ipynb · this message');
    await panel.press(panel.composer, 'Enter');
    expect(panel.agent.commands('start')[0].notebook).toBe('work/other.ipynb');
  });

  it('waits for the end of a run, as a turn of its own, and can be taken back until then', async () => {
    await panel.run();
    await ask({ prompt: 'Later', attachments: [CELL], send: true });
    await panel.click(panel.get('button', 'Remove the queued message'));
    await ask({ prompt: 'Then fix it', attachments: [CELL], send: true });
    expect(panel.agent.commands('queue')).toEqual([]);
    expect(panel.text).toContain('After this run: “Then fix it”');
    await panel.tell(runEnded());
    expect(panel.agent.commands('start')).toMatchObject([
      { text: 'Then fix it', attachments: [CELL] }
    ]);
    expect(panel.text).not.toContain('After this run');
  });

  it('comes back to the composer when the run was stopped', async () => {
    await panel.run();
    await ask({ prompt: 'Then fix it', attachments: [CELL], send: true });
    await panel.tell(runEnded('stopped'));
    expect(panel.agent.commands('start')).toEqual([]);
    expect(panel.composer.value).toBe('Then fix it');
    expect(chips()).toEqual(['[1]']);
  });
});

describe('the first message to a provider', () => {
  beforeEach(async () => {
    panel.models.host = 'api.example.org';
    await panel.chooseModel();
  });

  const told = () => panel.all('group', 'Before the first message');
  const agree = () =>
    panel.click(panel.button(told()[0], 'Send to api.example.org'));

  it('says what goes to whom before it is sent, and once for each provider', async () => {
    await panel.send('hello');
    expect(panel.agent.sent).toEqual([]);
    expect(told()[0].textContent).toContain(
      'This goes to gpt-5-mini at api.example.org'
    );
    expect(told()[0].textContent).toContain(
      'names, shapes and columns of variables'
    );
    expect(document.activeElement).toBe(told()[0]);
    await panel.send('and this');
    expect(panel.composer.value).toBe('and this');
    expect(panel.announced).toBe('Decide on the message above first.');
    await agree();
    expect(panel.agent.commands('start')[0].text).toBe('hello');
    expect([...panel.models.acknowledged]).toEqual(['api.example.org']);
    await panel.send('again');
    expect(panel.agent.commands('start')[1].text).toBe('again');
    expect(told()).toEqual([]);
    panel.models.host = 'other.example.org';
    await panel.send('once more');
    expect(told()[0].textContent).toContain('other.example.org');
  });

  it('says it again where texts are to be compared by meaning, and what they are', async () => {
    await panel.send('hello');
    expect(told()[0].textContent).not.toContain('Find by meaning');
    await agree();
    panel.models.sendsTexts = true;
    await panel.send('again');
    expect(told()[0].textContent).toContain(
      '“Find by meaning” is on: names and descriptions of tools, what was learned from you'
    );
    await agree();
    expect(panel.models.isToldOfTexts).toBe(true);
    await panel.send('once more');
    expect(told()).toEqual([]);
  });

  it('gives the words back with Not now and with Esc, and asks again', async () => {
    await panel.send('hello');
    await panel.click(panel.button(told()[0], 'Not now'));
    expect(panel.composer.value).toBe('hello');
    await panel.press(panel.composer, 'Enter');
    await panel.press(told()[0], 'Escape');
    expect(panel.composer.value).toBe('hello');
    expect(panel.agent.sent).toEqual([]);
    expect(panel.models.acknowledged.size).toBe(0);
  });

  it('gives the words back where the last call is repeated instead', async () => {
    await panel.run(runEnded('limit'));
    await panel.send('hello');
    await panel.click(panel.get('button', 'Continue'));
    expect(panel.composer.value).toBe('hello');
    await agree();
    expect(panel.agent.sent.map(({ type }) => type)).toEqual(['retry']);
  });

  it.each([
    ['a message', () => panel.send('hello'), { type: 'start', text: 'hello' }],
    [
      'a Retry',
      () => panel.click(panel.get('button', 'Continue')),
      { type: 'retry' }
    ]
  ])(
    'sends %s to the conversation and the notebook in which Send was pressed',
    async (_what, ask, command) => {
      await panel.run(runEnded('limit'));
      const before = panel.threadId;
      let noted = (): void => undefined;
      const acknowledge = panel.models.acknowledge.bind(panel.models);
      panel.models.acknowledge = () =>
        new Promise<void>(resolve => (noted = resolve)).then(acknowledge);
      await ask();
      const here = panel.workspace.status.notebook?.path;
      await agree();
      expect(panel.agent.sent).toEqual([]);
      await act(async () => panel.store.newConversation());
      expect(panel.threadId).not.toBe(before);
      await act(async () => panel.workspace.bringToFront('other.ipynb'));
      await act(async () => noted());
      await panel.settle();
      expect(
        panel.agent.sent.filter(({ type }) => type === command.type)
      ).toMatchObject([
        {
          ...command,
          threadId: before,
          ...(command.type === 'start' && { notebook: here })
        }
      ]);
      // The other conversation shows nothing of it.
      expect(panel.text).not.toContain('hello');
    }
  );

  it('names who is behind the Jupyter server, and what its proxy hands on', async () => {
    panel.models.host = `${location.host}/proxy/8000`;
    await panel.send('hello');
    expect(told()[0].textContent).toContain(
      'at port 8000 behind the Jupyter server'
    );
    expect(told()[0].textContent).toContain('your Jupyter login');
    await panel.click(panel.get('button', /^Send to port 8000 behind/));
    panel.models.host = `${location.host}/proxy/8001`;
    await panel.send('again');
    expect(told()[0].textContent).toContain('port 8001');
    panel.models.host = 'plain.example.org';
    await panel.click(panel.button(told()[0], 'Not now'));
    await panel.press(panel.composer, 'Enter');
    expect(told()[0].textContent).not.toContain('your Jupyter login');
  });

  it('names the second model as well, also where that one is set later', async () => {
    await panel.send('hello');
    expect(told()[0].textContent).not.toContain('when the first model fails');
    await agree();
    panel.models.fallback = {
      ...DEMO_CHOICE,
      provider: 'anthropic',
      model: 'claude',
      baseUrl: 'second.example.org'
    };
    await panel.send('again');
    expect(panel.agent.commands('start')).toHaveLength(1);
    expect(told()[0].textContent).toContain(
      'This goes to gpt-5-mini at api.example.org'
    );
    expect(told()[0].textContent).toContain(
      'To claude at second.example.org only when the first model fails.'
    );
    await agree();
    expect(panel.agent.commands('start')[1].text).toBe('again');
    await panel.send('once more');
    expect(told()).toEqual([]);
  });

  it('says what “schemas only” leaves out, and names the model that is chosen meanwhile', async () => {
    const { privacy } = panel.preferences.current;
    panel.preferences.set({ privacy: { ...privacy, schemasOnly: true } });
    await panel.send('hello');
    expect(told()[0].textContent).toContain('“Schemas only” is on');
    panel.models.host = 'other.example.org';
    await panel.chooseModel({ model: 'other' });
    expect(told()[0].textContent).toContain(
      'This goes to other at other.example.org'
    );
  });

  it('gives the words back when a model is chosen that needs no such word, as the demo, which sends nothing anywhere', async () => {
    await panel.send('hello');
    await panel.chooseModel(DEMO_CHOICE);
    expect(told()).toEqual([]);
    expect(panel.composer.value).toBe('hello');
    await panel.press(panel.composer, 'Enter');
    expect(panel.agent.commands('start')[0].text).toBe('hello');
  });
});
