import { act } from 'react';

import { FakeThreads } from '../../../testing/fake-threads';
import { logOf, turn } from '../../stories/long-thread';
import { PanelFixture } from '../../stories/panel-fixture';

let threads: FakeThreads;
let panel: PanelFixture;

beforeEach(async () => {
  threads = new FakeThreads();
  threads.add(
    't1',
    { title: 'Explore penguins', pending: 1 },
    logOf('t1', ...turn(1))
  );
  threads.add(
    't2',
    { title: 'Train a model', notebook: 'b.ipynb' },
    logOf('t2', ...turn(2))
  );
  threads.add('t3', { title: 'Clean up', pinned: true });
  panel = new PanelFixture({}, threads);
  // The last conversation of this notebook; this spec is about the list.
  await panel.mount();
  await panel.click(panel.get('button', 'Conversations'));
});

const rows = () =>
  Array.from(
    panel.host.querySelectorAll<HTMLElement>('.jp-Cellwright-threadOpen')
  );
const titles = () =>
  Array.from(panel.host.querySelectorAll('.jp-Cellwright-threadTitle')).map(
    ({ textContent }) => textContent
  );
const row = (title: string) =>
  rows().find(({ textContent }) => textContent?.startsWith(title))!;
const actions = async (title: string, name: string) => {
  await panel.click(panel.get('button', `Actions for “${title}”`));
  await panel.click(panel.get('menuitem', name));
};

describe('the list of conversations', () => {
  it('shows what each is about, where it belongs and what it waits for', () => {
    expect(titles()).toEqual(['Clean up', 'Train a model', 'Explore penguins']);
    expect(row('Train').textContent).toContain('b.ipynb');
    expect(row('Explore').textContent).toContain('waiting for you');
    expect(row('Clean').textContent).toContain('pinned');
  });

  it('says what is cleaned up while it is looked at', async () => {
    panel.store.services.deleted = () => ['“Old one” was deleted: no space.'];
    await act(() => threads.pin('t1', true));
    await panel.settle();
    expect(panel.text).toContain('“Old one” was deleted: no space.');
  });

  it('says where the browser may not keep them', async () => {
    threads.keeping = { ok: true, warning: 'Only 40 MB are left.' };
    await act(() => threads.pin('t1', true));
    await panel.settle();
    await panel.click(panel.get('button', 'Back to the conversation'));
    expect(panel.text).toContain('Only 40 MB are left.');
  });

  it('opens one, and leads back to it', async () => {
    await panel.click(row('Train'));
    expect(panel.threadId).toBe('t2');
    expect(panel.text).toContain('Answer 2');
    expect(document.activeElement).toBe(panel.composer);
  });

  it('finds one by what was said in it', async () => {
    await panel.type('Search the conversations', 'question 2');
    await panel.until(() => titles().length === 1);
    expect(titles()).toEqual(['Train a model']);
    expect(panel.text).toContain('Question 2');
    await panel.type('Search the conversations', 'nowhere');
    await panel.until(() => titles().length === 0);
    expect(panel.text).toContain('No conversation contains these words.');
  });

  it('is walked through with the arrows, and left by Tab as one thing', async () => {
    await act(async () => row('Clean').focus());
    await panel.press(row('Clean'), 'ArrowDown');
    expect(document.activeElement).toBe(row('Train'));
    await panel.press(row('Train'), 'End');
    expect(document.activeElement).toBe(row('Explore'));
    await panel.press(row('Explore'), 'Home');
    expect(document.activeElement).toBe(row('Clean'));
    expect(rows().filter(({ tabIndex }) => tabIndex === 0)).toEqual([
      row('Clean')
    ]);
  });

  const field = () =>
    panel.dialog!.querySelector<HTMLInputElement>('.jp-Dialog-body input')!;

  it('names one anew, by F2, unless that is left with Esc', async () => {
    await act(async () => row('Train').focus());
    await panel.press(row('Train'), 'F2');
    field().value = 'Boosting';
    await panel.press(field(), 'Escape', { keyCode: 27 });
    expect(panel.dialog).toBeNull();
    expect(titles()).toContain('Train a model');
    await panel.press(row('Train'), 'F2');
    expect(document.activeElement).toBe(field());
    expect(field().value).toBe('Train a model');
    field().value = 'Boosting';
    await panel.answerDialog('Rename');
    expect(threads.records.get('t2')).toMatchObject({
      title: 'Boosting',
      named: true
    });
    expect(titles()).toContain('Boosting');
    expect(document.activeElement).toBe(row('Boosting'));
  });

  it('deletes one only when asked twice, and says that it waits', async () => {
    await panel.press(row('Explore'), 'Delete');
    expect(panel.dialog!.textContent).toContain(
      'It is waiting for your decision.'
    );
    await panel.answerDialog('Keep it');
    await panel.press(row('Train'), 'Delete');
    expect(panel.dialog!.textContent).toContain('Delete “Train a model”?');
    expect(panel.dialog!.textContent).not.toContain('waiting');
    expect(document.activeElement).toBe(panel.button(panel.dialog!, 'Keep it'));
    await panel.answerDialog('Keep it');
    expect(threads.records.has('t2')).toBe(true);
    await actions('Train a model', 'Delete');
    await panel.answerDialog('Delete');
    await panel.settle();
    expect(threads.records.has('t2')).toBe(false);
    expect(titles()).not.toContain('Train a model');
    expect(panel.announced).toBe('Deleted: “Train a model”');
    expect(document.activeElement).toBe(
      panel.host.querySelector('.jp-Cellwright-sideView')
    );
  });

  it('pins and lets go', async () => {
    await actions('Train a model', 'Pin');
    expect(threads.records.get('t2')?.pinned).toBe(true);
    await actions('Train a model', 'Unpin');
    expect(threads.records.get('t2')?.pinned).toBe(false);
  });

  it('exports one as a file', async () => {
    await panel.click(panel.get('button', 'Actions for “Train a model”'));
    expect(await panel.download('Export')).toMatchObject({
      name: 'Train a model.json',
      text: await threads.export('t2')
    });
  });

  it('imports one, shows it, and says that it is from a file', async () => {
    await panel.choose(await threads.export('t2'));
    await panel.until(() => panel.text.includes('Answer 2'));
    expect(panel.threadId).toMatch(/^imported-/);
    expect(panel.text).toContain('imported from the file a.json');
  });

  it('says what is wrong with a file', async () => {
    jest.spyOn(console, 'warn').mockImplementation();
    await panel.choose('no JSON');
    await panel.until(() =>
      panel.text.includes('This file holds no conversation.')
    );
  });

  it('follows what another tab does', async () => {
    await act(() => threads.rename('t2', 'Elsewhere'));
    await panel.settle();
    expect(titles()).toContain('Elsewhere');
  });

  it('is empty in words', async () => {
    for (const id of ['t1', 't2', 't3']) {
      await act(() => threads.delete(id));
    }
    await panel.settle();
    expect(panel.text).toContain('No conversations yet.');
  });
});
