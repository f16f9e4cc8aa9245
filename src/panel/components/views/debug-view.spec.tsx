import { inspect } from 'node:util';
import { act } from 'react';

import type { IDebugEntry } from '../../../contract';
import { PanelFixture } from '../../stories/panel-fixture';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture();
  panel.preferences.set({ debug: true });
  await panel.mount();
});

function entry(id: string, change: Partial<IDebugEntry> = {}): IDebugEntry {
  return {
    id,
    runId: 'r1',
    kind: 'request',
    title: `Request ${id} to gpt-5`,
    characters: 1234,
    body: { messages: [{ role: 'user', content: `hello ${id}` }] },
    ...change
  };
}

async function tell(...entries: IDebugEntry[]): Promise<void> {
  await panel.tell(
    ...entries.map(each => ({ type: 'debug', entry: each }) as const)
  );
}

async function show(): Promise<void> {
  await panel.menu('Model requests');
}

const lines = () =>
  Array.from(panel.host.querySelectorAll('.jp-Cellwright-debugLine')).map(
    line => line.textContent
  );

describe('the debug view', () => {
  it('lists each entry with its kind, size, time and tokens; it unfolds to what was sent, and draws it only then', async () => {
    await tell(
      entry('1'),
      entry('2', {
        kind: 'answer',
        title: 'Answer',
        ms: 1200,
        tokens: { input: 2030, output: 140 }
      })
    );
    await show();
    expect(lines()).toEqual([
      'requestRequest 1 to gpt-51,234 characters',
      'answerAnswer1.2 s · 1,234 characters · 2,030 + 140 tokens'
    ]);
    expect(panel.text).not.toContain('hello 1');
    await panel.click(panel.get('button', /^request/));
    expect(panel.host.querySelector('pre')?.textContent).toContain(
      '"content": "hello 1"'
    );
  });

  it('shows the beginning of a large body, and all of it on demand', async () => {
    await tell(entry('1', { body: `${'x'.repeat(50_000)}the end` }));
    await show();
    await panel.click(panel.get('button', /^request/));
    expect(panel.host.querySelector('pre')?.textContent).toHaveLength(20_000);
    await panel.click(panel.get('button', 'Show all 50,007 characters'));
    expect(panel.host.querySelector('pre')?.textContent).toContain('the end');
  });

  it('is kept nowhere: not in the browser’s storage, not with the conversation', async () => {
    await tell(entry('1'));
    await show();
    await panel.click(panel.get('button', /^request/));
    expect(panel.text).toContain('hello 1');
    await act(async () => panel.store.composing.setDraft('half a word'));
    await panel.until(() => panel.threads.saved.length > 0);
    expect(
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
    ).not.toContain('hello 1');
    expect(inspect(panel.threads, { depth: Infinity })).not.toContain(
      'hello 1'
    );
  });

  it('finds text anywhere in the entries', async () => {
    await tell(entry('1'), entry('2'), entry('3', { title: 'HELLO 2' }));
    await show();
    await panel.type('Search the requests', 'Hello 2');
    await panel.until(() => lines().length === 2);
    expect(panel.text).toContain('2 of 3 entries');
  });

  it('exports one line of JSON an entry', async () => {
    await tell(entry('1'), entry('2'));
    await show();
    const { text } = await panel.download('Export');
    expect(
      text
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line).id)
    ).toEqual(['1', '2']);
  });

  it('can be cleared, is cleared with a new conversation, and when it is switched off', async () => {
    const count = () => panel.store.debug.getState().entries.length;
    await tell(entry('1'));
    await show();
    await panel.click(panel.get('button', 'Clear'));
    expect(count()).toBe(0);
    await tell(entry('2'));
    await panel.click(panel.get('button', 'New conversation'));
    expect(count()).toBe(0);
    await tell(entry('3'));
    await show();
    await panel.click(panel.get('switch', 'Record requests and answers'));
    expect(count()).toBe(0);
    expect(panel.preferences.current.debug).toBe(false);
    expect(panel.all('textbox', 'Search the requests')).toEqual([]);
  });

  it('keeps a bounded number, and nothing of it in the thread', async () => {
    await tell(
      ...Array.from({ length: 505 }, (_, index) => entry(String(index)))
    );
    const { entries } = panel.store.debug.getState();
    expect(entries).toHaveLength(500);
    expect(entries[0].id).toBe('5');
    expect(JSON.stringify(panel.store.main.getState())).not.toContain('hello');
  });
});
