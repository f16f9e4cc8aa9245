import { createHash } from 'crypto';

import { TOOLS } from '../../tools';
import { callMark } from './binding';

const args = { path: 'a.txt', content: 'new' };

const tool = (name: string) => TOOLS.filter(each => each.name === name);

describe('what a decision is bound to', () => {
  it('is a SHA-256 of the call and all the text that the card stood on', () => {
    const text = JSON.stringify(['write_file', args, 'v', 'old']);
    expect(callMark('write_file', args, { basis: 'v', content: 'old' })).toBe(
      `sha256:${createHash('sha256').update(text).digest('hex')}`
    );
  });

  it.each([
    ['another tool', 'edit_file', args, { basis: 'v', content: 'old' }],
    [
      'other arguments',
      'write_file',
      { ...args, content: 'other' },
      { basis: 'v', content: 'old' }
    ],
    ['another basis', 'write_file', args, { basis: 'w', content: 'old' }],
    // What somebody would make who looks for a text with the same version.
    [
      'another text of the same version',
      'write_file',
      args,
      { basis: 'v', content: 'forged' }
    ],
    [
      'another half of a character',
      'write_file',
      args,
      { basis: 'v', content: '\ud800' }
    ]
  ])('does not hold for %s', (_, name, given, proposal) => {
    const mark = callMark('write_file', args, {
      basis: 'v',
      content: name === 'write_file' ? '\udbff' : 'old'
    });
    expect(callMark(name, given, proposal)).not.toBe(mark);
  });

  it('tells files apart by their text, also where their versions are the same', async () => {
    for (const name of ['write_file', 'edit_file']) {
      const [{ propose }] = tool(name);
      const context = {
        notebook: { path: 'a.ipynb' },
        trans: { __: (text: string) => text },
        values: true,
        files: {
          openText: async () => ({ text: 'old', version: 'v', isOpen: false })
        }
      } as never;
      const proposal = await propose?.(
        { ...args, old: 'old', new: 'new' },
        context
      );
      expect(proposal).toMatchObject({ basis: 'v', content: 'old' });
    }
  });
});
