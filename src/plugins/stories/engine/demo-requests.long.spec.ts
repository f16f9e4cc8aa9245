import { type DemoConversation, EXPLORE, useDemo } from './demo-conversation';

const demo = useDemo();
let conversation: DemoConversation;

beforeEach(() => {
  conversation = demo();
});

const ran = () => {
  const failed = conversation.runs.filter(run => !/^Cell \S+ ran/.test(run));
  expect(failed).toEqual([]);
};

describe('what the demo offers itself', () => {
  it('can be done, each of it', async () => {
    await conversation.say(EXPLORE);
    const offered = conversation.final?.nextItems ?? [];
    expect(offered).toEqual([
      'Compare by island',
      'Plot the distribution of bill_length_mm',
      'Now with a log scale'
    ]);
    await conversation.say(offered[0]);
    expect(conversation.final?.answer).toContain('differs by `island`');
    expect(conversation.final?.nextItems).toContain('Compare by species');

    await conversation.say(offered[1]);
    expect(conversation.proposed.at(-1)).toContain(
      'ax.hist(group["bill_length_mm"]'
    );

    await conversation.say(offered[2]);
    expect(conversation.proposed.at(-1)).toContain('set_yscale("log")');
    ran();
  });

  it('loads the data anew where the kernel holds none', async () => {
    await conversation.say('Compare by island');
    expect(conversation.proposed[0]).toContain('read_csv("penguins.csv")');
    expect(conversation.final?.answer).toContain('differs by `island`');
    ran();
  });
});

describe('what the panel offers on an empty thread', () => {
  it('makes an example up', async () => {
    await conversation.say(
      'Make a small example data set, and show it in a table and a plot.'
    );
    expect(conversation.final?.answer).toContain('120 rows');
    expect(conversation.runs.at(-1)).toContain('[image 1');
    ran();
  });
});

it.each([
  'Hello',
  'Wie geht es dir?',
  'asdf',
  'Cell ⟦cell-1⟧ fails with NameError. Find out why and fix it.',
  'Explain what cell [1] does, step by step.',
  'Summarise this notebook: what it does, what it finds, and what is missing.',
  'Look at the files in this folder and tell me what I could do with them.'
])(
  'anything else is told who is speaking, and what is in the folder: %s',
  async text => {
    await conversation.say(text);
    expect(conversation.final?.answer).toContain(
      'I am a scripted demo, not an AI. I can '
    );
    expect(conversation.final?.answer).toContain('`penguins.csv`');
    expect(conversation.final?.nextItems).toContain('Explore penguins.csv');
  }
);
