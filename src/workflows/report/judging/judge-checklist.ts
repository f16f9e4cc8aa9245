import { z } from 'zod';

import type { IReportFinding } from '../../../contract';
import { envelope } from '../../../engine/tool-calls/envelope';
import { askStructured } from '../../plan/ask-structured';
import type { IPlanModel } from '../../plan/plan-ports';
import { requestMessages } from '../../plan/texts';
import type { IReportPorts } from '../state/report-ports';

const verdicts = z.object({
  items: z.array(
    z.object({
      /** Number of the item, from 1. */
      number: z.number().int().min(1),
      met: z.boolean(),
      /** Title of the section in which it is met, or should be. */
      where: z.string().max(200).default(''),
      /** A sentence or two that could be inserted, in Markdown. */
      insert: z.string().max(2000).default('')
    })
  )
});

/**
 * Checks a checklist item by item. An item that nobody judged is not met.
 *
 * @param model null if no model may be sent the text.
 */
export async function judgeChecklist(
  {
    trans,
    standingInstructions
  }: Pick<IReportPorts, 'trans' | 'standingInstructions'>,
  model: IPlanModel | null,
  items: readonly string[],
  text: string,
  signal?: AbortSignal
): Promise<IReportFinding[]> {
  if (items.length === 0) {
    return [];
  }
  const answer =
    model &&
    (await askStructured(model, {
      name: 'checklist',
      schema: verdicts,
      messages: requestMessages(
        { standingInstructions },
        'Check the text against each item of the checklist. Say for each whether it is met and in which section; where it is not, write a clause that could be put in. State no number in it.',
        `The checklist:\n${envelope('checklist', items.map((item, at) => `${at + 1}. ${item}`).join('\n'))}\n\n${text}`
      ),
      temperature: 0,
      signal
    }));
  return items.map((item, at) => {
    const verdict = answer?.items.find(({ number }) => number === at + 1);
    const met = verdict?.met === true;
    return {
      id: `checklist-${at + 1}`,
      check: 'checklist',
      state: met ? 'met' : 'failed',
      text: verdict === undefined ? trans.__('Not checked: “%1”', item) : item,
      section: verdict?.where ?? '',
      insert: met ? null : verdict?.insert.trim() || null
    };
  });
}
