import { join } from 'path';

import { reachedFiles } from '../../testing/reached-files';

const SRC = join(__dirname, '../..');

/** Names below `src/` of what comes with a file. */
function reached(file: string): string[] {
  return [...reachedFiles(join(SRC, file))].map(path =>
    path.slice(SRC.length + 1)
  );
}

/** What works on a conversation, or tells other tabs of it. */
const OF_THE_AGENT = [
  'plugins/make-agent.ts',
  'plugins/shared-agent.ts',
  'plugins/shared-thread.ts',
  'plugins/heard-event.ts',
  'plugins/engine-agent.ts',
  'storage/agent-store.ts',
  'storage/journal.ts',
  'storage/images.ts',
  'storage/tab-requests.ts'
];

describe('what an open panel without a conversation has loaded', () => {
  const loaded = [
    ...reached('plugins/page.ts'),
    ...reached('storage/open-threads.ts')
  ];

  it('draws it, and lists what is kept', () => {
    expect(loaded).toContain('panel/components/panel.tsx');
    expect(loaded).toContain('storage/threads.ts');
  });

  it.each(OF_THE_AGENT)('is without %s, which comes with the agent', file => {
    expect(loaded).not.toContain(file);
    expect(reached('plugins/make-agent.ts')).toContain(file);
  });
});
