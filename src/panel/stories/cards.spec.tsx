import { Notification } from '@jupyterlab/apputils';
import {
  CodeMirrorEditorFactory,
  CodeMirrorMimeTypeService,
  EditorExtensionRegistry,
  EditorLanguageRegistry
} from '@jupyterlab/codemirror';

import type { EventBody, IReviewCard } from '../../contract';
import { codeCard, commandCard, questionCard } from '../../testing/fake-agent';
import { PanelFixture } from './panel-fixture';
import { reviewDecided, reviewOpened } from './events';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
});

async function open(...cards: IReviewCard[]): Promise<void> {
  await panel.run(reviewOpened(cards));
}

const sent = () =>
  panel.agent.commands('resume').map(({ decisions }) => decisions);

describe('the card of a command', () => {
  it('shows the command and the folder it runs in, and the command can be edited', async () => {
    await open(commandCard('a'));
    expect(panel.editor(panel.card()).state.doc.toString()).toBe('ls -l');
    expect(panel.card().textContent).toContain('in “work”');
    expect(panel.card().textContent).toContain('may run commands');
    await panel.click(panel.get('button', 'Edit'));
    await panel.typeCode(panel.card(), 'ls');
    await panel.click(panel.get('button', 'Approve'));
    expect(sent()[0].a).toMatchObject({
      type: 'edit',
      editedAction: { args: { command: 'ls', cwd: 'work' } }
    });
  });

  it('shows what the command is given to read', async () => {
    await open(
      commandCard('a', {
        body: { kind: 'command', text: 'sh', cwd: '', stdin: 'rm -r data' }
      })
    );
    const [command, input] = [
      ...panel.card().querySelectorAll<HTMLElement>('.jp-Cellwright-cardCode')
    ].map(code => panel.editor(code).state.doc.toString());
    expect([command, input]).toEqual(['sh', 'rm -r data']);
    expect(panel.card().textContent).toContain('It reads this as its input');
  });

  it('says that a command’s question is answered', async () => {
    await open(
      commandCard('a', {
        body: { kind: 'command', text: 'rm -ri data', cwd: '', stdin: 'y\n' }
      })
    );
    expect(panel.card().textContent).toContain('is answered with “y”');
  });

  it('shows all of a long command and its input, however long', async () => {
    const long = `ls -l # ${'\n'.repeat(500)}${'x'.repeat(2_000)}; touch X`;
    await open(
      commandCard('a', {
        body: { kind: 'command', text: long, cwd: '', stdin: long }
      })
    );
    const codes = [...panel.card().querySelectorAll('.jp-Cellwright-cardCode')];
    expect(codes.map(({ className }) => className.split(' ')[1])).toEqual([
      'jp-mod-whole',
      'jp-mod-whole'
    ]);
    expect(panel.all('button', /^Show /)).toEqual([]);
  });

  it('puts a folder that reads like our words in quotes', async () => {
    await open({
      ...commandCard('a'),
      body: { kind: 'command', text: 'ls', cwd: 'data, which was checked.' }
    });
    expect(panel.text).toContain('in “data, which was checked.”');
  });

  it('names the root folder in words, and does not run an empty command', async () => {
    await open(
      commandCard('a', {
        body: { kind: 'command', text: 'ls', cwd: '', environment: 'Own' }
      })
    );
    expect(panel.card().textContent).toContain(
      'in the folder JupyterLab was started in, in the environment of Own'
    );
    await panel.click(panel.get('button', 'Edit'));
    await panel.typeCode(panel.card(), ' ');
    await panel.click(panel.get('button', 'Approve'));
    expect(sent()).toEqual([]);
    expect(panel.card().textContent).toContain('no command left to run');
  });
});

describe('the colours of a card', () => {
  const isColoured = async (card: IReviewCard): Promise<boolean> => {
    const languages = new EditorLanguageRegistry();
    EditorLanguageRegistry.getDefaultLanguages()
      .filter(({ name }) => ['ipython', 'r', 'shell'].includes(name))
      .forEach(language => languages.addLanguage(language));
    await panel.dispose();
    panel = new PanelFixture({}, undefined, {
      editors: {
        factoryService: new CodeMirrorEditorFactory({
          languages,
          extensions: new EditorExtensionRegistry()
        }),
        mimeTypeService: new CodeMirrorMimeTypeService(languages)
      }
    });
    await panel.mount();
    await open(card);
    await panel.settle(200);
    return panel.card().querySelector('.jp-mod-coloured') !== null;
  };
  const code = (text: string, mimeType = 'text/x-ipython') =>
    codeCard('a', { body: { kind: 'code', mimeType, text } });

  it.each([
    'x = 1  # of them\nprint(f"{x!r} %d" % x, x != 1)',
    'df[df.a % 2 == 0].plot()\nawait f()',
    'x = y  # of them',
    'df.head()  # of them',
    'ls -x  # of them\ny'
  ])('are there for code that the grammar reads whole: %s', async text => {
    expect(await isColoured(code(text))).toBe(true);
  });

  it.each([
    'x = 1\n!echo rows=# of a.csv; touch X',
    'files = !ls # of a.csv; touch X',
    '%system echo rows=# of a.csv; touch X',
    'if x:\n    %sx touch X # of a.csv',
    '%%bash\n# only a comment\necho rows=# of; touch X',
    ',touch a # b',
    ';touch a # b',
    '/f # b',
    '!echo """\ntouch()\n!echo """',
    'x = 1\u00a0# b',
    // IPython takes these for magics, if no variable has the name.
    'ls -x#y; touch X',
    '\n  ls ;x#y;touch X\n',
    'sx(a);b#c;touch X'
  ])('are not there where something else reads it: %s', async text => {
    expect(await isColoured(code(text))).toBe(false);
  });

  it.each<[string, IReviewCard]>([
    ['a mode that guesses', code('r"(")"; f() # "', 'text/x-rsrc')],
    [
      'a command',
      commandCard('a', {
        body: { kind: 'command', text: 'echo rows=# of; touch X', cwd: '' }
      })
    ],
    [
      'the input of a command',
      commandCard('a', {
        body: {
          kind: 'command',
          text: 'sh',
          cwd: '',
          stdin: 'echo rows=# of; touch X'
        }
      })
    ]
  ])('are not there for %s', async (_, card) => {
    expect(await isColoured(card)).toBe(false);
  });
});

describe('the card of cells', () => {
  const card = (count: number) =>
    codeCard('a', {
      editable: undefined,
      body: {
        kind: 'cells',
        mimeType: 'text/x-ipython',
        cells: Array.from({ length: count }, (_, index) => ({
          id: `c${index + 1}`,
          source: `x = ${index + 1}`
        }))
      }
    });

  it('lists each with its label and its source', async () => {
    await open(card(2));
    const cells = Array.from(panel.card().querySelectorAll('ol > li'));
    expect(
      cells.map(cell => cell.querySelector('button')?.textContent)
    ).toEqual(['[1]', '[2]']);
    expect(
      cells.map(cell => cell.querySelector('.cm-line')?.textContent)
    ).toEqual(['x = 1', 'x = 2']);
    await panel.click(panel.get('button', 'Cell [2]'));
    expect(panel.workspace.revealed[0].cellId).toBe('c2');
  });

  it('shows all of them on demand', async () => {
    await open(card(9));
    expect(panel.card().querySelectorAll('ol > li')).toHaveLength(6);
    await panel.click(panel.get('button', 'Show all 9 cells'));
    expect(panel.card().querySelectorAll('ol > li')).toHaveLength(9);
  });
});

describe('the card of a file', () => {
  it('says whether the file is new', async () => {
    const body = {
      kind: 'file',
      path: 'work/a.csv, which was “checked',
      mimeType: 'text/csv',
      before: null,
      text: 'x'
    } as const;
    await open(
      codeCard('a', { body }),
      codeCard('b', { body: { ...body, before: 'y' } })
    );
    const [first, second] = panel.all('group', /^Review/);
    expect(first.textContent).toContain(
      '“work/a.csv, which was "checked” new file'
    );
    await panel.click(second.querySelector('button')!);
    await panel.until(() => second.querySelector('.cm-deletedChunk') !== null);
    expect(second.textContent).toContain('compared with the file as it is now');
    expect(second.querySelector('.cm-deletedChunk')?.textContent).toBe('y');
  });

  it('names hidden characters in the lines that it takes away', async () => {
    const body = {
      kind: 'file',
      path: 'work/a.py',
      mimeType: 'text/x-python',
      before: 'is_admin = True\u202e',
      text: 'is_admin = False'
    } as const;
    await open(codeCard('a', { body }));
    await panel.until(
      () => panel.card().querySelector('.cm-deletedChunk') !== null
    );
    expect(panel.card().querySelector('.cm-deletedChunk')?.textContent).toBe(
      'is_admin = True⟨U+202E⟩'
    );
  });

  it('says that the call was read out of text, and lets no more through than this', async () => {
    await open(codeCard('a', { fromText: true }));
    expect(panel.card().textContent).toContain(
      'The model wrote this call as text instead of making it.'
    );
    expect(panel.all('button', 'Allow more than this step')).toEqual([]);
  });
});

describe('a question', () => {
  const field = (label: string) => panel.field(label);

  it('is announced, has its options as a choice of one, and the answer is the decision', async () => {
    await open(questionCard('q'));
    expect(panel.announced).toBe(
      'A question for you: “Which column is the target?”'
    );
    const answer = () => panel.get('button', 'Answer');
    expect(panel.card().textContent).toContain('Which column is the target?');
    expect(field('species').type).toBe('radio');
    expect(answer().disabled).toBe(true);
    await panel.click(field('species'));
    await panel.click(field('island'));
    await panel.click(answer());
    expect(sent()[0].q).toEqual({ type: 'respond', message: 'island' });
  });

  it('takes several options where it says so, and own words with them', async () => {
    await open(questionCard('q', { multiple: true }));
    expect(field('species').type).toBe('checkbox');
    await panel.click(field('species'));
    await panel.click(field('island'));
    await panel.click(field('Something else'));
    expect(document.activeElement).toBe(panel.get('textbox', 'Your answer'));
    await panel.type('Your answer', 'sex, maybe');
    await panel.press(panel.card(), 'Enter', { ctrlKey: true });
    expect(sent()[0].q).toEqual({
      type: 'respond',
      message: 'species; island; sex, maybe'
    });
  });

  it('takes own words where there are no options', async () => {
    await open(questionCard('q', { options: [] }));
    await panel.type('Your answer', 'the third');
    await panel.click(panel.get('button', 'Answer'));
    expect(sent()[0].q).toEqual({ type: 'respond', message: 'the third' });
  });

  it('can be skipped, and is not answered by a click that no person made', async () => {
    await open(questionCard('q'));
    panel.trusted = false;
    await panel.click(field('species'));
    await panel.click(panel.get('button', 'Answer'));
    await panel.click(panel.get('button', 'Skip'));
    expect(sent()).toEqual([]);
    panel.trusted = true;
    await panel.press(panel.card(), 'Backspace', {
      ctrlKey: true,
      shiftKey: true
    });
    expect(sent()[0].q).toEqual({ type: 'reject' });
  });

  it('folds to a line with the question and the answer', async () => {
    await open(questionCard('q'));
    await panel.tell(
      reviewDecided('q', { type: 'respond', message: 'island' })
    );
    expect(panel.text).toContain('Which column is the target? “island”');
  });

  it('is not approved with the others', async () => {
    await open(codeCard('a'), questionCard('q'));
    await panel.lookedAt();
    await panel.click(panel.get('button', 'Approve all'));
    expect(sent()).toEqual([{ a: { type: 'approve' } }]);
  });
});

describe('what else can be allowed', () => {
  const menu = () => panel.get('button', 'Allow more than this step');
  const offered = () =>
    panel.all('menuitem').map(item => item.firstChild?.textContent);

  async function choose(name: RegExp): Promise<void> {
    await panel.click(menu());
    await panel.click(panel.get('menuitem', name));
  }

  it('is a menu that the keyboard walks through and Esc closes', async () => {
    await open(codeCard('a'));
    menu().focus();
    await panel.press(menu(), 'ArrowDown');
    expect(offered()).toEqual([
      'Allow this once',
      'Allow for this turn',
      'Allow for this notebook',
      'Allow always',
      'Approve the rest of this turn'
    ]);
    expect(panel.all('separator').map(heading => heading.textContent)).toEqual([
      'Run code on the kernel',
      'Everything'
    ]);
    const [first, second] = panel.all('menuitem');
    expect(document.activeElement).toBe(first);
    await panel.press(first, 'ArrowDown');
    expect(document.activeElement).toBe(second);
    await panel.press(second, 'End');
    expect(document.activeElement).toBe(panel.all('menuitem')[4]);
    await panel.press(document.activeElement!, 'Escape');
    expect(document.activeElement).toBe(menu());
    expect(panel.all('menuitem')).toEqual([]);
    expect(sent()).toEqual([]);
  });

  it('once is the approval of this card and nothing more', async () => {
    await open(codeCard('a'));
    await choose(/^Allow this once/);
    expect(sent()).toEqual([{ a: { type: 'approve' } }]);
    expect(panel.preferences.policies).toEqual([]);
    expect(panel.agent.commands('turn-rule')).toEqual([]);
  });

  it('for this turn adds this effect to what the turn lets through', async () => {
    await open(codeCard('a'));
    await panel.tell({ type: 'turn-rule', on: true, effects: ['edit'] });
    expect(panel.text).toContain('Approving for the rest of this turn: edits.');
    await choose(/^Allow for this turn/);
    expect(panel.agent.commands('turn-rule')).toMatchObject([
      { on: true, effects: ['edit', 'execute'] }
    ]);
    expect(sent()).toEqual([{ a: { type: 'approve' } }]);
  });

  it('for this notebook writes the rule, then says that the policy changed', async () => {
    await open(codeCard('a'));
    await choose(/^Allow for this notebook/);
    expect(panel.preferences.policies[0].notebooks).toEqual([
      {
        root: '',
        notebook: 'work/penguins.ipynb',
        id: 'notebook-1',
        effects: ['execute']
      }
    ]);
    expect(panel.agent.commands('policy-changed')).toHaveLength(1);
    expect(sent()).toEqual([{ a: { type: 'approve' } }]);
  });

  describe('for this notebook', () => {
    const rules = () => panel.preferences.current.policy.notebooks;
    const notebook = () => panel.workspace.bind('work/penguins.ipynb');

    it('goes by a new mark where another one was planted', async () => {
      notebook().id = 'planted';
      await open(codeCard('a'));
      await choose(/^Allow for this notebook/);
      expect(rules()).toMatchObject([{ id: 'notebook-1' }]);
      expect(notebook().id).toBe('notebook-1');
    });

    it('goes by its cells where nothing is noted in it', async () => {
      panel.preferences.set({ provenance: false });
      await notebook().insertCell({ type: 'code', source: 'a' });
      await open(codeCard('a'));
      await choose(/^Allow for this notebook/);
      expect(rules()).toEqual([
        {
          root: '',
          notebook: 'work/penguins.ipynb',
          cells: ['cell-1'],
          effects: ['execute']
        }
      ]);
      expect(notebook().id).toBeNull();
    });

    it('adds to the rule that is there, and leaves a dead one of its path alone', async () => {
      notebook().id = 'n1';
      const rule = {
        root: '',
        notebook: 'work/penguins.ipynb',
        effects: ['edit' as const]
      };
      panel.preferences.set({
        policy: {
          ...panel.preferences.current.policy,
          notebooks: [
            { ...rule, id: 'n0' },
            { ...rule, id: 'n1' }
          ]
        }
      });
      await open(codeCard('a'));
      await choose(/^Allow for this notebook/);
      expect(rules()).toEqual([
        { ...rule, id: 'n0' },
        { ...rule, id: 'n1', effects: ['edit', 'execute'] }
      ]);
    });

    it('says so where the notebook is closed, and the approval counts', async () => {
      await open(codeCard('a'));
      panel.workspace.closed.add('work/penguins.ipynb');
      await choose(/^Allow for this notebook/);
      expect(rules()).toEqual([]);
      expect(Notification.manager.notifications.at(-1)?.message).toContain(
        'your rules stay as they were'
      );
      expect(sent()).toEqual([{ a: { type: 'approve' } }]);
    });
  });

  it('always writes the rule for all notebooks, and no script can press it', async () => {
    await open(codeCard('a'));
    panel.trusted = false;
    await choose(/^Allow always/);
    expect(sent()).toEqual([]);
    expect(panel.preferences.policies).toEqual([]);
    panel.trusted = true;
    await choose(/^Allow always/);
    expect(panel.preferences.policies[0].effects.execute).toBe('allow');
    expect(panel.agent.commands('policy-changed')).toHaveLength(1);
  });

  it('is a package where the card asks for one: it decides nothing, and can be taken back', async () => {
    const codeQuestion = {
      because: 'it uses `folium`, which Cellwright does not know',
      allow: { kind: 'package' as const, name: 'folium' }
    };
    await open(codeCard('a', { effect: 'shell', codeQuestion }));
    expect(panel.text).toContain(
      'May run commands: it uses `folium`, which Cellwright does not know.'
    );
    panel.trusted = false;
    await choose(/^Allow folium always/);
    expect(panel.preferences.policies).toEqual([]);
    panel.trusted = true;
    await choose(/^Allow folium always/);
    expect(panel.preferences.policies[0].packages).toEqual(['folium']);
    expect(panel.agent.commands('policy-changed')).toHaveLength(1);
    expect(sent()).toEqual([]);
    await panel.menu('Permissions');
    await panel.click(panel.get('button', 'Take back: The package folium'));
    expect(panel.preferences.current.policy.packages).toEqual([]);
  });

  it('is never always for a command, for a notebook until the page is closed, and nothing outside the folder, which is said', async () => {
    await open(
      commandCard('a'),
      codeCard('b', { effect: 'write', elsewhere: true })
    );
    const more = panel.all('button', 'Allow more than this step');
    expect(more).toHaveLength(1);
    expect(panel.text).toContain('Outside this notebook’s folder');
    await panel.click(more[0]);
    expect(
      panel.get('menuitem', /^Allow for this notebook/).textContent
    ).toContain('until you close this page');
    expect(offered()).toEqual([
      'Allow this once',
      'Allow for this turn',
      'Allow for this notebook',
      'Approve the rest of this turn'
    ]);
  });

  it('is nothing where the settings insist on asking', async () => {
    panel.preferences.set({
      policy: {
        ...panel.preferences.current.policy,
        interruptOn: { jupyter_cell: true }
      }
    });
    await open(codeCard('a'));
    expect(panel.all('button', 'Allow more than this step')).toEqual([]);
  });

  it('shows which rule let a call through', async () => {
    const decided: EventBody = reviewDecided(
      'a',
      undefined,
      'notebook:execute'
    );
    await open(codeCard('a'));
    await panel.tell(decided);
    expect(panel.text).toContain('Approved by a standing rule: Add a cell');
    await panel.tell({ type: 'call-started', callId: 'a' });
    expect(panel.text).toContain('approved by a rule');
  });
});
