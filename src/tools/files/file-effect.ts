import type { Effect } from '../../contract';
import { isPlainMarkdown } from '../shared/text/plain-markdown';

/** Endings of data and of prose; any other file, a query too, may be run or obeyed by something. */
const ORDINARY =
  /\.(?:csv|tsv|txt|md|rst|jsonl?|ndjson|geojson|parquet|feather|arrow|xlsx|ods|html|tex|bib|log|xml|png|jpe?g|gif|webp|svg|pdf|docx)$/i;

/** Those of them that JupyterLab draws. */
const DRAWN = /\.(?:md|html|svg|xml|pdf)$/i;

/**
 * Files of these kinds that a tool obeys. A JSON with a second ending is for the
 * program that the ending names (`a.vl.json`).
 */
const OBEYED =
  /^(?:cellwright|skill|agents|claude|gemini)\b.*\.md$|\.[^.]*\.json$|(?:package|config|kernel|overrides|settings|launch|tasks|deno|jupytext|project).*\.json$|^(?:requirements|constraints|environment|cmakelists).*\.txt$/i;
const OBEYED_FOLDER =
  /^(?:skills|kernels|node_modules|site-packages|dist-packages|.*config(?:\.d)?|labextensions|binder|cellwright-templates)$/i;

/**
 * A name that each system reads as it stands: it begins with a letter, a digit
 * or `_`, is no short name of Windows, and ends in neither a dot nor a space.
 */
const PLAIN_NAME =
  /^(?=[\p{L}\p{N}_])(?!.*~\d)[\p{L}\p{M}\p{N}\p{Extended_Pictographic} ._()+~,'&-]{1,255}(?<![ .])$/u;

/**
 * Whether a file is mere data or text, which a rule for files may cover.
 * Anything else may take effect without anybody running it.
 *
 * @param path from the notebook's folder.
 */
export function isOrdinaryFile(path: string): boolean {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  return (
    path.normalize('NFKC') === path.normalize('NFC') &&
    [...folders, name].every(part => PLAIN_NAME.test(part)) &&
    ORDINARY.test(name) &&
    !OBEYED.test(name) &&
    !isInCapitals(name) &&
    !folders.some(folder => OBEYED_FOLDER.test(folder))
  );
}

/** A note in capitals is for an agent or a tool (`CONVENTIONS.md`). */
function isInCapitals(name: string): boolean {
  const stem = name.slice(0, -'.md'.length);
  return (
    /\.md$/i.test(name) &&
    stem !== 'README' &&
    stem === stem.toUpperCase() &&
    /\p{Lu}{2}/u.test(stem)
  );
}

/**
 * Whether JupyterLab draws such a file, which may send a request as soon as it
 * is opened, with data in its address.
 */
export function isDrawn(path: string): boolean {
  return DRAWN.test(path);
}

/** What a file with this text does; of what is drawn, plain Markdown sends nothing. */
export function fileEffect(path: string, text: string): Effect {
  return !isDrawn(path) || (/\.md$/i.test(path) && isPlainMarkdown(text))
    ? 'write'
    : 'network';
}
