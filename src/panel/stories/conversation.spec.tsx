import { Notification } from '@jupyterlab/apputils';
import { Widget } from '@lumino/widgets';
import { act } from 'react';

import {
  WorkspaceError,
  type EventBody,
  type IKernelInfo
} from '../../contract';
import { codeCard } from '../../testing/fake-agent';
import { FakeNotebook } from '../../testing/fake-notebook';
import { createPanel } from '..';
import { PanelFixture } from './panel-fixture';
import {
  callFinished,
  callProposed,
  finalAnswer,
  reviewDecided,
  reviewOpened,
  runEnded,
  runStarted,
  userMessage
} from './events';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
});

function call(
  callId: string,
  finished: Partial<EventBody & { type: 'call-finished' }>
): EventBody[] {
  return [
    callProposed(callId, { args: { code: 'df.head()' } }),
    { type: 'call-started', callId },
    callFinished(callId, {
      text: 'Ran cell ⟦c1⟧',
      result: 'five rows',
      ...finished
    })
  ];
}

describe('the heading', () => {
  it.each([
    [
      'before the conversation is stored',
      null,
      'Fix cell [1], not deleted cell'
    ],
    ['as it is stored', 'Fix cell [7]', 'Fix cell [7]']
  ])('is the first message in plain words, %s', async (_, title, heading) => {
    if (title) {
      await panel.threads.create(panel.threadId, 'work/penguins.ipynb');
      await panel.threads.update(panel.threadId, { title });
    }
    await panel.tell(
      userMessage('u1', 'Fix cell ⟦c1⟧, not ⟦c9⟧'),
      runStarted()
    );
    expect(panel.host.querySelector('h2')?.textContent).toBe(heading);
    expect(
      panel.host.querySelector('.jp-Cellwright-user')?.textContent
    ).toContain('Fix cell [1], not deleted cell');
  });
});

describe('the empty panel', () => {
  it('says what it is for and offers what the notebook holds', async () => {
    expect(panel.text).toContain('What would you like to find out?');
    expect(panel.text).toContain('Explain cell [1]');
    await panel.click(panel.get('button', /^Explore penguins.csv/));
    const text = 'Explore penguins.csv and tell me what you find';
    expect(panel.agent.sent).toEqual([]);
    expect(panel.composer.value).toBe(text);
    expect(document.activeElement).toBe(panel.composer);
    expect(panel.composer.selectionStart).toBe(text.length);
    await panel.press(panel.composer, 'Enter');
    expect(panel.agent.commands('start')[0]).toMatchObject({
      text,
      threadId: panel.threadId
    });
  });

  it('says that the demo is no AI, for as long as the demo is chosen', async () => {
    expect(panel.text).toContain('not an AI; it shows how a session goes');
    expect(
      panel.all('button', 'Model: Demo (scripted, not an AI)')
    ).toHaveLength(1);
    await panel.chooseModel();
    expect(panel.text).not.toContain('not an AI');
    expect(panel.all('button', 'Model: gpt-5-mini')).toHaveLength(1);
  });
});

describe('the composer', () => {
  it('sends with Enter, but not while an input method composes; Shift+Enter is left to break the line', async () => {
    await panel.type(panel.composer, 'にほ');
    await panel.press(panel.composer, 'Enter', { isComposing: true });
    expect(panel.agent.sent).toEqual([]);
    await panel.type(panel.composer, 'hello');
    expect(await panel.press(panel.composer, 'Enter', { shiftKey: true })).toBe(
      false
    );
    expect(panel.agent.sent).toEqual([]);
    await panel.press(panel.composer, 'Enter');
    expect(panel.agent.commands('start')[0].text).toBe('hello');
  });

  it.each<[string, string, Partial<IKernelInfo>]>([
    ['idle', 'Python 3 (ipykernel) · idle', {}],
    [
      'starting',
      'Python 3 (ipykernel) · the kernel is starting',
      { status: 'starting' }
    ],
    [
      'chosen, and starting for the first time',
      'Python 3 (ipykernel) · the kernel is starting',
      { status: 'starting', id: undefined }
    ],
    [
      // JupyterLab calls this initializing, too.
      'not chosen',
      'penguins.ipynb · no kernel is running',
      { status: 'starting', id: undefined, displayName: '' }
    ],
    [
      'shut down',
      'penguins.ipynb · no kernel is running',
      { status: 'none', id: undefined, displayName: '' }
    ],
    ['dead', 'Python 3 (ipykernel) · the kernel has died', { status: 'dead' }],
    [
      'not connected',
      'Python 3 (ipykernel) · the kernel is not connected',
      { status: 'disconnected' }
    ]
  ])('says of a kernel that is %s: %s', async (_, words, change) => {
    const { status } = panel.workspace;
    panel.workspace.status = {
      ...status,
      kernel: { ...status.kernel, ...change }
    };
    await act(async () => panel.workspace.changed());
    expect(
      panel.host.querySelector('.jp-Cellwright-notebookLine')?.textContent
    ).toBe(words.startsWith('penguins') ? words : `penguins.ipynb · ${words}`);
  });

  it('keeps what was typed when there is no notebook to send it to, and says why', async () => {
    panel.workspace.status = { ...panel.workspace.status, notebook: null };
    await act(async () => panel.workspace.changed());
    expect(panel.text).toContain('No notebook is open.');
    await panel.send('hello');
    expect(panel.agent.sent).toEqual([]);
    expect(panel.composer.value).toBe('hello');
    expect(panel.announced).toBe('Open a notebook first.');
    expect(panel.get('button', 'Send').disabled).toBe(true);
  });

  it('shows the notebook of the run while another one is in front', async () => {
    await panel.run();
    panel.workspace.status = {
      ...panel.workspace.status,
      notebook: { path: 'other.ipynb', name: 'other.ipynb', readOnly: false }
    };
    await act(async () => panel.workspace.changed());
    const binding = panel.host.querySelector('.jp-Cellwright-notebookLine')!;
    expect(binding.textContent).toContain('penguins.ipynb');
    expect(binding.textContent).not.toContain('other.ipynb');
  });

  it('queues while a run is going, and the message can be edited or removed', async () => {
    await panel.run();
    await panel.send('then a plot');
    const [queued] = panel.agent.commands('queue');
    expect(queued.text).toBe('then a plot');
    expect(panel.composer.value).toBe('');
    const { messageId } = queued;
    await panel.tell({ type: 'queued', messageId, text: 'then a plot' });
    expect(panel.text).toContain('Queued: “then a plot”');
    expect(panel.announced).toContain('Message queued');

    await panel.click(panel.get('button', 'Remove the queued message'));
    expect(panel.agent.commands('queue')[1]).toMatchObject({
      messageId,
      text: null
    });
    await panel.click(panel.get('button', 'Edit the queued message'));
    expect(panel.composer.value).toBe('then a plot');
    await panel.tell({ type: 'queued', messageId, text: null });
    expect(panel.text).not.toContain('Queued:');
  });

  it('shows a queued message in the thread once it is delivered', async () => {
    await panel.run({ type: 'queued', messageId: 'q', text: 'also this' });
    await panel.tell(userMessage('q', 'also this'));
    expect(panel.text).not.toContain('Queued:');
    expect(panel.get('log', 'Conversation').textContent).toContain('also this');
  });

  it('recalls earlier messages with the arrows, and gives the draft back; leaves the arrows alone in a text that is being written', async () => {
    await panel.send('first');
    await panel.run();
    await panel.send('second');
    await panel.press(panel.composer, 'ArrowUp');
    expect(panel.composer.value).toBe('second');
    await panel.press(panel.composer, 'ArrowUp');
    expect(panel.composer.value).toBe('first');
    await panel.press(panel.composer, 'ArrowUp');
    expect(panel.composer.value).toBe('first');
    await panel.press(panel.composer, 'ArrowDown');
    await panel.press(panel.composer, 'ArrowDown');
    expect(panel.composer.value).toBe('');
    await panel.type(panel.composer, 'draft');
    await panel.press(panel.composer, 'ArrowUp');
    expect(panel.composer.value).toBe('draft');
  });

  it('has Stop in the place of Send while a run is going', async () => {
    await panel.run();
    expect(panel.all('button', 'Send')).toEqual([]);
    await panel.click(panel.get('button', 'Stop'));
    expect(panel.agent.commands('stop')).toEqual([
      { type: 'stop', threadId: panel.threadId }
    ]);
  });
});

describe('a step', () => {
  it('is one line with its state and time, and opens to arguments and result, by a click anywhere on it', async () => {
    await panel.run(...call('a', { ms: 1412 }));
    const line = panel.host.querySelector('.jp-Cellwright-call')!;
    expect(line.textContent).toContain('Ran cell [1]');
    expect(line.textContent).toContain('1.4 s');
    await panel.click(panel.get('button', 'Done. Show details'));
    expect(line.textContent).toContain('code: df.head()');
    expect(line.textContent).toContain('five rows');
    expect(
      panel.get('button', 'Done. Hide details').getAttribute('aria-expanded')
    ).toBe('true');
    await panel.click(
      line.querySelector<HTMLElement>('.jp-Cellwright-lineText')!
    );
    expect(line.textContent).not.toContain('five rows');
  });

  it('has a time while it runs', async () => {
    await panel.run(...call('a', {}).slice(0, 2), ...call('b', {}).slice(0, 2));
    expect(panel.host.querySelectorAll('time')).toHaveLength(2);
  });

  it('says of a running call what the call says of itself', async () => {
    await panel.run(...call('a', {}).slice(0, 2), {
      type: 'call-progress',
      callId: 'a',
      text: 'waits for input'
    });
    expect(panel.text).toContain('Adding a cell · waits for input');
  });

  it('is named by its state for a failure, and links its cell by the number that it had then', async () => {
    await panel.run(
      ...call('a', { state: 'failed', text: 'Cell ⟦c2:6⟧ failed: KeyError' })
    );
    expect(panel.announced).toBe('Failed: Cell [6] failed: KeyError');
    await panel.click(panel.get('button', 'Cell [6]'));
    expect(panel.workspace.revealed).toEqual([
      { path: 'work/penguins.ipynb', cellId: 'c2' }
    ]);
    expect(panel.all('button', 'Failed. Show details')).toHaveLength(1);
  });

  it('calls a cell what it is called now, and says when it is gone', async () => {
    await panel.run(...call('a', {}));
    panel.workspace.labels.set('work/penguins.ipynb#c1', '[7]');
    await act(async () => panel.workspace.changed());
    expect(panel.text).toContain('Ran cell [7]');
    panel.workspace.labels.delete('work/penguins.ipynb#c1');
    await act(async () => panel.workspace.changed());
    expect(panel.host.querySelector('s')?.textContent).toBe('deleted cell');
  });
});

describe('a cell by the name that the model has for it', () => {
  const id = '3f2a9c11-4d5e-4f60-8a7b-1c2d3e4f5a6b';
  const named: EventBody = {
    type: 'cells-named',
    names: [{ name: '3f2a', id }]
  };

  it('is the one it named, or gone, also where another cell begins like that', async () => {
    const { labels } = panel.workspace;
    labels.set(`work/penguins.ipynb#${id}`, '[4]');
    labels.set('work/penguins.ipynb#3f2a', 'another');
    await panel.run(named, ...call('a', { text: 'Ran cell ⟦3f2a⟧' }), named);
    expect(panel.text).toContain('Ran cell [4]');
    await panel.click(panel.get('button', 'Cell [4]'));
    expect(panel.workspace.revealed).toEqual([
      { path: 'work/penguins.ipynb', cellId: id }
    ]);
    labels.delete(`work/penguins.ipynb#${id}`);
    await act(async () => panel.workspace.changed());
    expect(panel.text).toContain('Ran cell deleted cell');
  });

  it('that cannot be shown is said with the cells it may be', async () => {
    panel.workspace.revealCell = async () => {
      throw new WorkspaceError('no-such-cell', '“3f” may be ⟦c1⟧ or ⟦c2⟧');
    };
    await panel.run(...call('a', {}));
    await panel.click(panel.get('button', 'Cell [1]'));
    expect(panel.announced).toBe('“3f” may be [1] or [2]');
  });
});

describe('a cell of a notebook that is not open', () => {
  it('is not called deleted, and can be gone to', async () => {
    await panel.run(...call('a', {}));
    panel.workspace.labels.clear();
    panel.workspace.closed.add('work/penguins.ipynb');
    await act(async () => panel.workspace.changed());
    expect(panel.text).toContain('Ran cell #…');
    await panel.click(panel.get('button', 'Cell #…'));
    expect(panel.workspace.revealed).toEqual([
      { path: 'work/penguins.ipynb', cellId: 'c1' }
    ]);
  });
});

describe('the plan', () => {
  const todos: EventBody = {
    type: 'todos',
    todos: [
      { content: 'Load', status: 'completed' },
      { content: 'Compare the species', status: 'in_progress' },
      { content: 'Plot', status: 'pending' },
      { content: 'Sum up', status: 'pending' }
    ]
  };

  it('shows what goes on and how far it is, and unfolds', async () => {
    await panel.run(todos);
    const head = panel.get('button', /^Compare the species/);
    expect(head.textContent).toContain('2 of 4');
    expect(panel.text).not.toContain('Sum up');
    await panel.click(head);
    expect(panel.host.querySelector('ol')?.textContent).toContain('Sum up');
  });

  it('says at the answer what was not done, and ticks nothing off', async () => {
    await panel.run(todos, runEnded());
    const head = panel.get('button', /^Answered, 3 steps not done/);
    expect(head.textContent).toContain('1 of 4');
    await panel.click(head);
    const items = Array.from(panel.host.querySelectorAll('ol li'));
    expect(items.map(item => item.textContent)).toEqual([
      '✓Done: Load',
      '–Not done: Compare the species',
      '–Not done: Plot',
      '–Not done: Sum up'
    ]);
  });

  it('is done when every step of it is', async () => {
    await panel.run(
      { type: 'todos', todos: [{ content: 'Load', status: 'completed' }] },
      runEnded()
    );
    expect(panel.get('button', /^Done/).textContent).toContain('1 of 1');
  });
});

describe('the end of a turn', () => {
  it('shows the answer in a sentence, where the model gave one', async () => {
    await panel.run(
      finalAnswer('Flipper length.', { summary: 'It is the flipper.' }),
      runEnded()
    );
    expect(panel.text).toContain('It is the flipper.');
  });

  it('shows no sentence that the answer begins with', async () => {
    await panel.run(
      finalAnswer('**a.csv** has 3 rows, loaded in [1](#cell=c1).\n\nMore.', {
        summary: 'a.csv has 3 rows, loaded in [1].'
      }),
      runEnded()
    );
    expect(
      panel.host.querySelector('.jp-mod-final strong')?.textContent
    ).not.toBe('a.csv has 3 rows, loaded in [1].');
    expect(panel.text).not.toContain('a.csv has 3 rows, loaded in [1].a.csv');
  });

  it('puts its code below the active cell at a press of the person, and says where that is not possible', async () => {
    const notebook = new FakeNotebook({
      path: 'work/penguins.ipynb',
      cells: [
        { id: 'c1', source: 'df' },
        { id: 'c2', source: 'done' }
      ],
      activeCellId: 'c1'
    });
    panel.workspace.bind = () => notebook;
    await panel.run(
      finalAnswer('Try this: <pre><code>df.head()\n</code></pre>', {
        summary: ''
      }),
      runEnded()
    );
    const insert = panel.get('button', 'Insert it as a cell');
    panel.trusted = false;
    await panel.click(insert);
    expect(notebook.cells()).toHaveLength(2);
    panel.trusted = true;
    await panel.click(insert);
    expect(notebook.cells().map(({ source }) => source)).toEqual([
      'df',
      'df.head()',
      'done'
    ]);
    expect(panel.announced).toBe('Inserted as a cell.');
    panel.workspace.bind = () => {
      throw new WorkspaceError('notebook-closed', 'No notebook is open.');
    };
    await panel.click(insert);
    expect(
      Notification.manager.notifications.map(({ message }) => message)
    ).toEqual(['No notebook is open.']);
  });

  it('links its numbers to the cells that show them, and marks those that none shows', async () => {
    await panel.run(
      finalAnswer('Of 344 the RMSE is <a href="#cell=gone">31.7</a>.', {
        summary: '344 rows, 99 % good.',
        numbers: [
          { text: '344', cellId: 'c1' },
          { text: '99 %', cellId: null },
          { text: '31.7', cellId: null }
        ]
      }),
      runEnded()
    );
    const links = panel.all('link', '344 (show cell [1])');
    expect(links).toHaveLength(2);
    expect(panel.all('link', /31\.7/)).toEqual([]);
    expect(panel.all('img', 'not in any output')).toHaveLength(2);
    expect(
      Array.from(
        panel.host.querySelectorAll('[title="Not in any output"]')
      ).map(each => each.firstChild?.textContent)
    ).toEqual(['99 %', '31.7']);
    for (const link of links) {
      await panel.click(link);
    }
    expect(panel.workspace.revealed).toEqual([
      { path: 'work/penguins.ipynb', cellId: 'c1' },
      { path: 'work/penguins.ipynb', cellId: 'c1' }
    ]);
  });

  it('has next steps that wait in the box, below what is written there', async () => {
    await panel.run(
      finalAnswer('Flipper length.', { nextItems: ['Train a classifier'] }),
      runEnded()
    );
    await panel.type(panel.composer, 'Well then:');
    await panel.click(panel.get('button', 'Train a classifier'));
    expect(panel.agent.commands('start')).toHaveLength(0);
    expect(panel.composer.value).toBe('Well then:\nTrain a classifier');
    expect(document.activeElement).toBe(panel.composer);
    expect(panel.composer.selectionStart).toBe(panel.composer.value.length);
  });

  it('shows an error in words, with a Retry that works', async () => {
    const error = {
      code: 'unreachable',
      title: 'The model’s server did not answer.',
      text: 'Start it, or choose another model.',
      retryable: true,
      chooseModel: true
    };
    await panel.run(runEnded('failed', { error }));
    expect(panel.text).toContain('The model’s server did not answer.');
    expect(panel.announced).toContain('The model’s server did not answer.');
    await panel.click(panel.get('button', 'Retry'));
    expect(panel.agent.commands('retry')).toEqual([
      { type: 'retry', threadId: panel.threadId, mode: 'agent' }
    ]);
    await panel.click(panel.get('button', 'Choose a model'));
    expect(panel.all('button', 'Use this model')).toHaveLength(1);
    await panel.run();
    expect(panel.all('button', 'Retry')).toEqual([]);
  });

  it('offers to summarise what was too much, by a button like the others', async () => {
    await panel.run(
      runEnded('failed', {
        error: {
          code: 'nothing-came',
          title: 'Nothing came back.',
          text: 'Press “Summarise and retry”.',
          retryable: true,
          summarise: true
        }
      })
    );
    const button = panel.get('button', 'Summarise and retry');
    button.focus();
    expect(document.activeElement).toBe(button);
    await panel.click(button);
    expect(panel.agent.commands('retry')).toEqual([
      {
        type: 'retry',
        threadId: panel.threadId,
        mode: 'agent',
        summarise: true
      }
    ]);
  });

  it('says that the person’s own system prompt is in use', async () => {
    const note = 'Your own system prompt replaces Cellwright’s';
    expect(panel.text).not.toContain(note);
    await act(async () => panel.preferences.set({ systemPrompt: 'A poet.' }));
    expect(panel.text).toContain(note);
    await panel.click(panel.get('button', 'Open the settings'));
    expect(panel.preferences.opened).toBe(1);
  });

  it('offers to restart a kernel that does not stop', async () => {
    await panel.run({
      type: 'notice',
      code: 'kernel-stuck',
      text: 'The kernel does not stop.'
    });
    await panel.click(panel.get('button', 'Restart kernel'));
    expect(panel.agent.commands('restart-kernel')).toHaveLength(1);
    await panel.tell({
      type: 'notice',
      code: 'kernel-restarted',
      text: 'Yes.'
    });
    expect(panel.all('button', 'Restart kernel')).toEqual([]);
  });

  it('says once that plots are not sent to the model, with the way to change it', async () => {
    const unseen: EventBody = {
      type: 'notice',
      code: 'plots-unseen',
      text: 'Plots are not sent to our-alias, which does not take pictures.'
    };
    // A page that comes later says it to the log again.
    await panel.run(unseen, unseen);
    await panel.click(panel.get('button', 'Model settings'));
    await panel.type('Provider', 'openai', 'change');
    expect(panel.get('combobox', 'Can see images')).toBeDefined();
  });

  it('can go on after many steps', async () => {
    await panel.run(runEnded('limit'));
    expect(panel.text).toContain('Paused after many steps.');
    await panel.click(panel.get('button', 'Continue'));
    expect(panel.agent.commands('retry')).toHaveLength(1);
  });

  it('can go on where it was cut off, whatever is said after that, until it goes on', async () => {
    await panel.run(runEnded('interrupted'), {
      type: 'notice',
      code: 'other',
      text: 'Cell #4 was put back.'
    });
    expect(panel.text).toContain('Interrupted: the page was closed');
    await panel.click(panel.get('button', 'Continue'));
    expect(panel.agent.commands('retry')).toHaveLength(1);
    await panel.run(userMessage('m2', 'No.'));
    expect(panel.all('button', 'Continue')).toEqual([]);
  });
});

describe('the thread', () => {
  it('is a log named Conversation whose streaming text is not read out', async () => {
    await panel.run({ type: 'text-delta', messageId: 'm1', delta: 'Hel' });
    const log = panel.get('log', 'Conversation');
    expect(log.getAttribute('aria-live')).toBe('off');
    expect(panel.announced).not.toContain('Hel');
  });

  it('tells a token to nobody but the message that streams', async () => {
    await panel.run({ type: 'text-delta', messageId: 'm1', delta: 'a' });
    const reported = jest.fn();
    const end = panel.store.main.subscribe(reported);
    await panel.tell({ type: 'text-delta', messageId: 'm1', delta: 'b' });
    end();
    expect(reported).not.toHaveBeenCalled();
  });

  it('draws streaming text by the period, and whole text at once', async () => {
    await panel.run({ type: 'text-delta', messageId: 'm1', delta: 'One ' });
    await panel.until(() => panel.text.includes('One'));
    expect(panel.text).toContain('One');
    await panel.tell({ type: 'text-delta', messageId: 'm1', delta: 'two' });
    expect(panel.text).not.toContain('One two');
    await panel.tell({
      type: 'model-message',
      messageId: 'm1',
      text: 'One two three'
    });
    expect(panel.text).toContain('One two three');
  });

  it('takes no event of another thread', async () => {
    await act(async () =>
      panel.agent.tell('another', userMessage('x', 'elsewhere'))
    );
    expect(panel.text).not.toContain('elsewhere');
  });

  it('begins anew, ending the run that was going', async () => {
    await panel.run();
    const before = panel.threadId;
    await panel.click(panel.get('button', 'New conversation'));
    expect(panel.agent.commands('stop')).toEqual([
      { type: 'stop', threadId: before }
    ]);
    expect(panel.threadId).not.toBe(before);
    expect(panel.text).toContain('What would you like to find out?');
  });

  it('survives a move of its widget, and lets go of everything it listens to when that is disposed', async () => {
    await panel.dispose();
    const { services } = panel.store;
    const { widget, store, dispose } = createPanel(services);
    const hosts = ['left', 'right', 'left'].map(() =>
      document.body.appendChild(document.createElement('div'))
    );
    await act(async () => Widget.attach(widget, hosts[0]));
    const composer = widget.node.querySelector('textarea')!;
    await panel.type(composer, 'half a thought');
    for (const host of hosts.slice(1)) {
      await act(async () => {
        Widget.detach(widget);
        Widget.attach(widget, host);
      });
      expect(widget.node.querySelector('textarea')).toBe(composer);
      expect(composer.value).toBe('half a thought');
    }
    expect(store.main.getState().draft).toBe('half a thought');
    await act(async () => dispose());
    expect(widget.node.childElementCount).toBe(0);
    expect(panel.agent.listeners).toBe(0);
    expect(panel.workspace.listeners).toBe(0);
    expect(panel.models.listeners).toBe(0);
    hosts.forEach(host => host.remove());
  });

  it.each<[string, string, string | null]>([
    ['its message box', '.jp-Cellwright-composerInput', null],
    [
      'what the person chose meanwhile',
      '.jp-Cellwright-header button',
      '.jp-Cellwright-header button'
    ]
  ])(
    'gives focus, opened for the first time, to %s',
    async (_, focused, chosen) => {
      await panel.dispose();
      const { widget, focusComposer, dispose } = createPanel(
        panel.store.services
      );
      const find = (selector: string) =>
        widget.node.querySelector<HTMLElement>(selector);
      await act(async () => Widget.attach(widget, document.body));
      const focusing = focusComposer();
      if (chosen) {
        find(chosen)!.focus();
      }
      await act(() => focusing);
      expect(document.activeElement).toBe(find(focused));
      await act(async () => dispose());
    }
  );
});

describe('the scroll position', () => {
  /**
   * jsdom has no layout: makes a log 100 px tall with a content of this height.
   */
  function layOut(height: number): HTMLElement {
    const log = panel.get('log', 'Conversation');
    Object.defineProperties(log, {
      clientHeight: { value: 100, configurable: true },
      scrollHeight: { value: height, configurable: true }
    });
    return log;
  }

  async function scrollTo(log: HTMLElement, top: number): Promise<void> {
    await act(async () => {
      log.scrollTop = top;
      log.dispatchEvent(new Event('scroll'));
    });
  }

  const jump = () =>
    panel.host.querySelector<HTMLElement>('.jp-Cellwright-jump')!;

  it('lets go of the end when the person scrolls up, and offers the way back', async () => {
    await panel.run();
    const log = layOut(1000);
    await scrollTo(log, 900);
    expect(jump().hidden).toBe(true);
    await scrollTo(log, 300);
    expect(jump().hidden).toBe(false);
    await panel.click(jump());
    expect(log.scrollTop).toBe(1000);
  });

  it('does not take text that came in for a wish to stay', async () => {
    await panel.run();
    const log = layOut(1000);
    await scrollTo(log, 900);
    layOut(1300);
    await scrollTo(log, 905);
    expect(panel.store.scroll.atEnd).toBe(true);
  });

  it('does not take it for a wish to stay that earlier items are drawn no longer', async () => {
    await panel.run();
    const log = layOut(6000);
    await scrollTo(log, 5900);
    layOut(1900);
    await scrollTo(log, 1700);
    expect(panel.store.scroll.atEnd).toBe(true);
    expect(jump().hidden).toBe(true);
    await scrollTo(log, 1600);
    expect(panel.store.scroll.atEnd).toBe(false);
  });

  it('follows to the first card that waits, below the line for all of them, and leaves somebody at the next one', async () => {
    const resized: (() => void)[] = [];
    const box = jest
      .spyOn(Element.prototype, 'getBoundingClientRect')
      .mockImplementation(function (this: Element) {
        const cards = [...document.querySelectorAll('.jp-Cellwright-card')];
        const log = document.querySelector('.jp-Cellwright-thread');
        const at = cards.indexOf(this);
        return {
          top: at < 0 ? 0 : 500 + at * 200 - (log?.scrollTop ?? 0),
          height: this.matches('.jp-Cellwright-decisionsLine') ? 30 : 0
        } as DOMRect;
      });
    try {
      await panel.unmount();
      Object.assign(globalThis, {
        ResizeObserver: class {
          constructor(follow: () => void) {
            resized.push(follow);
          }
          observe(): void {}
          disconnect(): void {}
        }
      });
      await panel.mount();
      const cards = ['a', 'b', 'c'].map(id => codeCard(id));
      await panel.run(
        ...cards.flatMap(({ callId }) => call(callId, {}).slice(0, 1)),
        reviewOpened(cards)
      );
      const at = async (height: number): Promise<number> => {
        const log = layOut(height);
        await act(async () => resized.forEach(follow => follow()));
        log.dispatchEvent(new Event('scroll'));
        return log.scrollTop;
      };
      expect(await at(1100)).toBe(464);
      await scrollTo(panel.get('log'), 700);
      expect(await at(1110)).toBe(700);
      await panel.tell(reviewDecided('a'));
      // It folds before the next one opens, which moves the page up.
      await scrollTo(layOut(1120), 8);
      // The next one takes the place of the first.
      expect(await at(930)).toBe(464);
      expect(panel.store.scroll.atEnd).toBe(true);
      await scrollTo(panel.get('log'), 300);
      expect(await at(940)).toBe(300);
      await panel.click(jump());
      expect(panel.get('log').scrollTop).toBe(464);
    } finally {
      box.mockRestore();
      Reflect.deleteProperty(globalThis, 'ResizeObserver');
    }
  });
});

describe('the model line', () => {
  it('goes by the context of the model that is chosen, also in the middle of a run', async () => {
    const { models } = panel;
    const words = () => panel.get('img', /tokens in this conversation/).title;
    const choose = (contextWindow: number | null) => {
      models.abilities = { ...models.abilities, contextWindow };
      return panel.chooseModel({ provider: 'openai', model: 'b' });
    };
    await panel.run({
      type: 'usage',
      input: 11_000,
      output: 1_000,
      estimated: false
    });
    await choose(24_000);
    expect(words()).toContain('50 % of the context');
    await choose(null);
    expect(words()).toContain('the size of the context is not known');
  });

  it('goes by what the run says where the chosen model’s provider is not loaded', async () => {
    panel.models.abilities = { ...panel.models.abilities, contextWindow: null };
    await panel.run(
      runStarted({
        runId: 'r2',
        model: {
          id: 'demo',
          label: panel.models.label,
          contextWindow: 48_000
        }
      }),
      { type: 'usage', input: 11_000, output: 1_000, estimated: false }
    );
    expect(panel.text).toContain('25 %');
  });
});

describe('the menu', () => {
  it('is grouped, with the words that people look for', async () => {
    await panel.run();
    await panel.click(panel.get('button', 'Menu'));
    const menu = panel.get('menu', 'Menu');
    expect(
      Array.from(menu.children, each => each.firstChild?.textContent)
    ).toEqual([
      'This conversation',
      'Timeline',
      'Log',
      'Continue in a new conversation with a summary',
      'Work',
      'Write a report…',
      'MCP servers',
      'Settings',
      'Model',
      'Permissions',
      'Memories',
      'Model requests',
      'All settings'
    ]);
  });
});
