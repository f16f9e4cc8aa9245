import {
  type DemoConversation,
  EXPLORE,
  PENGUINS,
  useDemo,
  type Verdict
} from './demo-conversation';

const demo = useDemo();
let conversation: DemoConversation;

const begin: typeof demo = (...given) => (conversation = demo(...given));

/** Answers the first card whose code matches; approves the others. */
function once(pattern: RegExp, verdict: Verdict): DemoConversation['decide'] {
  let used = false;
  return ({ args }) => {
    if (!used && pattern.test(String(args.code))) {
      used = true;
      return verdict;
    }
    return 'approve';
  };
}

describe('the demo and a rejection', () => {
  it('takes a log scale up, in the next proposal', async () => {
    begin().decide = once(/subplots/, { reject: 'use a log scale please' });
    await conversation.say(EXPLORE);
    const plots = conversation.proposed.filter(code =>
      code.includes('subplots')
    );
    expect(plots).toHaveLength(2);
    expect(plots[0]).not.toContain('scale');
    expect(plots[1]).toContain('ax.set_yscale("log")');
    expect(conversation.texts.join('\n')).toContain(
      'You said “use a log scale please”: I take that up where a script can.'
    );
    expect(conversation.runs.at(-1)).toContain('[image 1');
  });

  it('groups by the column it was told', async () => {
    begin().decide = once(/groupby\("species"\)\[\[/, {
      reject: 'by island instead of species'
    });
    await conversation.say(EXPLORE);
    expect(conversation.final?.answer).toContain('differs by `island`');
    expect(
      conversation.runs.every(run => !run.startsWith('Cell x failed'))
    ).toBe(true);
    expect(conversation.proposed.at(-1)).toContain('groupby("island")');
  });

  it('goes on without what was rejected for no reason, and says so', async () => {
    begin().decide = once(/describe/, { reject: '' });
    await conversation.say(EXPLORE);
    expect(
      conversation.proposed.filter(code => code.includes('describe'))
    ).toHaveLength(1);
    expect(conversation.final?.answer).toContain(
      'Left out: the summary (you rejected it)'
    );
    expect(conversation.final?.answer).toContain('**Gentoo**');
  });

  it('ends when loading is rejected, with what can be done', async () => {
    begin().decide = () => ({ reject: '' });
    await conversation.say(EXPLORE);
    expect(conversation.proposed).toHaveLength(1);
    expect(conversation.final?.answer).toContain('Without the data');
  });

  it('comes to its end when it is told to stop', async () => {
    begin().decide = once(/describe/, { reject: 'stop, that is enough' });
    await conversation.say(EXPLORE);
    expect(conversation.proposed).toHaveLength(2);
    expect(conversation.final?.answer).toContain('344 rows');
  });
});

describe('the demo and an edit', () => {
  it('goes on with the variable that the person chose', async () => {
    begin().decide = once(/read_csv/, {
      edit: args => ({
        ...args,
        code: 'import pandas as pd\nbirds = pd.read_csv("penguins.csv").dropna()\nbirds.head()'
      })
    });
    await conversation.say(EXPLORE);
    expect(conversation.texts.join('\n')).toContain(
      'You changed that before it ran; I go on with what really ran.'
    );
    expect(conversation.proposed.slice(1).join('\n')).not.toMatch(/\bdf\b/);
    expect(conversation.final?.answer).toContain('333 rows');
    expect(conversation.final?.answer).toContain('No values are missing');
  });

  it('claims nothing of a table whose code the person changed', async () => {
    begin().decide = once(/\.mean\(\)\.round/, {
      edit: args => ({ ...args, code: 'print("nothing")' })
    });
    await conversation.say(EXPLORE);
    expect(conversation.final?.answer).toContain(
      'The table is in [3](#cell=cell-3)'
    );
    expect(conversation.final?.answer).not.toContain('highest');
  });
});

describe('the demo and an error', () => {
  it('reads it and proposes a change of the failed cell', async () => {
    begin().decide = once(/\.mean\(\)\.round/, {
      edit: args => ({ ...args, code: 'df["bill_len"]' })
    });
    await conversation.say(EXPLORE);
    const change = conversation.calls.find(call => call.name === 'edit_cell');
    expect(change?.args).toMatchObject({ cell_id: 'cell-3', run: true });
    expect(change?.answer).toMatch(/^Cell cell-3 ran/);
    expect(conversation.texts.join('\n')).toContain("`KeyError: 'bill_len'`");
    expect(conversation.final?.answer).toContain('The table is in');
  });

  it('tries twice, then goes on without and says so', async () => {
    begin().decide = ({ args }) =>
      /describe|info/.test(String(args.code)) || args.cell_id
        ? {
            edit: all => ({
              ...all,
              code: `raise ValueError("no ${Math.random()}")`
            })
          }
        : 'approve';
    await conversation.say(EXPLORE);
    expect(
      conversation.runs.filter(run => run.includes('failed after')).length
    ).toBeLessThanOrEqual(3);
    expect(conversation.final?.answer).toMatch(
      /Left out: the summary \(it failed: `ValueError: no/
    );
  });

  it('reads a file in another encoding after the first failure', async () => {
    begin({ 'table.csv': 'a,b\n1,x\n' });
    const { writeFileSync } = await import('node:fs');
    conversation.onDisk(path =>
      writeFileSync(
        path('table.csv'),
        Buffer.from('Größe,Ort\n1,Köln\n2,Bern\n3,Köln\n4,Bern\n', 'latin1')
      )
    );
    await conversation.say('Explore table.csv');
    expect(conversation.runs[0]).toContain('UnicodeDecodeError');
    expect(conversation.runs[1]).toMatch(/^Cell cell-1 ran/);
    expect(conversation.final?.answer).toContain('4 rows and 2 columns');
  });
});

it('the demo and a remark in mid-run takes it up where it can', async () => {
  begin().remarks = { 4: 'Please compare by island' };
  await conversation.say(EXPLORE);
  expect(conversation.texts.join('\n')).toContain(
    'You said “Please compare by island”: I take that up where a script can.'
  );
  expect(conversation.final?.answer).toContain('differs by `island`: its mean');
});

describe('the demo and where things are', () => {
  it('writes paths from the notebook’s folder', async () => {
    begin(
      { 'work/data/birds.csv': PENGUINS },
      { notebook: 'work/notes/a.ipynb' }
    );
    await conversation.say('Explore ../data/birds.csv');
    expect(conversation.proposed[0]).toContain('read_csv("../data/birds.csv")');
    expect(conversation.final?.answer).toContain('344 rows');
  });

  it('says what it found where there is no table', async () => {
    begin({ 'notes.txt': 'x' });
    await conversation.say('Explore penguins.csv');
    expect(conversation.final?.answer).toContain(
      'I found no file penguins.csv'
    );
    expect(conversation.final?.answer).toContain('`notes.txt`');
    expect(conversation.notebook.sources).toEqual([]);
  });

  it('says that it writes Python only', async () => {
    begin(undefined, { language: 'R' });
    await conversation.say(EXPLORE);
    expect(conversation.final?.answer).toContain('write Python only');
  });
});

describe('the demo and a stop', () => {
  it('goes on where it was when it is told to continue', async () => {
    begin().stopAt = call => /describe/.test(String(call.args.code));
    await conversation.say(EXPLORE);
    expect(conversation.final).toBeNull();
    expect(conversation.calls.at(-1)?.answer).toMatch(
      /^The person stopped the work/
    );
    await conversation.say('Continue');
    expect(
      conversation.proposed.filter(code => code.includes('read_csv'))
    ).toHaveLength(1);
    expect(conversation.texts.join('\n')).toContain('I go on where we were.');
    expect(conversation.final?.answer).toContain('**Gentoo**');
  });

  it('begins what is asked for next instead', async () => {
    begin().stopAt = call => /describe/.test(String(call.args.code));
    await conversation.say(EXPLORE);
    await conversation.say('Make a small example data set');
    expect(conversation.final?.answer).toContain('120 rows');
  });
});
