import { InMemoryJournal } from '../../storage';
import { until } from '../../testing/until';
import { Site } from './reopening';

/** A journal that does not store any outcome while the page lives. */
class SlowJournal extends InMemoryJournal {
  readonly waiting: (boolean | undefined)[] = [];

  override finish(
    ...[, , behind]: Parameters<InMemoryJournal['finish']>
  ): Promise<void> {
    this.waiting.push(behind);
    return new Promise(() => undefined);
  }
}

describe('a step that only reads', () => {
  it('waits for no record of its answer: the next request leaves', async () => {
    const journal = new SlowJournal();
    const site = new Site({
      answers: [
        { calls: [{ name: 'read_notebook', args: {} }] },
        { text: 'Read.' }
      ],
      stores: { journal }
    });
    void site.page().say();
    await until(() => site.requests.length === 2);
    expect(journal.waiting).toEqual([true]);
  });
});
