import { ENGLISH, type IWorkflowDeclaration } from '../../contract';
import { WorkflowEntries, type WorkflowEntry } from './workflow-entries';

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
