import { z } from 'zod';

import type { IFileInfo, ITool } from '../contract';
import { count, size } from './quantities';
import { notebookFolder } from './notebook-folder';
import { workspaceFailure } from './workspace-failure';

/** Entries that are named; folders of data can hold thousands. */
const MAX_ENTRIES = 100;

const schema = z.object({
  path: z
    .string()
    .optional()
    .describe("from the server's root; default: the notebook's folder")
});

export const listFiles: ITool<z.infer<typeof schema>> = {
  name: 'list_files',
  description: 'List a folder.',
  schema,
  effect: () => 'read',
  running: (_args, trans) => trans.__('Listing files'),
  async run({ path }, context) {
    const { notebook, files, trans } = context;
    try {
      const folder =
        path === undefined || /^\.?\/?$/.test(path.trim())
          ? path?.trim() === '/'
            ? ''
            : notebookFolder(notebook.path)
          : path.trim().replace(/^\/+|\/+$/g, '');
      const entries = await files.list(folder);
      const shown = entries.slice(0, MAX_ENTRIES);
      const left = entries.length - shown.length;
      return {
        text: [
          `${folder || "The server's root"}: ${count(entries.length)} ${entries.length === 1 ? 'entry' : 'entries'}.`,
          ...shown.map(line),
          ...(left > 0 ? [`… ${count(left)} more left out …`] : [])
        ].join('\n'),
        ok: true,
        summary: trans._n('Listed %1 file', 'Listed %1 files', entries.length)
      };
    } catch (error) {
      return workspaceFailure(error, context);
    }
  }
};

function line(entry: IFileInfo): string {
  if (entry.type === 'directory') {
    return `${entry.path}/`;
  }
  return entry.size === null
    ? entry.path
    : `${entry.path} (${size(entry.size)})`;
}
