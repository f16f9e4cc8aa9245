import { join } from 'path';

import { reachedFiles } from '../../testing/reached-files';

const SRC = join(__dirname, '../..');

/** Names below `src/` of the files that are loaded with a file. */
function reached(file: string): string[] {
  return [...reachedFiles(join(SRC, file))].map(path =>
    path.slice(SRC.length + 1)
  );
}

/** Files that work on a conversation, or send its events to other tabs. */
const OF_THE_AGENT = [
  'plugins/agent/make-agent.ts',
  'plugins/tabs/shared-agent.ts',
  'plugins/tabs/shared-thread.ts',
  'plugins/tabs/is-heard-event.ts',
  'plugins/tabs/engine-agent.ts',
  'storage/agent-store.ts',
  'storage/journal/durable-journal.ts',
  'storage/images/durable-images.ts',
  'storage/tab-requests.ts'
];

describe('what an open panel without a conversation has loaded', () => {
  const loaded = [
    ...reached('plugins/lazy-chunk.ts'),
    ...reached('storage/open-thread-store.ts')
  ];

  it('draws it, and lists what is kept', () => {
    expect(loaded).toContain('panel/components/panel.tsx');
    expect(loaded).toContain('storage/threads/durable-threads.ts');
  });

  it.each(OF_THE_AGENT)('is without %s, which comes with the agent', file => {
    expect(loaded).not.toContain(file);
    expect(reached('plugins/agent/make-agent.ts')).toContain(file);
  });
});
