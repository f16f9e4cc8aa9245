import { z } from 'zod';

import type { IEvidence, IReportPart, IReportPlan } from '../../../contract';
import { envelope } from '../../../engine/tool-calls/envelope';
import { readReport, traceNumbers } from '../../../report';
import { askStructured } from '../../plan/asking/ask-structured';
import type { IPlanModel } from '../../plan/asking/plan-model';
import { voicedMessages } from '../../plan/state/voiced-messages';
import type { IReportPorts } from '../state/report-ports';

const blanks = z.object({
  values: z
    .array(z.object({ name: z.string(), text: z.string().max(1000) }))
    .max(100)
});

const INSTRUCTIONS =
  'Fill the blanks of a template from the evidence. Give each as a few words without a line break, numbers by their names, like {{e1.value}}, and the id of the piece behind them, like [[e1]]. Leave out every blank that the evidence does not answer.';

/** Written as a section is, and not typed into a form. */
const WRITTEN: ReadonlySet<string> = new Set(['section', 'table', 'figure']);

/** Blanks of a template that still have no value. */
export function openBlanks(
  parts: readonly IReportPart[],
  plan: IReportPlan,
  filled: Readonly<Record<string, string>>
): IReportPart[] {
  return parts.filter(
    ({ name, type }) =>
      !WRITTEN.has(type) && !plan.parts[name]?.trim() && !filled[name]
  );
}

/**
 * What evidence says for blanks that the person left open, as Markdown with its
 * references. What names no evidence, or states a number that stands in none, is
 * left open.
 */
export async function fillBlanks(
  { voice }: Pick<IReportPorts, 'voice'>,
  model: IPlanModel,
  open: readonly IReportPart[],
  { evidence, digest }: { evidence: readonly IEvidence[]; digest: string },
  language: string,
  signal?: AbortSignal
): Promise<Record<string, string>> {
  if (open.length === 0 || evidence.length === 0) {
    return {};
  }
  const { value } = await askStructured(model, {
    name: 'fill_blanks',
    schema: blanks,
    messages: voicedMessages(
      { voice },
      INSTRUCTIONS,
      `The blanks:\n${envelope(
        'template',
        open
          .map(({ name, label, type }) => `${name} (${type}): ${label}`)
          .join('\n')
      )}\n\n${digest}`
    ),
    fallback: { values: [] },
    line: '',
    short: false,
    temperature: 0,
    signal
  });
  const names = new Set(open.map(({ name }) => name));
  return Object.fromEntries(
    value.values
      .filter(
        ({ name, text }) =>
          names.has(name) && isSourced(text, evidence, language)
      )
      .map(({ name, text }) => [name, text.trim()])
  );
}

/** One line that names evidence, in which no number is made up. */
function isSourced(
  text: string,
  evidence: readonly IEvidence[],
  language: string
): boolean {
  const { tree, problems } = readReport(text, evidence, language);
  const [only, ...more] = tree.children;
  return (
    only?.type === 'paragraph' &&
    more.length === 0 &&
    problems.length === 0 &&
    /\[\[\s*e\d|\{\{\s*e\d/.test(text) &&
    traceNumbers(tree, evidence, language).numbers.every(
      ({ how }) => how !== 'untraced'
    )
  );
}
