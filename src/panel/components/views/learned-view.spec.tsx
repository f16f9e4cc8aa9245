import type { IMemoryEntry } from '../../../contract';
import { memoryEntry } from '../../../testing/memory-entry';
import { PanelFixture } from '../../stories/panel-fixture';

let panel: PanelFixture;

const entry = (key: string, change: Partial<IMemoryEntry> = {}) =>
  memoryEntry({
    key,
    domain: 'python',
    subject: `Subject ${key}`,
    uses: 2,
    successes: 2,
    createdAt: 1_000,
    usedAt: 2_000,
    ...change
  });

const memories = () => panel.agent.memoriesKept;
const rows = () =>
  Array.from(
    panel.host.querySelectorAll<HTMLElement>('.jp-Cellwright-learned > li')
  );
const field = (name: string) => panel.get('textbox', name);
const open = async () => {
  await panel.menu('Memories');
};

beforeEach(async () => {
  panel = new PanelFixture();
  memories().entries = [
    entry('p1', {
      usedAt: 1_000,
      steps: [{ title: 'Load the data', tools: [] }]
    }),
    entry('p2', { usedAt: 5_000 }),
    entry('c1', {
      kind: 'clarification',
      subject: 'Model the seals',
      answers: [{ question: 'Which column?', answer: 'species' }]
    }),
    entry('b1', {
      kind: 'behaviour',
      uses: 10,
      decisions: { accept: 9, skip: 1 }
    })
  ];
  await panel.mount();
});

it('shows a kind, the last used first, with where from, how often, how sure', async () => {
  await open();
  expect(rows()).toHaveLength(2);
  expect(rows()[0].textContent).toContain('Subject p2');
  expect(rows()[1].textContent).toContain('1. Load the data');
  expect(rows()[1].textContent).toMatch(
    /from your work, .* · python · used 2 times · 91% sure/
  );
  await panel.type('Kind', 'behaviour', 'change');
  expect(rows()).toHaveLength(1);
  expect(rows()[0].textContent).toContain('accepted 9×, skipped 1×');
  expect(rows()[0].textContent).toContain('90% sure');
  // What has been learned since is read as well.
  memories().entries = [...memories().entries, entry('p3', { usedAt: 9_000 })];
  await panel.type('Kind', 'plan', 'change');
  expect(rows()).toHaveLength(3);
});

it('says of a tool, of answers and of decisions what is counted of them', async () => {
  memories().entries = [
    entry('t1', {
      kind: 'tool',
      tools: ['read_file'],
      uses: 5,
      successes: 2,
      failures: 3,
      ms: 1_500,
      shape: {
        path: { type: 'string', value: 'a.csv' },
        rows: { type: 'number' }
      }
    }),
    entry('t2', { kind: 'tool', failures: 2 }),
    entry('c1', {
      kind: 'clarification',
      before: 0.4,
      after: 0.9,
      reused: 2
    }),
    entry('b1', {
      kind: 'behaviour',
      ms: 65_000,
      decisions: { edit: 2 },
      words: ['Only 50 rows']
    })
  ];
  await open();
  const shown = async (kind: string) => {
    await panel.type('Kind', kind, 'change');
    return rows().map(({ textContent }) => textContent);
  };
  const [failed, twice] = await shown('tool');
  for (const words of [
    'read_file',
    'path = "a.csv", rows: number',
    'Went well 2×, went wrong 3×',
    'Left out of steps like this, because it failed more than twice',
    'It took 1.5 s on average'
  ]) {
    expect(failed).toContain(words);
  }
  expect(twice).not.toContain('Left out');
  expect((await shown('clarification'))[0]).toContain(
    'The task was 40% clear before and 90% after; used again 2×'
  );
  const [decided] = await shown('behaviour');
  expect(decided).toContain('changed 2×');
  expect(decided).toContain('You wrote: “Only 50 rows”');
  expect(decided).toContain('You took 1 min 05 s on average');
});

it('is searched', async () => {
  await open();
  await panel.type(field('Search what it learned'), 'p1');
  await panel.until(() => rows().length === 1);
  expect(rows().map(row => row.textContent)).toEqual([
    expect.stringContaining('Subject p1')
  ]);
  await panel.type(field('Search what it learned'), 'nowhere');
  await panel.until(() => rows().length === 0);
  expect(panel.text).toContain('Nothing of this kind contains these words.');
});

it('is changed: what it is about, and what was answered', async () => {
  await open();
  await panel.type('Kind', 'clarification', 'change');
  await panel.click(panel.get('button', 'Edit: “Model the seals”'));
  expect(document.activeElement).toBe(field('What it is about'));
  await panel.type(field('What it is about'), 'Model any animal');
  const answer = rows()[0].querySelectorAll<HTMLInputElement>('input')[1];
  await panel.type(answer, 'island');
  await panel.submit(answer);
  expect(memories().entries.find(({ key }) => key === 'c1')).toMatchObject({
    subject: 'Model any animal',
    answers: [{ question: 'Which column?', answer: 'island' }]
  });
  expect(panel.text).toContain('Which column? → island');
  // Left with Esc, it stays as it was.
  await panel.click(panel.get('button', 'Edit: “Model any animal”'));
  await panel.type(field('What it is about'), 'Other');
  await panel.press(field('What it is about'), 'Escape');
  expect(rows()[0].textContent).toContain('Model any animal');
});

it('is forgotten, one at a time, and the focus is not lost; as a whole once it was asked', async () => {
  await open();
  await panel.click(panel.get('button', 'Forget: “Subject p2”'));
  expect(memories().entries.map(({ key }) => key)).toEqual(['p1', 'c1', 'b1']);
  expect(panel.announced).toContain('Forgotten: “Subject p2”');
  expect(document.activeElement).not.toBe(document.body);
  await panel.click(panel.get('button', 'Forget everything'));
  expect(memories().entries).toHaveLength(3);
  await panel.answerDialog('Keep it');
  expect(memories().entries).toHaveLength(3);
  await panel.click(panel.get('button', 'Forget everything'));
  await panel.answerDialog('Forget everything');
  await panel.settle();
  expect(memories().entries).toEqual([]);
  expect(panel.text).toContain('Nothing of this kind has been learned yet.');
});

it('is switched off, by kind and as a whole', async () => {
  await open();
  const kind = () => panel.get('switch', 'Learn and use this kind: Plans');
  await panel.click(kind());
  expect(memories().off).toEqual(['plan']);
  expect(kind().getAttribute('aria-checked')).toBe('false');
  await panel.click(kind());
  expect(memories().off).toEqual([]);
  await panel.click(panel.get('switch', /^Learn from what I decide/));
  expect(memories().on).toBe(false);
  expect(kind().disabled).toBe(true);
});

it('goes out as a file and comes in from one; what came in counts once it is accepted', async () => {
  await open();
  expect((await panel.download('Export')).name).toBe('cellwright-learned.json');
  memories().import = async text => {
    memories().imported.push(text);
    memories().entries = [entry('f1', { origin: 'file', accepted: false })];
    return { taken: 1, unread: 2 };
  };
  await panel.choose('{}');
  expect(panel.text).toContain('1 entry was imported.');
  expect(panel.text).toContain('2 entries could not be read.');
  expect(rows()[0].textContent).toContain('not used until you accept it');
  await panel.click(panel.get('button', 'Accept: “Subject f1”'));
  expect(memories().entries[0].accepted).toBe(true);
  expect(rows()[0].textContent).not.toContain('not used until');
});

it('says so where the file is another, and where it cannot be read', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  await open();
  memories().import = async () => null;
  await panel.choose('{}');
  expect(panel.get('alert').textContent).toContain(
    'This file contains nothing that was learned.'
  );
  memories().list = async () => {
    throw new Error('gone');
  };
  await panel.type('Kind', 'tool', 'change');
  expect(panel.get('alert').textContent).toBe(
    'What was learned could not be read.'
  );
});

it('says so where nothing can be kept', async () => {
  panel.agent.memories = async () => null as never;
  await open();
  expect(panel.text).toContain('Nothing can be kept in this browser');
  expect(panel.all('switch')).toEqual([]);
});

it('opens on what changed something in the conversation', async () => {
  await panel.run({
    type: 'plan-started',
    plan: 'p',
    messageId: 'u1',
    task: 'x'
  });
  await panel.tell({
    type: 'memory-applied',
    plan: 'p',
    what: 'clarification',
    kind: 'clarification',
    id: 'c1',
    text: 'Answered as last time.'
  });
  await panel.click(panel.get('button', 'Show'));
  expect(document.activeElement).toBe(rows()[0]);
  expect(rows()[0].textContent).toContain('Model the seals');
});
