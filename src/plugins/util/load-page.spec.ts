import { join } from 'path';

import { reachedFiles } from '../../testing/reached-files';

const SRC = join(__dirname, '../..');

it('an open panel without a conversation has loaded neither the agent nor LangChain', () => {
  const loaded = [
    'plugins/lazy-chunk.ts',
    'storage/open-thread-store.ts'
  ].flatMap(file =>
    [...reachedFiles(join(SRC, file))].map(path => path.slice(SRC.length + 1))
  );
  expect(loaded).toContain('panel/components/panel.tsx');
  expect(loaded).toContain('storage/threads/durable-threads.ts');
  expect(loaded).not.toContain('plugins/agent/make-agent.ts');
  expect(loaded).not.toContain('storage/checkpoints/indexed-db-saver.ts');
});
