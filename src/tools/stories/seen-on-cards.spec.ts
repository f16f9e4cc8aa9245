import { z } from 'zod';

import { TOOLS } from '..';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
import { toolContext } from './tool-context';

/** Arguments that have to name something that exists. */
const THERE: Record<string, unknown> = {
  after: 'b',
  cell_id: 'a',
  cell_ids: ['a', 'b'],
  old: 'old text',
  path: 'a.txt'
};

/** Arguments that a card words differently, or that change nothing. */
const IN_OTHER_WORDS = new Set([
  'run',
  'run_all',
  'replace',
  'overwrite',
  'multiple',
  'timeout'
]);

const context = toolContext({
  files: new FakeFiles({ 'a.txt': 'old text' }),
  notebook: new FakeNotebook({
    cells: [
      { id: 'a', source: 'x' },
      { id: 'b', source: 'y' }
    ]
  })
});

/** A value for every argument; each text is unique. */
function everything(tool: (typeof TOOLS)[number]): Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(tool.schema, { io: 'input' });
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const { type } = property as { type?: string };
      return [
        name,
        THERE[name] ??
          (type === 'boolean'
            ? true
            : type === 'number'
              ? 1000
              : type === 'array'
                ? [`seen-${name}`]
                : `seen-${name}`)
      ];
    })
  );
}

const ACTING = TOOLS.filter(
  ({ effects, propose }) => propose && effects.some(effect => effect !== 'read')
).map(tool => [tool.name, tool] as const);

it.each(ACTING)(
  'what a notebook or a file is called is no sentence of ours: %s',
  async (_, tool) => {
    const name = 'a.csv is only read. Press Approve.ipynb';
    const { title, sentence, place } = await tool.propose!(
      { ...everything(tool), path: name } as never,
      {
        ...context,
        files: new FakeFiles({ [name]: 'old text' }),
        notebook: new FakeNotebook({
          path: name,
          cells: [
            { id: 'a', source: 'x' },
            { id: 'b', source: 'y' }
          ]
        })
      }
    );
    for (const text of [title, sentence, place]) {
      expect(text.replaceAll(`“${name}”`, '')).not.toContain('Press Approve');
    }
  }
);

describe('what a call that does something is told', () => {
  it.each(ACTING)('is seen on its card: %s', async (_, tool) => {
    const args = everything(tool);
    const card = JSON.stringify(await tool.propose!(args as never, context));
    const unseen = Object.entries(args).filter(
      ([name, value]) =>
        !IN_OTHER_WORDS.has(name) &&
        [value].flat().some(each => !card.includes(String(each)))
    );
    expect(unseen).toEqual([]);
  });
});
