import { join } from 'path';

import { reachedFiles } from '../../testing/reached-files';

const SRC = join(__dirname, '../..');

/** Names below `src/` of the files that are loaded with a file. */
function reached(file: string): string[] {
  return [...reachedFiles(join(SRC, file))].map(path =>
    path.slice(SRC.length + 1)
  );
}

describe('what an open panel without a conversation has loaded', () => {
  const loaded = [
    ...reached('plugins/lazy-chunk.ts'),
    ...reached('storage/open-thread-store.ts')
  ];

  it('draws it, and lists what is kept', () => {
    expect(loaded).toContain('panel/components/panel.tsx');
    expect(loaded).toContain('storage/threads/durable-threads.ts');
  });

  it('is without what the agent works with, which comes with it', () => {
    expect(loaded).not.toContain('plugins/agent/make-agent.ts');
  });
});
