import { FakeNotebook } from '../../testing/fake-notebook';
import { FakeShell } from '../../testing/fake-shell';
import { FakeWorkspace } from '../../testing/fake-workspace';
import { TOOLS } from '../../tools';
import { isInMode } from '../tool-set/tool-offer';
import { calling, Harness, namesOf, startRun, toolTexts } from './harness';
import { FINAL, QUESTION, plainTool } from './plain-tools';

const names = (harness: Harness): string[] =>
  namesOf(harness.model.boundTools).sort();

describe('the mode Ask', () => {
  it('offers tools that only read, and nothing else', async () => {
    const harness = new Harness({
      tools: [
        plainTool('look', 'read'),
        plainTool('edit', 'edit'),
        plainTool('sometimes', 'read', { effects: ['read', 'shell'] }),
        QUESTION,
        FINAL
      ],
      script: ['Done.']
    });
    await harness.say('What is this?', { mode: 'ask' });
    expect(names(harness)).toEqual([
      'ask_user',
      'final_answer',
      'look',
      'write_todos'
    ]);
  });

  it('refuses every call of another tool by name, whatever the policy says', async () => {
    const tool = plainTool('edit', 'edit');
    const harness = new Harness({
      tools: [tool, plainTool('look', 'read')],
      settings: { policy: { interruptOn: { edit: false } } },
      script: [calling('edit', { code: 'a' }), 'I cannot.']
    });
    await harness.say('Change it.', { mode: 'ask' });
    expect(harness.of('review-opened')).toEqual([]);
    expect(tool.ran).toEqual([]);
    expect(toolTexts(await harness.messages())).toEqual([
      'There is no tool "edit". The person chose the mode Ask: there are only tools that read. Tools: look.'
    ]);
  });

  it('counts for its own message alone', async () => {
    const harness = new Harness({
      tools: [plainTool('edit', 'edit')],
      script: ['One.', 'Two.']
    });
    await harness.say('Read.', { mode: 'ask' });
    expect(names(harness)).toEqual(['write_todos']);
    await harness.say('Do.');
    expect(names(harness)).toEqual(['edit', 'write_todos']);
  });

  it('holds no built-in tool that can do more than read', () => {
    const tools = TOOLS.filter(tool => isInMode(tool, 'ask'));
    expect(tools.map(({ name }) => name)).toContain('final_answer');
    for (const tool of tools) {
      expect([tool.name, tool.effects]).toEqual([tool.name, ['read']]);
    }
    expect(tools.length).toBeLessThan(TOOLS.length);
  });
});

describe('what a run can do', () => {
  it('is asked once, and its tools stay the same to the end', async () => {
    let asked = 0;
    const tool = plainTool('look', 'read', {
      offered: () => ++asked === 1
    });
    const harness = await startRun({
      tools: [tool],
      script: [calling('look', { code: 'a' }), 'Done.']
    });
    expect(tool.ran).toEqual(['a']);
    expect(asked).toBe(1);
    expect(names(harness)).toContain('look');
  });

  it('leaves out a tool that lacks what it needs; a call of it is refused by name', async () => {
    const tool = plainTool('shell', 'shell', { offered: ({ shell }) => shell });
    const notebook = new FakeNotebook();
    const harness = await startRun({
      tools: [tool],
      notebook,
      workspace: new FakeWorkspace({
        notebook,
        shell: new FakeShell({ why: 'No shell.' })
      }),
      script: [calling('shell', { code: 'ls' }), 'Done.']
    });
    expect(names(harness)).not.toContain('shell');
    expect(toolTexts(await harness.messages())[0]).toContain(
      'There is no tool "shell"'
    );
  });

  it('has no commands where asking for them fails', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation();
    const shell = new FakeShell();
    shell.availability = async () => {
      throw new Error('no');
    };
    const harness = await startRun({
      workspace: new FakeWorkspace({ notebook: new FakeNotebook(), shell }),
      script: ['Done.']
    });
    expect(names(harness)).toContain('jupyter_cell');
    expect(names(harness)).not.toContain('execute_command');
    expect(warned).toHaveBeenCalledTimes(1);
  });
});
