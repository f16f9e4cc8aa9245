import type { Contents } from '@jupyterlab/services';

import type { ILazyThreads } from '../tokens';

/**
 * Conversations go along with their notebook, whether the panel was ever open in
 * this page or not. Nothing is loaded for it until something is renamed.
 */
export function followMoves(
  contents: Pick<Contents.IManager, 'fileChanged'>,
  threads: ILazyThreads
): void {
  // Lives as long as the page.
  contents.fileChanged.connect((_, { type, oldValue, newValue }) => {
    const from = oldValue?.path;
    const to = newValue?.path;
    if (type !== 'rename' || !from || !to || from === to) {
      return;
    }
    if (newValue.type === 'notebook' || newValue.type === 'directory') {
      void move(threads, from, to);
    }
  });
}

async function move(
  threads: ILazyThreads,
  from: string,
  to: string
): Promise<void> {
  try {
    await (await threads.load()).moved(from, to);
  } catch (error) {
    console.error(
      'Cellwright: the conversations of a notebook did not follow its new name',
      error
    );
  }
}
