import type { IAttachment } from '../../contract';

import { attachmentsText } from './attachments-text';
import { cellsNamed } from './cells-named';
import { escapeTags } from '../tool-calls/envelope';
import { namedFiles } from './named-files';
import { notebookChanges } from './notebook-changes';
import { kernelText, notebookContext, placeText } from './notebook-context';
import type { IRunContext } from '../run-context/run-context';

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

const VALUES =
  /(<context>\n(?:[\s\S]*?\n)?)Attached by the person, or named in the message:\n[\s\S]*\n<\/context>$/;

/** A message without the attachments whose values are included. */
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
 * @param options `first`: the thread has not been told of this notebook yet.
 */
export async function messageContext(
  run: IRunContext,
  options: {
    text: string;
    attachments: readonly IAttachment[];
    first: boolean;
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
  { first, text: message }: { first: boolean; text: string },
  attached: Promise<readonly string[]>
): Promise<IMessageContext> {
  if (!run.options.settings().context.facts) {
    return { text: kernelText(run.options.notebook), seen: {} };
  }
  if (first) {
    return notebookContext(run, message, attached);
  }
  const { text, seen } = notebookChanges(run, await attached);
  return { text: [placeText(run), text].filter(Boolean).join('\n'), seen };
}
