import { z } from 'zod';

import type { IFileInfo, ITool, IToolContext } from '../contract';
import { matchesGlob } from '../contract';
import { folderName, namedFolder } from './folder';
import { count, size } from './quantities';
import { Walk } from './walk';
import { workspaceFailure } from './workspace-failure';

/** Entries that are named; folders of data can hold thousands. */
const MAX_ENTRIES = 100;

/** A walk asks the server once for each folder. */
const WALK = { entries: 2000, ms: 8000 };

const schema = z.object({
  path: z
    .string()
    .optional()
    .describe("from the server's root; default: the notebook's folder"),
  recursive: z.boolean().optional(),
  pattern: z.string().optional().describe('glob')
});

export const listFiles: ITool<z.infer<typeof schema>> = {
  name: 'list_files',
  description: 'List a folder.',
  schema,
  effects: ['read'],
  effect: () => 'read',
  schemasOnly: true,
  running: (_args, trans) => trans.__('Listing files'),
  async run({ path, recursive, pattern }, context) {
    const { trans } = context;
    try {
      const folder = namedFolder(path, context);
      const { entries, cut } = recursive
        ? await walked(folder, context)
        : { entries: await context.files.list(folder), cut: '' };
      const found = pattern
        ? entries.filter(entry => fits(entry, folder, pattern))
        : entries;
      const shown = found.slice(0, MAX_ENTRIES);
      const left = found.length - shown.length;
      const noun = found.length === 1 ? 'entry' : 'entries';
      const filter = pattern ? ` that fit ${pattern}` : '';
      return {
        text: [
          `${folderName(folder)}: ${count(found.length)} ${noun}${filter}${cut}.`,
          ...shown.map(line),
          ...(left > 0 ? [`… ${count(left)} more left out …`] : [])
        ].join('\n'),
        ok: true,
        summary: trans._n('Listed %1 file', 'Listed %1 files', found.length)
      };
    } catch (error) {
      return workspaceFailure(error, context);
    }
  }
};

async function walked(
  folder: string,
  { files, signal }: IToolContext
): Promise<{ entries: IFileInfo[]; cut: string }> {
  const walk = new Walk(files, folder, WALK, signal);
  const entries: IFileInfo[] = [];
  for await (const entry of walk.entries()) {
    entries.push(entry);
  }
  return {
    entries,
    cut: walk.cut ? ` (${walk.cut}; list a folder below for the rest)` : ''
  };
}

/** A pattern is about the path below the folder that is listed. */
function fits(entry: IFileInfo, folder: string, pattern: string): boolean {
  const from = folder === '' ? 0 : folder.length + 1;
  return matchesGlob(entry.path.slice(from), pattern);
}

function line(entry: IFileInfo): string {
  if (entry.type === 'directory') {
    return `${entry.path}/`;
  }
  return entry.size === null
    ? entry.path
    : `${entry.path} (${size(entry.size)})`;
}
