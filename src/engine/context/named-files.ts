import type { IAttachment } from '../../contract';
import { endsWithin } from '../../contract/util/ends-within';
import { fileHead } from '../../tools';

import type { IRunContext } from '../run-context/run-context';

/** Files that a message names and whose heads go along with it. */
const MAX_FILES = 3;

/** How long the heads may take altogether, in ms. */
const PATIENCE = 2000;

const EXTENSIONS =
  'csv|tsv|tab|txt|dat|json|jsonl|ndjson|parquet|feather|arrow|xlsx?|ods|db|sqlite3?|duckdb|py|r|sql|md|ya?ml|toml|ini|xml|log';

/** A path in quotes, which may hold spaces, or one that holds none. */
const PATHS = new RegExp(
  `(["'\`“«])([^"'\`”»\\n]{1,200}\\.(?:${EXTENSIONS}))["'\`”»]|([\\p{L}\\p{N}_~./\\\\:-][^\\s"'\`“”«»()<>,;]{0,200}?\\.(?:${EXTENSIONS}))(?![\\p{Script=Latin}\\p{N}_/(-]|\\.[\\p{L}\\p{N}])`,
  'giu'
);

/** Characters of a message in which names are looked for. */
const SEARCHED = 5000;

/** The paths in a message that look like files with data or text. */
export function pathsIn(text: string): string[] {
  const found = Array.from(
    text.slice(0, SEARCHED).matchAll(PATHS),
    ([, , quoted, plain]) => quoted ?? plain
  ).filter(path => !path.includes('://'));
  return [...new Set(found)].slice(0, MAX_FILES);
}

/**
 * The heads of the files that a message names, read as the model would read
 * them, so the same limits hold. What is not there, may not be read or takes
 * long is left out; the model can ask for it.
 */
export async function namedFiles(
  run: IRunContext,
  text: string,
  attachments: readonly IAttachment[]
): Promise<string> {
  const paths = pathsIn(text).filter(
    path =>
      !attachments.some(
        each =>
          each.kind === 'file' &&
          (each.path === path || each.path.endsWith(`/${path}`))
      )
  );
  const heads = Promise.all(paths.map(path => headOf(run, path)));
  return paths.length > 0 && (await endsWithin(heads, PATIENCE))
    ? (await heads).filter(Boolean).join('\n')
    : '';
}

async function headOf(run: IRunContext, path: string): Promise<string> {
  const head = await fileHead(path, run.toolContext('attachment'));
  return head === null ? '' : `--- ${head}`;
}
