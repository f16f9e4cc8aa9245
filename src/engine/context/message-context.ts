import { type IAttachment, textParts, type ICellInfo } from '../../contract';
import { attachmentsText } from './attachments-text';
import { escapeTags } from '../tool-calls/envelope';
import { notebookChanges } from './notebook-changes';
import {
  COLUMNS,
  kernelText,
  notebookContext,
  placeText
} from './notebook-context';
import type { IRunContext } from '../run-context/run-context';
import { endsWithin } from '../../contract/util/ends-within';
import { fileHead } from '../../tools';

/** What is sent along with a message of the person. */
export interface IMessageContext {
  /** `<context>…</context>` that follows the person's text; may be empty. */
  text: string;
  /**
   * Cells whose whole source is in the text: id → hash. Goes into the thread's
   * memory.
   */
  seen: Record<string, string>;
}

/** How the part with what was attached begins. */
const ATTACHED = 'Attached by the person, or named in the message:';
const ATTACHED_SCHEMAS = 'Attached by the person, without its values:';

const VALUES = new RegExp(
  `(<context>\\n(?:[\\s\\S]*?\\n)?)(?:${COLUMNS}|${ATTACHED})\\n[\\s\\S]*\\n</context>$`
);

/** A message without labels of columns, and attachments whose values are included. */
export function withoutAttached(message: string, instead: string): string {
  return message.replace(VALUES, `$1${instead}\n</context>`);
}

/** Cells of one message that are attached because it names them. */
const MAX_NAMED = 4;

/**
 * Reads what was attached or named, and the facts about the notebook. They
 * become part of the message as it is stored, so that later requests begin with
 * the same text. What holds values comes last, so that it can be withheld.
 *
 * @param options `facts`: `'whole'` if the thread has not been told of this
 * notebook yet, `'none'` if whoever sends the message adds them.
 */
export async function messageContext(
  run: IRunContext,
  options: {
    text: string;
    attachments: readonly IAttachment[];
    facts: 'whole' | 'changes' | 'none';
  }
): Promise<IMessageContext> {
  const schemasOnly = (): boolean => run.options.settings().privacy.schemasOnly;
  const before = schemasOnly();
  const attachments = withNamed(run, options.text, options.attachments);
  const attached = attachmentsText(run, attachments);
  const [{ text, seen }, files, facts] = await Promise.all([
    attached,
    namedFiles(run, options.text, attachments),
    factsOf(
      run,
      options,
      attached.then(read => Object.keys(read.seen))
    )
  ]);
  // If the mode was switched meanwhile, it counts as read with values.
  const withoutValues = before && schemasOnly();
  const shown = [text, files].filter(Boolean).join('\n');
  const parts = [
    ...(facts.text ? [facts.text] : []),
    ...(shown
      ? [`${withoutValues ? ATTACHED_SCHEMAS : ATTACHED}\n${shown}`]
      : [])
  ];
  return {
    text:
      parts.length > 0
        ? `<context>\n${escapeTags(parts.join('\n\n'), ['context', 'data'])}\n</context>`
        : '',
    seen: { ...facts.seen, ...seen }
  };
}

/** Attachments, and the cells that the message names. */
function withNamed(
  { options: { notebook } }: IRunContext,
  text: string,
  attachments: readonly IAttachment[]
): readonly IAttachment[] {
  const named = cellsNamed(text, notebook.cells())
    .filter(
      id =>
        !attachments.some(
          each =>
            each.kind === 'cell' &&
            each.cellId === id &&
            each.notebook === notebook.path
        )
    )
    .slice(0, MAX_NAMED);
  return [
    ...attachments,
    ...named.map(cellId => ({
      kind: 'cell' as const,
      cellId,
      notebook: notebook.path
    }))
  ];
}

async function factsOf(
  run: IRunContext,
  { facts, text: message }: Parameters<typeof messageContext>[1],
  attached: Promise<readonly string[]>
): Promise<IMessageContext> {
  if (facts === 'none') {
    return { text: '', seen: {} };
  }
  if (!run.options.settings().context.facts) {
    return { text: kernelText(run.options.notebook), seen: {} };
  }
  if (facts === 'whole') {
    return notebookContext(run, message, attached);
  }
  const { text, seen } = notebookChanges(run, await attached);
  return { text: [placeText(run), text].filter(Boolean).join('\n'), seen };
}

/** `[5]` and "cell 5" are counts, `#5` is a place, as the panel shows them. */
const NUMBERS = /\[(\d{1,5})\]|#(\d{1,5})\b|\bcell (\d{1,5})\b/gi;

/**
 * The cells of the notebook that a message names: by their marks, or by the
 * number beside them, if only one has it.
 */
export function cellsNamed(
  text: string,
  cells: readonly ICellInfo[]
): string[] {
  const marked = textParts(text).flatMap(part =>
    'cellId' in part ? part.cellId : []
  );
  const numbered = Array.from(
    text.matchAll(NUMBERS),
    ([, count, place, either]) => {
      const found = cells.filter(({ index, executionCount }) =>
        place === undefined
          ? executionCount === Number(count ?? either)
          : index + 1 === Number(place)
      );
      return found.length === 1 ? found[0].id : '';
    }
  );
  const ids = new Set(cells.map(({ id }) => id));
  return [...new Set([...marked, ...numbered])].filter(id => ids.has(id));
}

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
async function namedFiles(
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
