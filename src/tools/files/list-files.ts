import { z } from 'zod';

import { type IFileInfo, type IToolContext, type ITool } from '../../contract';
import { formatCount, formatSize } from '../../contract/text/format-size';
import { forCall, readPlace } from '../shared/files/paths';
import { Walk, newestFirst, byFolderAndName } from '../shared/files/walk';

/** Maximum number of entries listed; data folders can hold thousands. */
const MAX_ENTRIES = 100;

/** The walk makes one request to the server per folder. */
const WALK = { entries: 20_000, ms: 8000 };

const schema = z.object({
  path: z.string().optional(),
  recursive: z.boolean().optional(),
  pattern: z.string().optional().describe('glob'),
  newest: z.boolean().optional()
});

export const listFiles: ITool<z.infer<typeof schema>> = {
  name: 'list_files',
  description: 'List a folder.',
  schema,
  effects: ['read'],
  effect: () => 'read',
  schemasOnly: true,
  running: (_args, trans) => trans.__('Listing files'),
  async run({ path, recursive, pattern, newest }, context) {
    const { trans } = context;
    const {
      path: folder,
      value: { entries, cut },
      note
    } = await readPlace(path ?? '', context, async place =>
      recursive
        ? walked(place, context)
        : {
            entries: (await context.files.list(place)).sort(byFolderAndName),
            cut: ''
          }
    );
    const found = pattern
      ? await fitting(entries, folder, pattern, context)
      : entries;
    if (newest) {
      found.sort(newestFirst);
    }
    const shown = found.slice(0, MAX_ENTRIES);
    const left = found.slice(MAX_ENTRIES);
    const noun = found.length === 1 ? 'entry' : 'entries';
    const filter = pattern ? ` that fit ${pattern}` : '';
    return {
      text: [
        ...(note ? [note] : []),
        `/${folder}: ${formatCount(found.length)} ${noun}${filter}${cut}.`,
        ...shown.map(entry => line(entry, context)),
        ...(left.length > 0
          ? [
              `… ${formatCount(left.length)} more left out: ${kinds(left)}. Give a pattern, or newest=true …`
            ]
          : [])
      ].join('\n'),
      ok: true,
      summary: trans._n('Listed %1 file', 'Listed %1 files', found.length)
    };
  }
};

/** Nearest first. */
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

/** A pattern applies to the path below the folder that is listed. */
async function fitting(
  entries: IFileInfo[],
  folder: string,
  pattern: string,
  { patterns, signal }: IToolContext
): Promise<IFileInfo[]> {
  const from = folder === '' ? 0 : folder.length + 1;
  const lines = entries.map(({ path }) => path.slice(from).replace(/\s/g, ' '));
  const { matches } = await patterns.find(
    globExpression(pattern),
    [lines.join('\n')],
    { matches: entries.length, ms: WALK.ms },
    signal
  );
  return matches.map(({ line: number }) => entries[number - 1]);
}

/**
 * A glob as a regular expression: `*` and `?` within a part, `**` across parts,
 * `[abc]`, `{a,b}`. Without `/` it is compared with the last part only.
 */
function globExpression(glob: string): string {
  let open = 0;
  const body = glob
    .trim()
    .replace(/^\.?\//, '')
    .replace(/\*\*\/|\*+|\[!?[^\]]{1,64}\]|[^\w\s/]/g, token => {
      switch (token) {
        case '**/':
          return '(.*/)?';
        case '*':
          return '[^/]*';
        case '?':
          return '[^/]';
        case '{':
          open++;
          return '(';
        case '}':
          return open-- > 0 ? ')' : '\\}';
        case ',':
          return open > 0 ? '|' : ',';
      }
      return token.startsWith('**')
        ? '.*'
        : /^\[.+\]$/.test(token)
          ? `[${token
              .slice(1, -1)
              .replace(/[\\^[]/g, '\\$&')
              .replace('!', '^')}]`
          : `\\${token}`;
    });
  return `${/\//.test(glob) ? '^' : '(^|/)'}${body}$`;
}

/** Number of file types counted separately; the rest is lumped together. */
const MAX_KINDS = 6;

/** "3,000 .csv, 12 folders", the most frequent first. */
function kinds(entries: IFileInfo[]): string {
  const counts = new Map<string, number>();
  for (const { type, name } of entries) {
    const kind =
      type === 'directory'
        ? 'folders'
        : (/[^.](\.[^.\s]{1,12})$/.exec(name)?.[1].toLowerCase() ??
          'without an extension');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const ranked = [...counts].sort((a, b) => b[1] - a[1]);
  const others = ranked
    .slice(MAX_KINDS)
    .reduce((sum, [, number]) => sum + number, 0);
  return [
    ...ranked
      .slice(0, MAX_KINDS)
      .map(([kind, number]) => `${formatCount(number)} ${kind}`),
    ...(others > 0 ? [`${formatCount(others)} others`] : [])
  ].join(', ');
}

function line(entry: IFileInfo, context: IToolContext): string {
  const path = forCall(entry.path, context);
  if (entry.type === 'directory') {
    return `${path}/`;
  }
  return entry.size === null ? path : `${path} (${formatSize(entry.size)})`;
}
