import { z } from 'zod';

import { TOOLS } from '..';

describe('the set of tools', () => {
  it('stands in a fixed order', () => {
    expect(TOOLS.map(tool => tool.name)).toEqual([
      'jupyter_cell',
      'edit_cell',
      'markdown',
      'read_notebook',
      'inspect_variables',
      'list_files',
      'read_file',
      'final_answer'
    ]);
  });

  it('costs at most 3,600 characters of every request', () => {
    const functions = TOOLS.map(({ name, description, schema }) => ({
      type: 'function',
      function: { name, description, parameters: z.toJSONSchema(schema) }
    }));
    expect(JSON.stringify(functions).length).toBeLessThanOrEqual(3600);
  });

  it('has a schema that reads the same from both sides', () => {
    for (const { schema } of TOOLS) {
      expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({
        type: 'object'
      });
    }
  });

  it('can describe a call while it runs, for every tool', () => {
    const trans = {
      __: (message: string) => message,
      _n: (singular: string) => singular
    };
    for (const tool of TOOLS) {
      expect(tool.running({ cell_id: 'a', path: 'b' }, trans)).not.toBe('');
    }
  });

  it('has a card for every effect but reading', () => {
    for (const tool of TOOLS) {
      if (tool.effect({ run: true }) !== 'read') {
        expect(tool.propose).toBeDefined();
      }
    }
  });
});
