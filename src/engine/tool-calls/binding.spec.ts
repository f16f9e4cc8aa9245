import { createHash } from 'crypto';

import { hashText, type IJournal, type IReviewCard } from '../../contract';
import { LatestCheckpointSaver, InMemoryJournal } from '../../storage';
import { FakeNotebook } from '../../testing/fake-notebook';
import { TOOLS } from '../../tools';
import { Binding } from './binding';
import { plainTool } from '../stories/plain-tools';
import { Site } from '../stories/reopening';

const args = { path: 'a.txt', content: 'new' };

const tool = (name: string) => TOOLS.filter(each => each.name === name);

/** How a file tool used to bind its card: to the file's state by its hash. */
const boundByVersion = (text: string) =>
  plainTool('write', 'write', {
    propose: ({ code }) => ({
      title: 'Write',
      sentence: 'Write it',
      place: 'here',
      body: { kind: 'file', path: 'a', mimeType: '', before: text, text: code },
      basis: hashText(text),
      content: text
    })
  });

describe('what a decision is bound to', () => {
  it('is a SHA-256 of the call and all the text that the card stood on', () => {
    const binding = new Binding('write_file', args, {
      basis: 'v',
      content: 'old'
    });
    const text = JSON.stringify(['write_file', args, 'v', 'old']);
    expect(binding.mark).toBe(
      `sha256:${createHash('sha256').update(text).digest('hex')}`
    );
    expect(binding.holds(binding.mark)).toBe(true);
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
    const { mark } = new Binding('write_file', args, {
      basis: 'v',
      content: name === 'write_file' ? '\udbff' : 'old'
    });
    expect(new Binding(name, given, proposal).holds(mark)).toBe(false);
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

/** The mark of a card in the form of version 0.1.0. */
function earlierMark({ tool: name, args: given }: IReviewCard, basis: string) {
  return hashText(JSON.stringify([name, given, basis]));
}

/** A site on which the previous version has left something waiting. */
function siteBefore(
  options: ConstructorParameters<typeof Site>[0],
  basis: string
): { site: Site; upgrade(): void } {
  let isBefore = true;
  const asBefore = <T>(value: T): T =>
    isBefore
      ? (JSON.parse(JSON.stringify(value), (_, each: unknown) => {
          const card = each as IReviewCard | null;
          return card?.hash?.startsWith?.('sha256:')
            ? { ...card, hash: earlierMark(card, basis) }
            : each;
        }) as T)
      : value;
  class Saver extends LatestCheckpointSaver {
    override putWrites(
      ...[config, writes, task]: Parameters<LatestCheckpointSaver['putWrites']>
    ) {
      return super.putWrites(
        config,
        writes.map(([channel, value]) => [
          channel,
          channel === '__interrupt__' ? asBefore(value) : value
        ]),
        task
      );
    }
  }
  class Journal extends InMemoryJournal {
    override show(...[at, event]: Parameters<IJournal['show']>) {
      return super.show(
        at,
        event.type === 'review-opened' ? asBefore(event) : event
      );
    }
  }
  const site = new Site({
    ...options,
    stores: { checkpointer: new Saver(), journal: new Journal() }
  });
  return { site, upgrade: () => void (isBefore = false) };
}

describe('a card that has waited since the version before', () => {
  const change = {
    calls: [
      { name: 'edit_cell', args: { cell_id: 'a', code: 'x = 2', run: true } }
    ]
  };
  const cells = [{ id: 'a', type: 'code' as const, source: 'x = 1' }];
  const edited = () =>
    siteBefore(
      {
        answers: [
          { calls: [{ name: 'read_notebook', args: { cells: ['a'] } }] },
          change,
          { text: 'Done.' }
        ],
        notebook: new FakeNotebook({ cells })
      },
      'x = 1'
    );

  async function waiting({ site, upgrade }: ReturnType<typeof siteBefore>) {
    const before = site.page();
    await before.say();
    before.kill();
    upgrade();
    const page = site.page();
    await page.comeBack();
    const [{ interruptId, card }] = await page.waiting();
    expect(card.hash).toMatch(/^[0-9a-f]{16}$/);
    return { site, page, interruptId, card };
  }

  it('can be approved as it stands', async () => {
    const { site, page, interruptId, card } = await waiting(edited());
    await page.decide(interruptId, card);
    expect(page.of('review-voided')).toEqual([]);
    expect(site.kernel).toEqual(['x = 2']);
    expect(page.of('run-finished')[0].outcome).toBe('answered');
  });

  it('counts when it was decided, and the page went before it was applied', async () => {
    const { site, page, interruptId, card } = await waiting(edited());
    page.kill();
    await site.journal.decide(
      { threadId: 'thread-1', branch: '' },
      {
        callId: card.callId,
        decision: { type: 'approve' },
        hash: card.hash,
        by: 'person',
        time: 1
      }
    );
    const next = site.page();
    await next.comeBack();
    expect(await next.waiting()).toEqual([]);
    expect(interruptId).not.toBe('');
    expect(site.kernel).toEqual(['x = 2']);
  });

  it('comes back where its cell has changed since, with a mark of today', async () => {
    const { site, page, interruptId, card } = await waiting(edited());
    site.notebook.changeAsPerson('a', 'x = 3');
    await page.decide(interruptId, card);
    expect(site.kernel).toEqual([]);
    expect(page.of('review-voided')[0].card.hash).toMatch(/^sha256:/);
    await page.approveAll();
    expect(site.kernel).toEqual(['x = 2']);
  });

  it('stands for a file, too, which was bound by its version', async () => {
    const text = 'old';
    const write = boundByVersion(text);
    const { site, page, interruptId, card } = await waiting(
      siteBefore(
        {
          answers: [
            { calls: [{ name: 'write', args: { code: 'new' } }] },
            { text: 'Done.' }
          ],
          tools: [write]
        },
        hashText(text)
      )
    );
    await page.decide(interruptId, card);
    expect(write.ran).toEqual(['new']);
    expect(site.kernel).toEqual([]);
  });
});
