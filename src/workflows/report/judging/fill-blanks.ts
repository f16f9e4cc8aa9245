import { z } from 'zod';

import type { IEvidence, IReportPart, IReportPlan } from '../../../contract';
import { envelope } from '../../../engine/tool-calls/envelope';
import { nodeText, readReport, traceNumbers } from '../../../report';
import { askStructured } from '../../plan/ask-structured';
import type { IPlanModel } from '../../plan/plan-ports';
import { requestMessages } from '../../plan/texts';
import type { IReportPorts } from '../state/report-ports';

const blanks = z.object({
  values: z
    .array(z.object({ name: z.string(), text: z.string().max(1000) }))
    .max(100)
});

const INSTRUCTIONS =
  'Fill the blanks of a template from the evidence. Give each as a few words without a line break, numbers by their names, like {{e1.value}}, and the id of the piece after them, like [[e1]]. A date is written as 2026-11-30, a choice as one of those that are given. Leave out every blank that the evidence does not answer.';

/** Written like sections, and not typed into a form. */
const WRITTEN: ReadonlySet<string> = new Set(['section', 'table', 'figure']);

export function isWritten({ type }: Pick<IReportPart, 'type'>): boolean {
  return WRITTEN.has(type);
}

/** Blanks of a template that have no value yet. */
export function openBlanks(
  parts: readonly IReportPart[],
  plan: IReportPlan,
  filled: Readonly<Record<string, string>>
): IReportPart[] {
  return parts.filter(
    part =>
      !isWritten(part) && !plan.parts[part.name]?.trim() && !filled[part.name]
  );
}

/**
 * Values from the evidence for blanks that the person left open, as Markdown
 * with references. A value that names no evidence, or states a number that is
 * not in the evidence, is left out.
 */
export async function fillBlanks(
  { standingInstructions }: Pick<IReportPorts, 'standingInstructions'>,
  model: IPlanModel,
  open: readonly IReportPart[],
  { evidence, digest }: { evidence: readonly IEvidence[]; digest: string },
  language: string,
  signal?: AbortSignal
): Promise<Record<string, string>> {
  if (open.length === 0 || evidence.length === 0) {
    return {};
  }
  const answer = await askStructured(model, {
    name: 'fill_blanks',
    schema: blanks,
    messages: requestMessages(
      { standingInstructions },
      INSTRUCTIONS,
      `The blanks:\n${envelope(
        'template',
        open
          .map(
            ({ name, label, type, choices }) =>
              `${name} (${[type, ...choices].join('|')}): ${label}`
          )
          .join('\n')
      )}\n\n${digest}`
    ),
    temperature: 0,
    signal
  });
  const parts = new Map(open.map(part => [part.name, part]));
  return Object.fromEntries(
    (answer?.values ?? [])
      .filter(({ name, text }) =>
        isSourced(parts.get(name), text, evidence, language)
      )
      .map(({ name, text }) => [name, text.trim()])
  );
}

/**
 * Whether a value is one line of the blank's type that names evidence and has
 * no invented number.
 */
function isSourced(
  part: IReportPart | undefined,
  text: string,
  evidence: readonly IEvidence[],
  language: string
): boolean {
  const { tree, problems } = readReport(text, evidence, language);
  const [only, ...more] = tree.children;
  return (
    part !== undefined &&
    only?.type === 'paragraph' &&
    fits(part, nodeText(only).trim()) &&
    more.length === 0 &&
    problems.length === 0 &&
    /\[\[\s*e\d|\{\{\s*e\d/.test(text) &&
    traceNumbers(tree, evidence, language).numbers.every(
      ({ how, elsewhere }) => how !== 'untraced' && !elsewhere
    )
  );
}

function fits({ type, choices }: IReportPart, text: string): boolean {
  switch (type) {
    case 'number':
      return /\p{N}/u.test(text);
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(text);
    case 'choice':
      return choices.length === 0 || choices.includes(text);
    // Only the person can answer this.
    case 'yes-no':
      return false;
    default:
      return true;
  }
}
