import { DEMO_CHOICE } from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
import { FakeWorkspace } from '../../testing/fake-workspace';
import { calling, Harness, saidIn, startRun } from '../stories/harness';
import { startPage, THREAD } from '../stories/reopening';

const never = <T>(): Promise<T> => new Promise(() => undefined);

describe('a message', () => {
  it('is worked on in the notebook it names, whichever is in front', async () => {
    const front = new FakeNotebook();
    const other = new FakeNotebook({ path: 'other.ipynb' });
    const harness = new Harness({
      notebook: front,
      workspace: new FakeWorkspace({ notebook: front, others: [other] }),
      script: [calling('jupyter_cell', { code: 'x = 1' }), 'Done.']
    });
    await harness.say('Go.', { notebook: 'other.ipynb' });
    expect(harness.last('run-started').notebook.path).toBe('other.ipynb');
    await harness.approveAll();
    expect(other.sources).toEqual(['x = 1']);
    expect(front.sources).toEqual([]);
  });

  it('brings what was attached along; the thread shows the person’s own words', async () => {
    const notebook = new FakeNotebook({
      cells: [{ id: 'cell-a', source: 'x = 1' }]
    });
    const attachments = [
      { kind: 'cell' as const, cellId: 'cell-a', notebook: 'analysis.ipynb' }
    ];
    const harness = new Harness({
      notebook,
      script: [
        // It was attached to the message, so the model need not read it again.
        calling('edit_cell', { cell_id: 'cell-a', code: 'x = 2' }),
        'Done.'
      ]
    });
    await harness.say('Improve this.', { attachments });
    expect(harness.last('user-message')).toMatchObject({
      text: 'Improve this.',
      attachments
    });
    const [message] = await harness.messages();
    expect(saidIn(message)).toBe('Improve this.');
    expect(message.text).toContain('x = 1');
    expect(harness.review.cards).toHaveLength(1);
    await harness.approveAll();
    expect(notebook.sources).toEqual(['x = 2']);
  });
});

it.each(['the model is made', 'the folder is listed'])(
  'Stop before the first request ends at once while %s, and the message is not lost',
  async what => {
    let hanging = true;
    const hold = async (when: string): Promise<void> =>
      hanging && when === what ? never() : undefined;
    class SlowFiles extends FakeFiles {
      override async list(path: string) {
        await hold('the folder is listed');
        return super.list(path);
      }
    }
    const notebook = new FakeNotebook();
    const harness: Harness = new Harness({
      notebook,
      workspace: new FakeWorkspace({ notebook, files: new SlowFiles() }),
      script: ['Both.'],
      provider: {
        create: async () => {
          await hold('the model is made');
          return harness.model;
        }
      }
    });
    const run = harness.say('First.');
    await harness.until(() => harness.of('run-started').length === 1);
    await harness.stop();
    await run;
    expect(harness.last('run-finished').outcome).toBe('stopped');
    hanging = false;
    await harness.say('Second.');
    expect(harness.last('model-message').text).toBe('Both.');
    expect((await harness.messages()).slice(0, 2).map(saidIn)).toEqual([
      'First.',
      'Second.'
    ]);
  }
);

it('the second model that cannot be made does not keep the first from answering', async () => {
  const warned = jest.spyOn(console, 'warn').mockImplementation();
  const harness = new Harness({ script: ['First.'] });
  harness.chosen.fallback = {
    choice: { ...DEMO_CHOICE, provider: 'gone' },
    key: 'second',
    disclosed: true
  };
  await harness.say('Hi');
  expect(harness.last('model-message').text).toBe('First.');
  expect(warned).toHaveBeenCalled();
});

it('a provider that is gone is named, with what to do', async () => {
  const harness = await startRun({
    choice: { provider: 'gone' },
    script: []
  });
  expect(harness.last('run-finished').error?.text).toMatch(
    /“gone”.*Choose another model/
  );
});

it('the notebook after a run is not saved where the person wants to save it', async () => {
  const harness = await startRun({
    settings: { save: false },
    script: [calling('jupyter_cell', { code: 'x = 1' }), 'Done.']
  });
  await harness.approveAll();
  expect(harness.notebook.actions.map(action => action.type)).not.toContain(
    'save'
  );
});

it('the title of a conversation calls the cells of the first message as the person sees them', async () => {
  const notebook = new FakeNotebook({
    cells: [
      { id: 'a', source: 'x' },
      { id: 'b', source: 'y', executionCount: 5 }
    ]
  });
  const { site } = await startPage(
    { answers: ['Yes.'], notebook },
    'Fix cell ⟦a⟧, which failed, not ⟦b⟧ or ⟦c⟧.'
  );
  expect((await site.threads.get(THREAD))?.title).toBe(
    'Fix cell #1, which failed, not [5] or ….'
  );
});
