import { type DemoConversation, PENGUINS, useDemo } from './demo-conversation';
import { ODD_TABLES } from './odd-tables';

/** Adds so many other files beside it that a list cannot name them all. */
function crowd(conversation: DemoConversation): void {
  for (let i = 0; i < 5000; i++) {
    conversation.files.set(`note ${i}.txt`, 'x');
  }
}

describe('the demo on a table', () => {
  const begin = useDemo();

  it.each(Object.entries(ODD_TABLES))(
    'comes to an answer without an error in a folder of 5,000 files: %s',
    async (_, text) => {
      const conversation = begin({ 'table.csv': text });
      crowd(conversation);
      await conversation.say('Explore table.csv');
      for (const run of conversation.runs) {
        expect(run).toMatch(/^Cell \S+ ran in/);
      }
      expect(conversation.final?.answer).toMatch(
        /\*\*table\.csv\*\* has [\d,]+ rows?/
      );
      expect(conversation.final?.answer).toMatch(/\[\d+\]\(#cell=/);
      expect(conversation.runs.at(-1)).toContain('[image 1');
    }
  );

  it('finds a table among 5,000 files that nobody named', async () => {
    const conversation = begin({
      'table.csv': ODD_TABLES['numbers only']
    });
    crowd(conversation);
    await conversation.say('Explore the data');
    expect(conversation.final?.answer).toMatch(/\*\*table\.csv\*\* has/);
  });

  it('says so of a table that has a header and nothing else', async () => {
    const conversation = begin({ 'table.csv': 'a,b,c\n' });
    await conversation.say('Explore table.csv');
    expect(conversation.final?.answer).toContain('3 columns but no rows');
    expect(conversation.proposed).toHaveLength(1);
  });

  it('looks, plans, loads, summarises, compares, draws and answers on the penguins', async () => {
    const conversation = begin({ 'penguins.csv': PENGUINS });
    await conversation.say(
      'Explore penguins.csv: what is in it, what stands out, and show it in a plot.'
    );
    expect(conversation.calls.map(call => call.name)).toEqual([
      'write_todos',
      'list_files',
      'read_file',
      'write_todos',
      'jupyter_cell',
      'inspect_variables',
      'write_todos',
      'jupyter_cell',
      'write_todos',
      'jupyter_cell',
      'write_todos',
      'jupyter_cell',
      'write_todos',
      'read_notebook',
      'final_answer'
    ]);
    // No more requests than there are steps to show.
    expect(conversation.of('usage')).toHaveLength(9);
    const { answer, nextItems } = conversation.final!;
    expect(answer).toContain('**penguins.csv** has 344 rows and 8 columns');
    expect(answer).toContain('19 values in 5 columns, most in `sex` (11');
    expect(answer).toContain(
      '`species`: its mean is highest for **Gentoo** (5,076.02) and lowest for **Adelie** (3,700.66) [3](#cell=cell-3)'
    );
    expect(nextItems).toHaveLength(3);
    const todos = conversation.calls.filter(
      call => call.name === 'write_todos'
    );
    expect(
      todos
        .at(-1)
        ?.args.todos.every(
          (todo: { status: string }) => todo.status === 'completed'
        )
    ).toBe(true);
  });
});
