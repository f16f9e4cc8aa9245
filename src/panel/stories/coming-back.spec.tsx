import { PromiseDelegate } from '@lumino/coreutils';
import { act } from 'react';

import type { IThreadDraft } from '../../contract';
import { codeCard, questionCard } from '../../testing/fake-agent';
import { FakeThreads } from '../../testing/fake-threads';
import { ALL_CARDS } from '../state/panel-state';
import { logOf, turn, turns } from './long-thread';
import { PanelFixture } from './panel-fixture';
import {
  reviewDecided,
  reviewOpened,
  runEnded,
  runStarted,
  userMessage
} from './events';

let threads: FakeThreads;
let panel: PanelFixture;

/** Mounts a panel that finds what an earlier page load stored. */
async function comeBack(): Promise<void> {
  panel = new PanelFixture({}, threads);
  await panel.mount();
}

const DRAFT: IThreadDraft = {
  text: '',
  attachments: [],
  mode: 'agent',
  answers: {},
  scroll: { top: 0, atEnd: true }
};
/** A reason for a rejection that was begun. */
const REASON = (id: string, reason: string) => ({
  hash: id,
  values: { reason },
  asks: 'reject'
});
const RUN = {
  runId: 'r0',
  mode: 'agent' as const,
  notebook: 'work/penguins.ipynb',
  tools: [],
  instructions: '',
  choice: { provider: 'demo', model: 'demo' } as never,
  turn: [],
  unsent: [],
  started: 0
};
/** Has storage wait until the function that this returns is called. */
function holdReading(): () => Promise<void> {
  const held = new PromiseDelegate<void>();
  threads.reading = held.promise;
  return async () => {
    await act(async () => held.resolve());
    await panel.settle();
  };
}
const lastSaved = () => threads.saved[threads.saved.length - 1];

beforeEach(() => {
  threads = new FakeThreads();
});

describe('the panel of a new page', () => {
  it('opens on the last conversation of the notebook in front, and asks the engine for nothing where nothing goes on', async () => {
    threads.add('old', {}, logOf('old', ...turn(1)));
    threads.add('t1', {}, logOf('t1', ...turn(2)));
    threads.add('other', { notebook: 'b.ipynb' }, logOf('other', ...turn(3)));
    await comeBack();
    expect(panel.threadId).toBe('t1');
    expect(panel.text).toContain('Question 2');
    expect(panel.text).toContain('Listed 3 files');
    expect(panel.text).not.toContain('Question 3');
    expect(panel.agent.sent).toEqual([]);
  });

  it('says when the conversation could not be read, and tries again', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    threads.add('t1', {}, logOf('t1', ...turn(2)));
    panel = new PanelFixture({}, threads);
    panel.agent.kept = () => Promise.reject(new Error('It did not arrive.'));
    await panel.mount();
    const unread = 'The conversation could not be opened. Try again';
    expect(panel.text).toContain(unread);
    expect(panel.text).not.toContain('Question 2');
    panel.agent.kept = id => threads.history(id);
    await panel.click(panel.get('button', 'Try again'));
    expect(panel.text).toContain('Question 2');
    expect(panel.text).not.toContain(unread);
  });

  it.each([
    ['a run', { run: RUN }],
    ['a decision that waits', { pending: 1 }]
  ])('brings back %s', async (_, change) => {
    threads.add('t1', change, logOf('t1', ...turn(1)));
    await comeBack();
    expect(panel.agent.sent).toEqual([{ type: 'open', threadId: 't1' }]);
  });

  it('has the card that waits, with the edit and the reason in progress', async () => {
    threads.add(
      't1',
      { pending: 2, run: RUN },
      logOf(
        't1',
        ...turn(1).slice(0, 2),
        reviewOpened([codeCard('a'), codeCard('b'), questionCard('q')])
      )
    );
    threads.drafts.set('t1', {
      ...DRAFT,
      answers: {
        a: { hash: 'a', values: { edit: 'df.head()' }, asks: null },
        b: REASON('b', 'too much'),
        q: {
          hash: 'hash-q',
          values: { answer: { chosen: ['island'], other: null } },
          asks: null
        }
      }
    });
    await comeBack();
    const [first, second, question] = panel.all('group', /^Review/);
    expect(panel.editor(first).state.doc.toString()).toBe('df.head()');
    expect(panel.editor(first).state.readOnly).toBe(false);
    expect(second.querySelector('input')?.value).toBe('too much');
    expect(
      question.querySelectorAll<HTMLInputElement>('input')[1].checked
    ).toBe(true);
    await panel.click(panel.button(first, 'Approve'));
    expect(panel.agent.commands('resume')).toMatchObject([
      {
        interruptId: 'i1',
        decisions: { a: { editedAction: { args: { code: 'df.head()' } } } }
      }
    ]);
  });

  it.each<[string, IThreadDraft['answers'], string, object]>([
    ['approve a card', {}, 'Approve', { a: { type: 'approve' } }],
    [
      'reject a card',
      { a: REASON('a', 'too much') },
      'Send rejection',
      { a: { type: 'reject', message: 'too much' } }
    ],
    [
      'reject all cards',
      { [ALL_CARDS]: REASON('i1', 'no') },
      'Send rejection',
      {
        a: { type: 'reject', message: 'no' },
        b: { type: 'reject', message: 'no' }
      }
    ]
  ])(
    'lets nobody %s before the conversation is open, and keeps the reason',
    async (_, answers, name, decisions) => {
      threads.add(
        't1',
        { pending: 2, run: RUN },
        logOf(
          't1',
          ...turn(1).slice(0, 2),
          reviewOpened([codeCard('a'), codeCard('b')])
        )
      );
      threads.drafts.set('t1', { ...DRAFT, answers });
      panel = new PanelFixture({}, threads);
      const opened = new PromiseDelegate<void>();
      panel.agent.onSend = ({ type }) =>
        type === 'open' ? opened.promise : undefined;
      await panel.mount();
      const button = () => panel.get('button', name);
      expect(button().disabled).toBe(true);
      await panel.click(button());
      for (const field of panel.all('textbox', /^Reason for/)) {
        await panel.press(field, 'Enter');
      }
      expect(panel.agent.commands('resume')).toEqual([]);
      await act(async () => opened.resolve());
      await panel.settle();
      await panel.click(button());
      expect(
        panel.agent.commands('resume').map(sent => sent.decisions)
      ).toEqual([decisions]);
    }
  );

  it('has the words, what goes along and the mode', async () => {
    threads.add('t1', {}, logOf('t1', ...turn(1)));
    threads.drafts.set('t1', {
      ...DRAFT,
      text: 'half a sen',
      attachments: [{ kind: 'variable', name: 'df' }],
      mode: 'ask'
    });
    await comeBack();
    expect(panel.composer.value).toBe('half a sen');
    expect(panel.all('button', 'Remove df')).toHaveLength(1);
    expect(panel.get('combobox', 'Mode').value).toBe('ask');
  });

  it('does not offer words again that have arrived', async () => {
    threads.add('t1', {}, logOf('t1', ...turn(1)));
    threads.drafts.set('t1', { ...DRAFT, text: 'Question 1' });
    await comeBack();
    expect(panel.composer.value).toBe('');
  });

  it('comes back to where the thread was scrolled to', async () => {
    threads.add('t1', {}, logOf('t1', ...turns(40)));
    threads.drafts.set('t1', {
      ...DRAFT,
      scroll: { top: 340, atEnd: false, from: 12 }
    });
    await comeBack();
    expect(panel.get('log').scrollTop).toBe(340);
    expect(panel.store.main.getState().from).toBe(12);
  });

  it('keeps what is typed while it is still looking', async () => {
    const read = holdReading();
    threads.add('t1', {}, logOf('t1', ...turn(1)));
    await comeBack();
    await panel.type(panel.composer, 'and then');
    await read();
    expect(panel.text).toContain('Answer 1');
    expect(panel.composer.value).toBe('and then');
  });

  it('leaves a message alone that was sent while it was looking', async () => {
    const read = holdReading();
    threads.add('t1', {}, logOf('t1', ...turn(1)));
    await comeBack();
    panel.agent.onSend = () => new Promise(() => undefined);
    await panel.send('at once');
    await read();
    expect(panel.agent.commands('start')[0].threadId).toBe(panel.threadId);
    expect(panel.threadId).not.toBe('t1');
  });

  it('counts what is told while the history is read, once', async () => {
    const read = holdReading();
    const history = logOf('t1', ...turn(1));
    threads.add('t1', {}, history);
    await comeBack();
    const error = { code: 'x', title: 'Late.', text: '', retryable: false };
    panel.agent.tell('t1', runEnded('failed', { error }), 50);
    history.push({
      type: 'notice',
      code: 'other',
      text: 'Told and kept',
      threadId: 't1',
      time: 60
    });
    panel.agent.tell(
      't1',
      { type: 'notice', code: 'other', text: 'Told and kept' },
      60
    );
    threads.histories.set('t1', history);
    await read();
    expect(panel.text.match(/Late\./g)).toHaveLength(1);
    expect(panel.text.match(/Told and kept/g)).toHaveLength(1);
  });

  it('begins anew where nothing can be read', async () => {
    jest.spyOn(console, 'warn').mockImplementation();
    threads.refuses = new Error('broken');
    await comeBack();
    expect(panel.text).toContain('What would you like to find out?');
  });

  it('says that nothing outlives the page, and why', async () => {
    threads.keeping = { ok: false, why: 'This is a private window.' };
    await comeBack();
    expect(panel.text).toContain('This is a private window.');
  });

  it('lets a damaged conversation be read only, and says why', async () => {
    threads.add(
      't1',
      { damaged: 'A record could not be read.', run: RUN },
      logOf('t1', ...turn(1))
    );
    await comeBack();
    expect(panel.text).toContain('Answer 1');
    expect(panel.text).toContain('A record could not be read.');
    expect(panel.all('textbox', 'Message Cellwright')).toEqual([]);
    expect(panel.agent.sent).toEqual([]);
  });

  it('locks the cards of a damaged conversation, also of one found to be so now', async () => {
    const log = logOf(
      't1',
      ...turn(1).slice(0, 2),
      reviewOpened([codeCard('a')])
    );
    const damaged = 'A record could not be read.';
    const approve = () => {
      const [card] = panel.all('group', /^Review/);
      return panel.button(card, 'Approve') as HTMLButtonElement;
    };
    threads.add('t1', { damaged, pending: 1, run: RUN }, log);
    await comeBack();
    expect(approve().disabled).toBe(true);
    await panel.dispose();

    threads = new FakeThreads();
    const record = threads.add('t1', { pending: 1, run: RUN }, log);
    await comeBack();
    expect(approve().disabled).toBe(false);
    threads.records.set('t1', { ...record, damaged });
    await act(async () => threads.changed());
    await panel.settle();
    expect(approve().disabled).toBe(true);
    expect(panel.text).toContain(damaged);
  });

  it('says once where a conversation came from, asks the engine for nothing, and goes on when the person says so', async () => {
    threads.add(
      't1',
      { imported: true, importedFrom: 'trip\u202e.json', untouched: true },
      logOf('t1', ...turn(1))
    );
    await comeBack();
    expect(panel.text).toContain(
      'This conversation was imported from the file “trip⟨U+202E⟩.json”.'
    );
    expect(panel.text.split('imported from the file')).toHaveLength(2);
    expect(panel.agent.sent).toEqual([]);
    await panel.click(panel.get('button', 'Continue'));
    expect(panel.agent.sent).toEqual([
      { type: 'retry', threadId: 't1', mode: 'agent' }
    ]);
    await act(() => threads.update('t1', { untouched: false }));
    await panel.settle();
    expect(panel.all('button', 'Continue')).toEqual([]);
    expect(panel.text).toContain('imported from the file');
  });

  it('tells whom a conversation from a file goes to before it is gone on with', async () => {
    threads.add(
      't1',
      { imported: true, untouched: true },
      logOf('t1', ...turn(1))
    );
    await comeBack();
    panel.models.host = 'api.example.org';
    await panel.chooseModel({ provider: 'openai' });
    expect(panel.text).toContain('This conversation was imported from a file.');
    await panel.click(panel.get('button', 'Continue'));
    expect(panel.agent.sent).toEqual([]);
    const [told] = panel.all('group', 'Before the first message');
    await panel.click(panel.button(told, 'Send to api.example.org'));
    expect(panel.agent.sent).toEqual([
      { type: 'retry', threadId: 't1', mode: 'agent' }
    ]);
  });

  it('asks quietly about conversations in a file that this browser did not write', async () => {
    await comeBack();
    const answers: boolean[] = [];
    const ask = (waiting: number, left: number) =>
      act(async () =>
        panel.store.conversations.ask({
          file: 'penguins.cellwright.json',
          waiting,
          left,
          answer: async isTaken => void answers.push(isTaken)
        })
      );
    await ask(2, 0);
    const sentence =
      'penguins.cellwright.json beside this notebook contains 2 conversations that were not written in this browser.';
    const asked = () =>
      panel.all('group', 'Conversations beside this notebook');
    expect(asked()[0].textContent).toContain(sentence);
    expect(panel.announced).toContain(sentence);
    // It does not take the focus.
    expect(asked()[0].contains(document.activeElement)).toBe(false);
    await panel.click(panel.button(asked()[0], 'Leave them in the file'));
    await panel.click(panel.button(asked()[0], 'Show them'));
    expect(answers).toEqual([false, true]);
    await ask(0, 2);
    expect(asked()).toEqual([]);
    await panel.click(panel.get('button', 'Conversations'));
    expect(panel.text).toContain(
      '2 conversations are left in penguins.cellwright.json.'
    );
    await panel.click(panel.get('button', 'Show them'));
    expect(answers).toEqual([false, true, true]);
  });
});

describe('a conversation of 1,000 messages', () => {
  it('is folded at once and drawn from its end', async () => {
    threads.add('t1', {}, logOf('t1', ...turns(334)));
    panel = new PanelFixture({}, threads);
    let told = 0;
    panel.store.main.subscribe((state, before) => {
      told += state.thread === before.thread ? 0 : 1;
    });
    await panel.mount();
    expect(told).toBe(1);
    expect(panel.store.main.getState().thread.order).toHaveLength(1002);
    expect(panel.text).toContain('Answer 333');
    expect(panel.text).not.toContain('Answer 300');
    expect(
      panel.host.querySelectorAll('.jp-Cellwright-threadContent > *')
    ).toHaveLength(61);
  });

  it('shows what is above when it is asked for', async () => {
    threads.add('t1', {}, logOf('t1', ...turns(60)));
    await comeBack();
    await panel.click(panel.get('button', 'Show earlier messages'));
    expect(panel.text).toContain('Answer 25');
    await panel.click(panel.get('button', 'Show earlier messages'));
    expect(panel.text).toContain('Answer 0');
    expect(panel.all('button', 'Show earlier messages')).toEqual([]);
  });
});

describe('a draft', () => {
  beforeEach(async () => {
    threads.add('t1', {}, logOf('t1', ...turn(1)));
    await comeBack();
  });

  it('is kept a moment after the last key, and at once when the page goes', async () => {
    await panel.type(panel.composer, ['half', 'half a']);
    expect(threads.saved).toEqual([]);
    await panel.until(() => threads.saved.length > 0);
    expect(threads.saved).toMatchObject([
      { id: 't1', draft: { text: 'half a' } }
    ]);
    await panel.type(panel.composer, 'half a sen');
    window.dispatchEvent(new Event('pagehide'));
    await panel.settle();
    expect(lastSaved()).toMatchObject({
      id: 't1',
      draft: { text: 'half a sen' }
    });
  });

  it('is cleared when nothing is left of it, and goes along into a new conversation', async () => {
    await panel.type(panel.composer, 'half');
    await panel.until(() => threads.drafts.has('t1'));
    await panel.type(panel.composer, '');
    await panel.until(() => !threads.drafts.has('t1'));
    expect(threads.drafts.has('t1')).toBe(false);
    await panel.type(panel.composer, 'half');
    await panel.until(() => threads.drafts.has('t1'));
    await panel.click(panel.get('button', 'New conversation'));
    await panel.until(() => threads.drafts.has(panel.threadId));
    expect(panel.composer.value).toBe('half');
    expect(threads.drafts.has('t1')).toBe(false);
    expect(threads.drafts.get(panel.threadId)?.text).toBe('half');
  });

  it('holds what was sent until the agent has it', async () => {
    panel.agent.onSend = () => new Promise(() => undefined);
    await panel.send('Go on');
    await panel.until(() => threads.drafts.has('t1'));
    expect(threads.drafts.get('t1')?.text).toBe('Go on');
    await panel.tell(userMessage('x', 'other'));
    const [{ messageId }] = panel.agent.commands('start');
    await panel.tell(userMessage(messageId, 'Go on'), runStarted());
    await panel.until(() => !threads.drafts.has('t1'));
    expect(threads.drafts.has('t1')).toBe(false);
  });

  it('holds the edit of a card while it waits, and no longer', async () => {
    await panel.run(reviewOpened([codeCard('a')]));
    await panel.click(panel.get('button', 'Edit'));
    await panel.typeCode(panel.card(), 'df.head()');
    await panel.until(
      () =>
        JSON.stringify(threads.drafts.get('t1')?.answers['a']) ===
        JSON.stringify({
          hash: 'a',
          values: { edits: true, edit: 'df.head()' },
          asks: null
        })
    );
    await panel.tell(reviewDecided('a'));
    await panel.type(panel.composer, 'x');
    await panel.until(() => threads.drafts.get('t1')?.text === 'x');
    expect(threads.drafts.get('t1')?.answers).toEqual({});
  });

  it('of a conversation without a message makes one, and takes it back', async () => {
    await panel.click(panel.get('button', 'New conversation'));
    const id = panel.threadId;
    expect(threads.records.has(id)).toBe(false);
    await panel.type(panel.composer, 'half');
    await panel.until(() => threads.records.has(id));
    expect(threads.records.get(id)).toMatchObject({
      notebook: 'work/penguins.ipynb'
    });
    await panel.type(panel.composer, '');
    await panel.until(() => !threads.records.has(id));
    expect(threads.records.has(id)).toBe(false);
  });
});

describe('another notebook in front', () => {
  beforeEach(async () => {
    threads.add('t1', {}, logOf('t1', ...turn(1)));
    threads.add('t2', { notebook: 'b.ipynb' }, logOf('t2', ...turn(2)));
    await comeBack();
  });

  const toFront = async (path: string | null) => {
    await act(async () => panel.workspace.bringToFront(path));
    await panel.settle();
  };

  it('brings its conversation along, and begins a new one where it has none', async () => {
    await toFront('b.ipynb');
    expect(panel.threadId).toBe('t2');
    expect(panel.text).toContain('Answer 2');
    await toFront('work/penguins.ipynb');
    expect(panel.threadId).toBe('t1');
    await toFront('new.ipynb');
    expect(panel.text).toContain('What would you like to find out?');
    expect(panel.threadId).not.toBe('t1');
    expect(threads.records.has('t1')).toBe(true);
  });

  it('leaves a new conversation alone while its notebook stays', async () => {
    await panel.click(panel.get('button', 'New conversation'));
    const { threadId } = panel;
    await act(async () => panel.workspace.changed());
    await panel.settle();
    expect(panel.threadId).toBe(threadId);
  });

  it('takes nothing from under a draft, and offers it', async () => {
    await panel.type(panel.composer, 'half');
    await toFront('b.ipynb');
    expect(panel.threadId).toBe('t1');
    await panel.click(panel.get('button', 'Conversation of b.ipynb'));
    expect(panel.threadId).toBe('t2');
    expect(panel.composer.value).toBe('');
    expect(threads.drafts.get('t1')?.text).toBe('half');
  });

  it('takes nothing from under words that were begun meanwhile', async () => {
    const read = holdReading();
    await toFront('b.ipynb');
    await panel.type(panel.composer, 'half');
    await read();
    expect(panel.threadId).toBe('t1');
    expect(panel.composer.value).toBe('half');
  });

  it('takes nothing from under a run, nor somebody away from what it has ended in', async () => {
    await panel.run();
    await toFront('b.ipynb');
    expect(panel.threadId).toBe('t1');
    expect(panel.all('button', 'Conversation of b.ipynb')).toHaveLength(1);
    await panel.tell(runEnded());
    await act(async () => panel.workspace.changed());
    await panel.settle();
    expect(panel.threadId).toBe('t1');
    expect(panel.all('button', 'Conversation of b.ipynb')).toHaveLength(1);
  });

  it('is the same one when it was renamed', async () => {
    await act(async () => {
      panel.workspace.move('work/renamed.ipynb');
      await threads.moved('work/penguins.ipynb', 'work/renamed.ipynb');
    });
    await panel.settle();
    expect(panel.threadId).toBe('t1');
    expect(panel.store.main.getState().home).toBe('work/renamed.ipynb');
  });
});

describe('a conversation in front', () => {
  it('is drawn anew when it goes on in another branch', async () => {
    threads.add('t1', {}, logOf('t1', ...turns(2)));
    await comeBack();
    threads.histories.set('t1', logOf('t1', ...turn(0), ...turn(7)));
    await panel.tell({ type: 'branch', branch: 'x' });
    expect(panel.text).toContain('Question 7');
    expect(panel.text).not.toContain('Question 1');
  });

  it('has an id of its own, however many are begun, over two pages', async () => {
    const other = new PanelFixture({}, threads);
    panel = new PanelFixture({}, threads);
    const ids: string[] = [];
    for (const page of [other, panel]) {
      ids.push(page.threadId);
      for (let count = 0; count < 500; count++) {
        page.store.newConversation();
        ids.push(page.threadId);
      }
    }
    await other.dispose();
    expect(new Set(ids).size).toBe(1002);
    // Long enough that two browsers do not collide either: 122 random bits.
    ids.forEach(id =>
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/)
    );
  });

  it('makes room for a new one when it was deleted in another tab', async () => {
    threads.add('t1', {}, logOf('t1', ...turn(1)));
    await comeBack();
    await act(() => threads.delete('t1'));
    await panel.settle();
    expect(panel.threadId).not.toBe('t1');
    expect(panel.text).toContain('What would you like to find out?');
  });

  it('lets go of storage when the panel is disposed', async () => {
    await comeBack();
    // One for the current conversation, one for the problems.
    expect(threads.listeners).toBe(2);
    await panel.dispose();
    expect(threads.listeners).toBe(0);
  });
});
