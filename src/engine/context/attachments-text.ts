import {
  hashText,
  isWorkspaceError,
  type IAttachment,
  type IToolContext
} from '../../contract';
import { TOOLS, truncateText } from '../../tools';

import { namesInError } from './names-in-error';
import type { IRunContext } from '../run-context/run-context';

/** Characters of all attachments together. */
const BUDGET = 6000;

/** Characters of the variables that an error involves. */
const VARIABLES_BUDGET = 1500;

/** Longest selection that is repeated beside its cell. */
const SELECTION_BUDGET = 1500;

/** What attachments say, and which cells are known by it. */
export interface IAttachmentsText {
  text: string;
  /** Cells whose whole source stands in it: id → hash. */
  seen: Record<string, string>;
}

/**
 * Reads what the person attached, with the tools that the model itself would
 * read it with: so it is as bounded, and keeps values back in the mode "schemas
 * only".
 *
 * @returns at most 6,000 characters; what cannot be read says why.
 */
export async function attachmentsText(
  run: IRunContext,
  attachments: readonly IAttachment[]
): Promise<IAttachmentsText> {
  const parts: string[] = [];
  const seen: Record<string, string> = {};
  let left = BUDGET - attachments.length;
  for (const [index, attachment] of attachments.entries()) {
    const share = Math.floor(left / (attachments.length - index));
    const read = await readAttachment(run, attachment);
    const text = truncateText(read.text, share);
    if (text === read.text) {
      Object.assign(seen, read.seen);
    }
    parts.push(text);
    left -= text.length;
  }
  return { text: parts.join('\n'), seen };
}

function readAttachment(
  run: IRunContext,
  attachment: IAttachment
): Promise<IAttachmentsText> {
  switch (attachment.kind) {
    case 'cell':
      return attachment.notebook === run.options.notebook.path
        ? ownCell(run, attachment)
        : otherCell(run, attachment);
    case 'variable':
      return readWith(run, 'inspect_variables', { names: [attachment.name] });
    case 'file':
      return readWith(run, 'read_file', { path: attachment.path });
    case 'image':
      return Promise.resolve({ text: pictureText(run, attachment), seen: {} });
  }
}

/** What is said of a picture; the picture itself goes along beside the text. */
function pictureText(
  { recipient, options }: IRunContext,
  { name, width, height }: Extract<IAttachment, { kind: 'image' }>
): string {
  const why = options.settings().privacy.schemasOnly
    ? ', withheld: the person lets you see schemas only'
    : recipient.seesImages
      ? ''
      : ', which you cannot see';
  return `--- picture ${JSON.stringify(name)}, ${width} × ${height} px${why}`;
}

type CellAttachment = Extract<IAttachment, { kind: 'cell' }>;

/** A cell of the run's notebook; of a failed one its error and what it involves. */
async function ownCell(
  run: IRunContext,
  { cellId, selection }: CellAttachment
): Promise<IAttachmentsText> {
  const { notebook } = run.options;
  const failed = notebook.cell(cellId)?.error;
  const { text, seen } = await readWith(run, 'read_notebook', {
    cells: [cellId],
    outputs: Boolean(failed)
  });
  const involved = failed ? await variablesInError(run, cellId) : '';
  return {
    text: [
      // The images of a result don't go along with a message.
      text.replace(/^\[image \d+: .*\]$/gm, '[an image]'),
      ...selected(selection),
      ...(involved ? ['--- variables in the line that failed', involved] : [])
    ].join('\n'),
    seen
  };
}

async function variablesInError(
  run: IRunContext,
  cellId: string
): Promise<string> {
  const error = run.options.notebook
    .outputs(cellId)
    .findLast(output => output.type === 'error');
  const names = error ? namesInError(error) : [];
  if (names.length === 0) {
    return '';
  }
  const { text, ok } = await readWith(run, 'inspect_variables', { names });
  const told = text
    .split('\n')
    .filter(line => !line.startsWith('Not defined'))
    .join('\n');
  return ok ? truncateText(told, VARIABLES_BUDGET) : '';
}

/** A cell of a notebook that the run is not bound to: its source. */
async function otherCell(
  run: IRunContext,
  { notebook: path, cellId, selection }: CellAttachment
): Promise<IAttachmentsText> {
  try {
    const { cells } = await run.options.files.readNotebook(path);
    const ids = cells.map(({ id }) => id);
    const cell = cells.find(each => each.id === cellId);
    return {
      text: cell
        ? [
            `--- cell ${run.names.of(cellId, ids)}, ${cell.type}, of ${path}`,
            cell.source,
            ...selected(selection)
          ].join('\n')
        : `There is no cell ${run.names.of(cellId, ids)} in ${path} any more.`,
      seen: cell ? { [cellId]: hashText(cell.source) } : {}
    };
  } catch (error) {
    if (!isWorkspaceError(error)) {
      throw error;
    }
    return { text: error.message, seen: {} };
  }
}

function selected(selection: string | undefined): string[] {
  return selection
    ? ['--- selected by the person', truncateText(selection, SELECTION_BUDGET)]
    : [];
}

/** What a reading tool of ours tells. */
async function readWith(
  run: IRunContext,
  name: string,
  args: Record<string, unknown>
): Promise<IAttachmentsText & { ok: boolean }> {
  const tool = TOOLS.find(each => each.name === name);
  const context: IToolContext = {
    ...run.toolContext('attachment'),
    progress: () => undefined
  };
  if (!tool || (!context.values && !tool.schemasOnly)) {
    return { text: `${name} is not to be had now.`, seen: {}, ok: false };
  }
  const { text, seen, ok } = await tool.run(args, context);
  return { text, seen: seen ?? {}, ok };
}
