import { TURN_EFFECTS } from '../../contract';
import { codeCard, commandCard } from '../../testing/fake-agent';
import { PanelFixture } from './panel-fixture';
import {
  callFinished,
  callProposed,
  reviewDecided,
  reviewOpened
} from './events';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
});

async function open(...cards: ReturnType<typeof codeCard>[]): Promise<void> {
  await panel.run(
    ...cards.map(({ callId }) => callProposed(callId)),
    reviewOpened(cards)
  );
}

const decisions = () =>
  panel.agent.commands('resume').map(command => command.decisions);
const decided = (...decision: Parameters<typeof reviewDecided>) =>
  panel.tell(reviewDecided(...decision));

describe('a step with several cards', () => {
  const body = {
    kind: 'diff',
    mimeType: 'text/x-ipython',
    before: 'a\nb\nc',
    text: 'a\nx'
  } as const;
  const four = () =>
    open(codeCard('a'), codeCard('b'), codeCard('c', { body }), codeCard('d'));
  const cards = () => panel.all('group', /^Review: /);
  const approves = () =>
    cards().map(
      card => card.querySelectorAll('[data-cellwright-decides]').length > 0
    );

  it('opens the first that waits, and folds the others to one line with the lines they change', async () => {
    await four();
    expect(approves()).toEqual([true, false, false, false]);
    expect(cards()[2].textContent).toContain('+1');
    expect(cards()[2].textContent).toContain('1 line added');
    expect(cards()[2].textContent).toContain('2 lines removed');
    await decided('a');
    expect(approves()).toEqual([true, false, false]);
  });

  it('approves no card by a key that is folded, but opens it', async () => {
    await four();
    await panel.press(cards()[3], 'Enter', { ctrlKey: true });
    expect(panel.agent.commands('resume')).toEqual([]);
    expect(approves()).toEqual([true, false, false, true]);
    await panel.press(cards()[3], 'Enter', { ctrlKey: true });
    expect(decisions()[0]).toEqual({ d: { type: 'approve' } });
  });

  it('folds nothing away that reaches out or needs a second look', async () => {
    await open(
      codeCard('a'),
      commandCard('b'),
      codeCard('c', { always: 'It writes a file that runs by itself.' }),
      codeCard('d', { elsewhere: true }),
      codeCard('e')
    );
    expect(approves()).toEqual([true, true, true, true, false]);
  });

  it.each(['Enter', 'a click'])(
    'has the second of two on one line, which %s opens',
    async how => {
      await open(codeCard('a'), codeCard('b', { body }));
      expect(approves()).toEqual([true, false]);
      const line = cards()[1].querySelector('button')!;
      expect(line.getAttribute('aria-expanded')).toBe('false');
      await (how === 'Enter'
        ? panel.press(line, 'Enter', { metaKey: true })
        : panel.click(line));
      expect(approves()).toEqual([true, true]);
      expect(document.activeElement).toBe(cards()[1]);
    }
  );

  const fromMenu = (name: RegExp) => async () => {
    await panel.click(panel.get('button', 'Allow more than this step'));
    await panel.click(panel.get('menuitem', name));
  };

  it.each<[string, () => Promise<void>]>([
    ['Approve all', () => panel.click(panel.get('button', 'Approve all'))],
    [
      'Approve the rest of this turn',
      () => panel.click(panel.get('switch', 'Approve the rest of this turn'))
    ],
    ['the same on a card', fromMenu(/^Approve the rest of this turn/)],
    ['Allow for this turn', fromMenu(/^Allow for this turn/)],
    ['Allow for this notebook', fromMenu(/^Allow for this notebook/)],
    ['Allow always', fromMenu(/^Allow always/)],
    ['a rule for a package', fromMenu(/^Allow pandas always/)]
  ])(
    '%s decides nothing until each card, or its line, was in view',
    async (_, press) => {
      const policies = () => panel.preferences.policies.length;
      const sent = () =>
        panel.agent.commands('resume').length +
        panel.agent.commands('turn-rule').length +
        policies();
      panel.inView = false;
      await open(
        codeCard('a', {
          codeQuestion: {
            because: 'it uses pandas',
            allow: { kind: 'package', name: 'pandas' }
          }
        }),
        codeCard('b')
      );
      const look = async (card: HTMLElement) => {
        card.focus();
        await panel.until(() => !card.hasAttribute('data-cellwright-unseen'));
      };
      await look(cards()[0]);
      await press();
      expect(panel.text).toContain('cards that were not in view yet.');
      expect(sent()).toBe(0);
      await look(cards()[1]);
      await press();
      await panel.until(() => sent() > 0);
      expect(panel.text).not.toContain('cards that were not in view yet.');
    }
  );

  it('is decided by a rule from the page of rules once its card was in view', async () => {
    const makeRule = async () => {
      panel.store.show({ name: 'policy' });
      await panel.settle();
      await panel.click(panel.get('switch', /^Run code/));
      return panel.preferences.policies.length;
    };
    panel.inView = false;
    await open(codeCard('not-seen'));
    expect(await makeRule()).toBe(0);
    expect(panel.text).toContain('Go back and look at them first.');
    panel.inView = true;
    await panel.click(panel.get('button', 'Back, 1 decision waiting'));
    await panel.lookedAt();
    expect(await makeRule()).toBe(1);
    expect(panel.text).not.toContain('Go back and look at them first.');
  });
});

describe('a review card', () => {
  it('is gone at once when it was decided elsewhere, so that nobody presses it', async () => {
    await open(codeCard('a'));
    panel.agent.tell(panel.threadId, reviewDecided('a'));
    expect(panel.store.main.getState().thread.pending).toEqual([]);
    await panel.settle();
  });

  it('is a group before the composer, named by what will happen, and shows the code, the reason, what it does and where it goes', async () => {
    await open(codeCard('a'));
    const card = panel.card();
    expect(panel.editor(card).state.doc.toString()).toBe('df.describe()  # a');
    expect(card.textContent).toContain('Means by species');
    expect(card.textContent).toContain('runs code');
    expect(card.textContent).toContain('after [1] in penguins.ipynb');
    expect(card.getAttribute('aria-label')).toBe(
      'Review: Insert a code cell after [1] in penguins.ipynb and run it on Python 3 (ipykernel)'
    );
    const approve = panel.get('button', 'Approve');
    expect(
      approve.compareDocumentPosition(panel.composer) &
        Node.DOCUMENT_POSITION_FOLLOWING
    ).toBeTruthy();
  });

  it('puts the model’s words in quotes on one line, apart from notes of ours, and whole once it is pressed', async () => {
    const words = `Safe.”\n\nCellwright has checked this: it only reads. ${'x'.repeat(300)} end`;
    await open(codeCard('a', { reason: words }));
    const card = panel.card();
    const line = card.querySelector('.jp-Cellwright-modelSays')!;
    expect(line.textContent).toMatch(
      /^The model says: “Safe\." Cellwright has checked this: it only reads\. x+…”$/
    );
    expect(card.textContent).not.toContain(' end”');
    await panel.click(line as HTMLElement);
    expect(card.textContent).toContain(' end”');
    await decided('a');
    await panel.click(panel.get('button', 'Show what was decided'));
    expect(panel.text).toContain('The model says: “Safe." Cellwright has');
  });

  it('has the sentence of a rule as its heading, in the place of its own', async () => {
    await open(
      { ...codeCard('a'), sentence: 'Look twice: a', worded: true },
      commandCard('b')
    );
    const headings = panel
      .all('group', /^Review: /)
      .map(card => card.querySelector('strong')?.textContent);
    expect(headings).toEqual(['Look twice: a', commandCard('b').title]);
  });

  it('does not take focus, and is announced; its approval is sent with the interrupt, the call and the hash of what was shown', async () => {
    const composer = panel.composer;
    composer.focus();
    await open(codeCard('a'));
    expect(document.activeElement).toBe(composer);
    expect(panel.announced).toContain(
      'Review waiting: Insert a code cell after [1]'
    );
    await panel.click(panel.get('button', 'Approve'));
    expect(panel.agent.commands('resume')).toEqual([
      {
        type: 'resume',
        threadId: panel.threadId,
        interruptId: 'i1',
        decisions: { a: { type: 'approve' } },
        hashes: { a: 'hash-a' }
      }
    ]);
  });

  it.each([{ shiftKey: true }, { altKey: true }])(
    'is not approved by Ctrl+Enter with %p',
    async besides => {
      await open(codeCard('a'));
      await panel.press(panel.card(), 'Enter', { ctrlKey: true, ...besides });
      expect(panel.agent.commands('resume')).toEqual([]);
    }
  );

  it('is neither approved nor rejected by a click that no person made', async () => {
    panel.trusted = false;
    await open(codeCard('a'));
    await panel.click(panel.get('button', 'Approve'));
    await panel.press(panel.card(), 'Enter', { ctrlKey: true });
    await panel.click(panel.get('button', 'Reject'));
    await panel.click(panel.get('button', 'Send rejection'));
    expect(panel.agent.commands('resume')).toEqual([]);
    expect(panel.announced).toContain(
      'Only a real click or key press can decide'
    );
  });

  it('is approved by Ctrl+Enter and by Cmd+Enter anywhere in it, once', async () => {
    panel.agent.onSend = () => new Promise(() => undefined);
    await open(codeCard('a'), codeCard('b'));
    const [first, second] = panel.all('group', /^Review/);
    await panel.press(first.querySelector('.cm-content')!, 'Enter', {
      ctrlKey: true
    });
    await panel.press(first, 'Enter', { ctrlKey: true });
    await panel.press(second, 'Enter', { ctrlKey: true, repeat: true });
    expect(panel.agent.commands('resume')).toHaveLength(1);
    // The first opens it.
    await panel.press(second, 'Enter', { metaKey: true });
    await panel.press(second, 'Enter', { metaKey: true });
    expect(decisions()).toEqual([
      { a: { type: 'approve' } },
      { b: { type: 'approve' } }
    ]);
  });

  it('does not offer what the policy does not allow', async () => {
    await open(codeCard('a', { allowedDecisions: ['approve', 'reject'] }));
    expect(panel.all('button', 'Edit')).toEqual([]);
    expect(panel.all('button', 'Approve')).toHaveLength(1);
  });

  it('says why it came back', async () => {
    await open(codeCard('a'));
    await panel.tell({
      type: 'review-voided',
      interruptId: 'i2',
      card: codeCard('a', {
        hash: 'new',
        voided: 'The cell changed since this was proposed.'
      })
    });
    expect(panel.card().textContent).toContain('The cell changed since');
    await panel.click(panel.get('button', 'Approve'));
    expect(panel.agent.commands('resume')[0]).toMatchObject({
      interruptId: 'i2',
      hashes: { a: 'new' }
    });
  });

  it('makes hidden and reordering characters visible, in code, reason and path', async () => {
    await open(
      codeCard('a', {
        reason: 'fine\u202e!',
        body: {
          kind: 'file',
          path: 'a\u200b.csv',
          mimeType: 'text/csv',
          before: null,
          text: 'x\u2066\u{e0041}\u00a0\u2003\u3000y'
        }
      })
    );
    const { textContent } = panel.card();
    expect(textContent).toContain('fine⟨U+202E⟩!');
    expect(textContent).toContain('a⟨U+200B⟩.csv');
    expect(textContent).toContain(
      'x⟨U+2066⟩⟨U+E0041⟩⟨U+00A0⟩⟨U+2003⟩⟨U+3000⟩y'
    );
  });

  it('shows a change to a cell as a diff against the cell', async () => {
    await open(
      codeCard('a', {
        body: {
          kind: 'diff',
          mimeType: 'text/x-ipython',
          before: 'x = 1\ny = 2',
          text: 'x = 1\ny = 3'
        }
      })
    );
    await panel.until(
      () => panel.card().querySelector('.cm-deletedChunk') !== null
    );
    expect(panel.card().querySelector('.cm-deletedChunk')?.textContent).toBe(
      'y = 2'
    );
  });

  it('wraps a very long line, and shows all of it on demand', async () => {
    const text = `x = "${'a'.repeat(5_000)}"; hidden()`;
    await open(
      codeCard('a', {
        body: { kind: 'code', mimeType: 'text/x-ipython', text }
      })
    );
    const view = panel.editor(panel.card());
    expect(view.state.doc.toString()).toBe(text);
    expect(view.contentDOM.className).toContain('cm-lineWrapping');
    await panel.click(panel.get('button', 'Show the whole line'));
    expect(panel.all('button', 'Show less')).toHaveLength(1);
  });

  it('folds long code, and shows all of it on demand', async () => {
    const text = Array.from({ length: 60 }, (_, i) => `x${i} = ${i}`).join(
      '\n'
    );
    await open(
      codeCard('a', {
        body: { kind: 'code', mimeType: 'text/x-ipython', text }
      })
    );
    const button = panel.get('button', 'Show all 60 lines');
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await panel.click(button);
    expect(panel.get('button', 'Show less').getAttribute('aria-expanded')).toBe(
      'true'
    );
  });
});

describe('Edit', () => {
  it('makes the editor writable in place and puts the caret into it', async () => {
    await open(codeCard('a'));
    const card = panel.card();
    const view = panel.editor(card);
    expect(view.state.readOnly).toBe(true);
    await panel.click(panel.get('button', 'Edit'));
    expect(panel.editor(panel.card())).toBe(view);
    expect(view.state.readOnly).toBe(false);
    expect(card.querySelector('.cm-content')).toBe(document.activeElement);
  });

  it('stays, with focus, where the agent refuses it, and says why', async () => {
    await open(codeCard('a'));
    await panel.click(panel.get('button', 'Edit'));
    await panel.typeCode(panel.card(), 'y');
    await panel.click(panel.get('button', 'Approve'));
    await panel.tell({
      type: 'review-voided',
      interruptId: 'i1',
      card: codeCard('a', { hash: 'another', voided: 'The code is too long.' })
    });
    expect(panel.card().textContent).toContain('The code is too long.');
    expect(document.activeElement).toBe(panel.card());
    expect(panel.editor(panel.card()).state.doc.toString()).toBe('y');
    await panel.typeCode(panel.card(), 'z');
    await panel.click(panel.get('button', 'Approve'));
    expect(panel.agent.commands('resume')).toHaveLength(2);
  });

  it('refuses to run nothing, and can be discarded', async () => {
    await open(codeCard('a'));
    await panel.click(panel.get('button', 'Edit'));
    await panel.typeCode(panel.card(), '  \n');
    await panel.click(panel.get('button', 'Approve'));
    expect(panel.agent.commands('resume')).toEqual([]);
    expect(panel.card().textContent).toContain('no code left to run');
    await panel.typeCode(panel.card(), 'y');
    await panel.click(panel.get('button', 'Discard edit'));
    expect(panel.editor(panel.card()).state.doc.toString()).toBe(
      'df.describe()  # a'
    );
    await panel.click(panel.get('button', 'Approve'));
    expect(decisions()[0].a).toEqual({ type: 'approve' });
  });
});

describe('Esc', () => {
  it('goes one level outward: editor, card, composer', async () => {
    await open(codeCard('a'));
    await panel.click(panel.get('button', 'Edit'));
    const card = panel.card();
    await panel.press(document.activeElement!, 'Escape');
    expect(document.activeElement).toBe(card);
    await panel.press(card, 'Escape');
    const composer = panel.composer;
    expect(document.activeElement).toBe(composer);
    await panel.press(composer, 'Escape');
    expect(panel.agent.commands('stop')).toEqual([]);
  });

  it('stops the run from the composer when no card is open', async () => {
    await panel.run();
    await panel.press(panel.composer, 'Escape');
    expect(panel.agent.commands('stop')).toHaveLength(1);
  });
});

describe('Reject', () => {
  it('asks for a reason in one line, and Enter sends it', async () => {
    await open(codeCard('a'));
    await panel.click(panel.get('button', 'Reject'));
    const field = panel.get('textbox', 'Reason for the rejection');
    expect(document.activeElement).toBe(field);
    await panel.type(field, 'log scale, please');
    await panel.press(field, 'Enter');
    expect(decisions()[0].a).toEqual({
      type: 'reject',
      message: 'log scale, please'
    });
  });

  it('goes back to the card with Esc, and sends nothing', async () => {
    await open(codeCard('a', { allowedDecisions: ['reject'] }));
    await panel.press(panel.card(), 'Backspace', {
      ctrlKey: true,
      shiftKey: true
    });
    await panel.press(
      panel.get('textbox', 'Reason for the rejection'),
      'Escape'
    );
    expect(document.activeElement).toBe(panel.card());
    expect(panel.all('textbox', 'Reason for the rejection')).toEqual([]);
    expect(panel.agent.sent).toEqual([]);
  });
});

describe('several cards', () => {
  it('are decided in any order, each decision on its own call and at once', async () => {
    await open(codeCard('a'), codeCard('b'), codeCard('c'));
    const cards = panel.all('group', /^Review/);
    await panel.press(cards[1], 'Enter', { ctrlKey: true });
    await panel.press(cards[2], 'Enter', { ctrlKey: true });
    await panel.click(panel.button(cards[2], 'Approve'));
    await panel.click(panel.button(cards[0], 'Reject'));
    await panel.click(panel.button(cards[0], 'Send rejection'));
    await panel.click(panel.button(cards[1], 'Approve'));
    expect(decisions()).toEqual([
      { c: { type: 'approve' } },
      { a: { type: 'reject' } },
      { b: { type: 'approve' } }
    ]);
  });

  it('have no button for all any more where one is left', async () => {
    await open(codeCard('a'), codeCard('b'));
    expect(panel.all('button', /all$/)).toHaveLength(2);
    await decided('a');
    expect(panel.all('button', /all$/)).toEqual([]);
    expect(panel.all('button', 'Approve')).toHaveLength(1);
  });

  it('have one button that approves all, which no script can press', async () => {
    await open(codeCard('a'), codeCard('b'));
    expect(panel.text).toContain('2 decisions');
    panel.trusted = false;
    await panel.click(panel.get('button', 'Approve all'));
    expect(panel.agent.commands('resume')).toEqual([]);
    panel.trusted = true;
    await panel.lookedAt();
    await panel.click(panel.get('button', 'Approve all'));
    expect(decisions()).toEqual([
      { a: { type: 'approve' }, b: { type: 'approve' } }
    ]);
  });

  it.each<[string, string, string[] | undefined]>([
    ['not with one', 'Approve', undefined],
    ['with all of them', 'Approve all', ['b']]
  ])(
    'say what follows them, which is approved %s',
    async (_, button, covers) => {
      await open(codeCard('a'));
      await panel.tell(
        reviewOpened([codeCard('a')], {
          following: [
            { callId: 'b', title: 'Run cell ⟦cell-9⟧', effect: 'execute' }
          ]
        })
      );
      expect(panel.text).toContain('1 decisionthen: Run cell ');
      await panel.lookedAt();
      await panel.click(panel.get('button', button));
      const [{ decisions: sent, covers: covered }] =
        panel.agent.commands('resume');
      expect(sent).toEqual({ a: { type: 'approve' } });
      expect(covered).toEqual(covers);
    }
  );

  it('have one button that rejects all, with one reason', async () => {
    await open(codeCard('a'), codeCard('b'));
    await panel.click(panel.get('button', 'Reject all'));
    await panel.type('Reason for all rejections', 'not now');
    await panel.click(panel.get('button', 'Send rejection'));
    expect(decisions()).toEqual([
      {
        a: { type: 'reject', message: 'not now' },
        b: { type: 'reject', message: 'not now' }
      }
    ]);
  });

  it('hand focus on to the next open card, and from the last to the composer', async () => {
    panel.agent.onSend = () => new Promise(() => undefined);
    await open(codeCard('a'), codeCard('b'));
    const [first, second] = panel.all('group', /^Review/);
    await panel.click(panel.button(first, 'Approve'));
    await panel.settle();
    expect(document.activeElement).toBe(second);
    await decided('a');
    await panel.press(second, 'Enter', { ctrlKey: true });
    expect(document.activeElement).toBe(panel.composer);
  });
});

describe('a decided card', () => {
  it('folds in place to a line that keeps an approval', async () => {
    await open(codeCard('a'), codeCard('b'));
    await decided('a');
    expect(panel.all('group', /^Review/)).toHaveLength(1);
    expect(panel.text).toContain('You approved: Add a cell and run it');
  });

  it('becomes the line of what the call did, which still says who let it', async () => {
    await open(codeCard('a'));
    await decided('a');
    await panel.tell({ type: 'call-started', callId: 'a' });
    await panel.tell(callFinished('a', { text: 'Ran the cell', result: '42' }));
    expect(panel.host.querySelectorAll('.jp-Cellwright-call')).toHaveLength(1);
    expect(panel.text).toContain('Ran the cell · approved');
    expect(panel.text).not.toContain('You approved');
  });

  it('keeps the reason of a rejection, and the call has no second line', async () => {
    await open(codeCard('a'));
    await decided('a', { type: 'reject', message: 'log scale' });
    await panel.tell(
      callFinished('a', {
        state: 'rejected',
        text: 'Rejected',
        result: 'rejected'
      })
    );
    expect(panel.text).toContain(
      'You rejected: Add a cell and run it “log scale”'
    );
    expect(panel.host.querySelectorAll('.jp-Cellwright-call')).toHaveLength(1);
  });

  it('shows what an edit changed', async () => {
    await open(codeCard('a'));
    await decided('a', {
      type: 'edit',
      editedAction: { name: 'jupyter_cell', args: { code: 'df.head()' } }
    });
    expect(panel.text).toContain('You edited, then approved');
    await panel.click(panel.get('button', 'Show what was decided'));
    const details = panel.host.querySelector('.jp-Cellwright-details')!;
    await panel.until(() => details.querySelector('.cm-deletedChunk') !== null);
    expect(details.querySelector('.cm-deletedChunk')?.textContent).toBe(
      'df.describe()  # a'
    );
    expect(details.querySelector('.cm-changedLine')?.textContent).toBe(
      'df.head()'
    );
  });
});

describe('"Approve the rest of this turn"', () => {
  it('stands where the decisions are, needs a real click, and is sent', async () => {
    await open(codeCard('a'), codeCard('b'));
    await panel.lookedAt();
    const rule = panel.get('switch', 'Approve the rest of this turn');
    panel.trusted = false;
    await panel.click(rule);
    expect(panel.agent.commands('turn-rule')).toEqual([]);
    panel.trusted = true;
    await panel.click(rule);
    expect(panel.agent.commands('turn-rule')).toMatchObject([{ on: true }]);
  });

  it('is visible while on and can be switched off at any moment', async () => {
    await panel.run({
      type: 'turn-rule',
      on: true,
      effects: [...TURN_EFFECTS]
    });
    expect(panel.text).toContain(
      'Asking only for shell commands, network tools and files outside the notebook’s folder for the rest of this turn.'
    );
    panel.trusted = false;
    await panel.click(panel.get('button', 'Stop approving'));
    expect(panel.agent.commands('turn-rule')).toMatchObject([{ on: false }]);
    await panel.tell({ type: 'turn-rule', on: false, effects: [] });
    expect(panel.text).not.toContain('for the rest of this turn.');
  });

  it.each([
    [{ effects: [...TURN_EFFECTS, 'shell' as const] }, 'may run commands'],
    [{ effects: [...TURN_EFFECTS], tools: ['add (s)'] }, '“add (s)”']
  ])(
    'does not say that it asks for what it lets through: %j',
    async (rule, name) => {
      await panel.run({ type: 'turn-rule', on: true, ...rule });
      expect(panel.text).not.toContain('Asking only for');
      expect(panel.text).toContain(name);
    }
  );
});
