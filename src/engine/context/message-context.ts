import type { IAttachment } from '../../contract';

import { attachmentsText } from './attachments-text';
import { escapeTags } from '../tool-calls/envelope';
import { notebookContext, placeText } from './notebook-context';
import type { IRunContext } from '../run-context/run-context';

/** What goes along with a message of the person. */
export interface IMessageContext {
  /** `<context>…</context>` to put behind the person's text; empty for nothing. */
  text: string;
  /** Cells whose whole source it holds: id → hash. Goes into the thread's memory. */
  seen: Record<string, string>;
}

/** How a context begins that something was attached to. */
const ATTACHED = 'Attached by the person:';
const ATTACHED_SCHEMAS = 'Attached by the person, without its values:';

/** The context of a message that something was attached to, values included. */
export const CONTEXT_WITH_VALUES = new RegExp(
  `<context>\\n${ATTACHED}\\n[\\s\\S]*\\n</context>$`
);

/**
 * Reads what was attached, and what there is to know of the notebook. It becomes
 * part of the message as it is stored, so that later requests begin with the
 * same text.
 *
 * @param options `first`: nothing of this notebook has been told in the thread.
 */
export async function messageContext(
  run: IRunContext,
  options: { attachments: readonly IAttachment[]; first: boolean }
): Promise<IMessageContext> {
  const schemasOnly = (): boolean => run.options.settings().privacy.schemasOnly;
  const before = schemasOnly();
  const [{ text, seen }, facts] = await Promise.all([
    attachmentsText(run, options.attachments),
    factsText(run, options.first)
  ]);
  // Switched while it was read, it counts as read in full.
  const withoutValues = before && schemasOnly();
  const parts = [
    ...(text
      ? [`${withoutValues ? ATTACHED_SCHEMAS : ATTACHED}\n${text}`]
      : []),
    ...(facts ? [facts] : [])
  ];
  return {
    text:
      parts.length > 0
        ? `<context>\n${escapeTags(parts.join('\n\n'), ['context', 'data'])}\n</context>`
        : '',
    seen
  };
}

async function factsText(run: IRunContext, first: boolean): Promise<string> {
  if (!run.options.settings().context.facts) {
    return '';
  }
  return first ? notebookContext(run) : placeText(run);
}
