import { z } from 'zod';

import { TOOLS } from '..';
import { type IOfferFacts, EFFECTS } from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
import { toolContext } from './tool-context';

/** Calls of each tool; the last one has the most far-reaching effect. */
const CALLS: Record<string, Record<string, unknown>[]> = {
  jupyter_cell: [{ code: '1' }, { code: '!ls' }],
  edit_cell: [
    { cell_id: 'a', code: 'x' },
    { cell_id: 'a', code: '1', run: true },
    { cell_id: 'a', code: '!ls', run: true },
    { cell_id: 'm', code: '<img>' }
  ],
  markdown: [{ content: 'x' }, { content: '<img>' }],
  read_notebook: [{}, { cells: ['a'] }],
  inspect_variables: [{}],
  list_files: [{}],
  read_file: [{ path: 'a.csv' }],
  final_answer: [{ answer: 'x' }],
  load_skill: [{ name: 'x' }],
  read_document: [{ name: 'x' }],
  run_cells: [{ cell_ids: ['a'] }, { cell_ids: ['a', 's'] }],
  restart_kernel: [{}, { run_all: true }],
  run_scratch: [{ code: '1' }, { code: '!ls' }],
  search_notebook_cells: [{ pattern: 'x' }],
  search_workspace: [{ pattern: 'x' }],
  check_resource: [{}],
  delete_cell: [{ cell_id: 'a' }],
  move_cell: [{ cell_id: 'a' }],
  write_file: [
    { path: 'b.txt', content: 'x' },
    { path: 'b.html', content: 'x' }
  ],
  edit_file: [
    { path: 'a.txt', old: 'x', new: 'y' },
    { path: 'a.html', old: 'x', new: 'y' }
  ],
  execute_command: [{ command: 'ls' }],
  write_report: [{ prompt: 'x' }],
  ask_user: [{ question: 'x' }]
};

function context() {
  return toolContext({
    files: new FakeFiles({ 'a.txt': 'x', 'a.html': 'x' }),
    notebook: new FakeNotebook({
      cells: [
        { id: 'a', source: '1' },
        { id: 's', source: '!ls' },
        { id: 'm', type: 'markdown', source: 'x' }
      ]
    })
  });
}

/** Number of characters a tool adds to every request. */
function characters({ name, description, schema }: (typeof TOOLS)[number]) {
  const {
    $schema: _,
    additionalProperties: __,
    ...parameters
  } = z.toJSONSchema(schema, { io: 'input' });
  return JSON.stringify({
    type: 'function',
    function: { name, description, parameters }
  }).length;
}

function offered(facts: Partial<IOfferFacts>): string[] {
  const all: IOfferFacts = {
    shell: false,
    skills: 0,
    ...facts
  };
  return TOOLS.filter(tool => tool.offered?.(all) ?? true).map(
    tool => tool.name
  );
}

describe('the set of tools', () => {
  it('stands in a fixed order, the most used first', () => {
    expect(TOOLS.map(tool => tool.name)).toEqual(Object.keys(CALLS));
  });

  it('costs at most 7,500 characters of every request with all of them, 280 more where a document is attached, and 420 where a report is wanted', () => {
    const sum = (tools: typeof TOOLS) =>
      tools.map(characters).reduce((all, one) => all + one, 0);
    expect(Math.max(...TOOLS.map(characters))).toBeLessThanOrEqual(620);
    const [others, documents] = [false, true].map(reads =>
      TOOLS.filter(
        ({ name, onDemand }) =>
          !onDemand && (name === 'read_document') === reads
      )
    );
    const demanded = TOOLS.filter(({ onDemand }) => onDemand);
    expect(demanded.map(({ name }) => name)).toEqual(['write_report']);
    expect(sum(demanded)).toBeLessThanOrEqual(420);
    expect(sum(others)).toBeLessThanOrEqual(7500);
    expect(sum(documents)).toBeLessThanOrEqual(280);
    expect(offered({})).not.toContain('read_document');
    expect(offered({ documents: 1 })).toContain('read_document');
  });

  it.each(TOOLS.map(tool => [tool.name, tool] as const))(
    'says honestly what %s can do, and why it is to be done on each card',
    async (name, tool) => {
      expect(tool.effects.length).toBeGreaterThan(0);
      const texts = await Promise.all(
        CALLS[name].map(
          async args =>
            (await tool.propose?.(args, context()))?.effect ??
            tool.effect(args, context())
        )
      );
      expect(new Set(texts)).toEqual(new Set(tool.effects));
      for (const effect of texts) {
        expect(EFFECTS).toContain(effect);
      }
      expect(tool.running(CALLS[name][0], context().trans)).not.toBe('');
      if (tool.effects.some(effect => effect !== 'read')) {
        // The prompt demands a reason, and a schema drops what it does not name.
        const args = tool.schema.parse({
          ...CALLS[name][0],
          description: 'Why it is done'
        });
        expect(await tool.propose?.(args, context())).toMatchObject({
          title: expect.stringMatching(/./),
          sentence: expect.stringMatching(/./),
          reason: 'Why it is done'
        });
      }
    }
  );

  it('reads alone where nothing may be changed', () => {
    const readers = TOOLS.filter(tool =>
      tool.effects.every(effect => effect === 'read')
    );
    expect(readers.map(tool => tool.name)).toEqual([
      'read_notebook',
      'inspect_variables',
      'list_files',
      'read_file',
      'final_answer',
      'load_skill',
      'read_document',
      'search_notebook_cells',
      'search_workspace',
      'check_resource',
      'ask_user'
    ]);
  });

  it('keeps values back by itself, or is kept back by the gate, where only schemas may be told', () => {
    const withheld = TOOLS.filter(tool => !tool.schemasOnly);
    expect(withheld.map(tool => tool.name)).toEqual([]);
  });
});

describe('what is offered', () => {
  it('leaves out what the kernel’s language has no code for', () => {
    expect(offered({ language: 'octave' })).toEqual(
      offered({ language: 'R' }).filter(name => name !== 'inspect_variables')
    );
  });

  it('depends on shell, skills, documents and language alone', () => {
    const none = offered({});
    expect(offered({ shell: true, skills: 1, documents: 1 }).sort()).toEqual(
      [...none, 'execute_command', 'load_skill', 'read_document'].sort()
    );
  });
});
