import { ENGLISH } from '../../contract';
import { hashEntry } from './hash-entry';
import { mcpTool } from './mcp-tool';

const ENTRY = {
  name: 'forecast',
  inputSchema: { type: 'object', properties: { a: {}, b: {} } },
  _meta: { scope: 'read' }
};

it.each<[string, object, boolean]>([
  [
    'the order of its keys',
    {
      _meta: { scope: 'read' },
      inputSchema: { properties: { b: {}, a: {} }, type: 'object' }
    },
    true
  ],
  ['its title', { title: 'Read only' }, false],
  ['an annotation', { annotations: { readOnlyHint: true } }, false],
  ['what only the server knows', { _meta: { scope: 'all' } }, false],
  ['an icon', { icons: [{ src: 'data:,' }] }, false],
  ['what a later protocol adds', { execution: { task: 'x' } }, false]
])('what was agreed to is the whole entry: %s', (_, change, isSame) => {
  expect(hashEntry({ ...ENTRY, ...change }) === hashEntry(ENTRY)).toBe(isSame);
});

it('a change shows, also behind what is shown', () => {
  const [one, other] = ['a', 'b'].map(name =>
    mcpTool(
      {
        ...ENTRY,
        description: 'x'.repeat(9000),
        inputSchema: { type: 'object', properties: { [name]: {} } }
      },
      { setting: { name: 'weather' } } as never,
      ENGLISH,
      () => undefined
    )
  );
  expect(one.mcp.says).not.toBe(other.mcp.says);
});
