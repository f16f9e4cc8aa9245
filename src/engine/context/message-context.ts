import type { IAttachment } from '../../contract';

import { attachmentsText } from './attachments-text';
import { escapeTags } from '../tool-calls/envelope';
import { notebookContext, placeText } from './notebook-context';
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

/** How the context of a message with attachments begins. */
const ATTACHED = 'Attached by the person:';
const ATTACHED_SCHEMAS = 'Attached by the person, without its values:';

/**
 * Matches the context of a message with attachments whose values are included.
 */
export const CONTEXT_WITH_VALUES = new RegExp(
  `<context>\\n${ATTACHED}\\n[\\s\\S]*\\n</context>$`
);

/**
 * Reads what was attached, and the facts about the notebook. They become part
 * of the message as it is stored, so that later requests begin with the same
 * text.
 *
 * @param options `first`: the thread has not been told of this notebook yet.
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
  // If the mode was switched meanwhile, it counts as read with values.
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
