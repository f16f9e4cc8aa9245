import {
  ENGLISH,
  type IWorkflowDeclaration,
  type IWorkflowCard
} from '../../contract';
import {
  WorkflowEntries,
  type WorkflowEntry,
  askCard
} from './workflow-entries';

const declared: IWorkflowDeclaration = {
  name: 'names',
  tool: {
    name: 'name_column',
    description: 'Name a column.',
    parameters: { type: 'object', properties: {} },
    effect: 'read'
  },
  create: () => {
    throw new Error('Nobody runs it here.');
  }
};

const entries = (...all: WorkflowEntry[]): WorkflowEntries =>
  new WorkflowEntries(async () => all, ENGLISH);

describe('workflows as they are registered', () => {
  it('one that comes late is loaded when it is run, and not before', async () => {
    const load = jest.fn(async () => ({ name: 'plan' }));
    const all = entries({ name: 'plan', load }, declared);
    expect((await all.tools()).map(({ name }) => name)).toEqual([
      'name_column'
    ]);
    expect((await all.find('names')).name).toBe('names');
    expect(load).not.toHaveBeenCalled();
    expect(await all.find('plan')).toEqual({ name: 'plan' });
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('are offered as the same tool each time, with the graph that does its work', async () => {
    const all = entries(declared);
    const [tool] = await all.tools();
    expect(tool.workflow).toBe('names');
    expect((await all.tools())[0]).toBe(tool);
  });

  it('two of one name are told apart by nobody, and it is said', async () => {
    await expect(entries(declared, { ...declared }).tools()).rejects.toThrow(
      'There are two workflows called “names”.'
    );
  });

  it('one that is not there, or cannot be called so, is said', async () => {
    await expect(entries().find('plan')).rejects.toThrow(
      'There is no mode “plan” here.'
    );
    await expect(
      entries({ ...declared, name: 'A b' }).find('A b')
    ).rejects.toThrow('A workflow cannot be called “A b”');
  });
});

const CARD: IWorkflowCard = {
  data: {
    type: 'object',
    properties: { names: { type: 'array', items: { type: 'string' } } },
    required: ['names']
  },
  draw: ({ names }) => ({
    title: 'Choose a name',
    blocks: [{ kind: 'list', items: names as string[] }],
    buttons: [{ name: 'take', label: 'Take it' }]
  })
};

const ask = (
  card: string,
  data: Record<string, unknown>,
  declared: IWorkflowCard = CARD
): unknown =>
  askCard(
    { checkpoint_ns: 'node:1' },
    { workflow: 'names', cards: { choice: declared }, card, data }
  );

describe('a card of another extension', () => {
  it.each(['other', 'toString'])('is asked for by its name: %s', card => {
    expect(() => ask(card, { names: [] })).toThrow(
      `The workflow names has no card “${card}”.`
    );
  });

  it('is asked for with what it says it takes, and nothing else', () => {
    expect(() => ask('choice', { names: [1] })).toThrow(
      'does not fit its card “choice”'
    );
  });

  it('shows only what can be drawn', () => {
    expect(() =>
      ask(
        'choice',
        { names: [] },
        { ...CARD, draw: () => ({ title: 'T', buttons: [] }) }
      )
    ).toThrow('A request to pause cannot be used');
  });
});
