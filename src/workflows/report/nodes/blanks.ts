import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';
import { z } from 'zod';

import {
  isWritten,
  reportPlan,
  type IReportPart,
  type ITranslator,
  type IEvidence,
  type IReportPlan
} from '../../../contract';
import { askCard } from '../../../engine/interrupts/ask-person';
import { envelope } from '../../../engine/calls/envelope';
import { nodeText, readReport, traceNumbers } from '../../../report';
import { evidenceDigest } from '../judging/evidence-digest';
import { sectionsOn, usedEvidence } from '../judging/report-document';
import { askIfPossible } from '../state/ask-as-allowed';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

/**
 * Whether a template needs something that neither the person nor the evidence
 * provides.
 */
export function lacksBlanks({
  parts,
  plan,
  filled
}: ReportStateValue): boolean {
  return (
    plan !== null &&
    openBlanks(parts, plan, filled).some(({ required }) => required)
  );
}

/**
 * Asks for what is still missing in a template, with a field of the right type
 * for each blank.
 */
export const askBlanksNode =
  ({ trans }: IReportPorts) =>
  (state: ReportStateValue, config: LangGraphRunnableConfig): ReportUpdate => {
    const plan = reportPlan.parse(state.plan);
    const open = openBlanks(state.parts, plan, state.filled);
    const answer = askCard(config, {
      kind: 'form',
      title: trans.__('For the template'),
      text: trans.__(
        'The evidence does not say this. What you leave blank stays empty.'
      ),
      schema: {
        type: 'object',
        properties: Object.fromEntries(
          open.map(part => [part.name, fieldOf(part, trans)])
        ),
        required: open
          .filter(({ required }) => required)
          .map(({ name }) => name)
      }
    });
    const values = answer?.values ?? {};
    const typed = open.flatMap(({ name }): [string, string][] => {
      const text = textOf(values[name]);
      return text === '' ? [] : [[name, text]];
    });
    return {
      plan: { ...plan, parts: { ...plan.parts, ...Object.fromEntries(typed) } }
    };
  };

function fieldOf(
  { label, name, type, required, choices }: IReportPart,
  trans: ITranslator
): object {
  const title = label || name;
  const offered =
    type === 'yes-no' ? [trans.__('Yes'), trans.__('No')] : choices;
  switch (type) {
    case 'number':
      return { title, type: 'number' };
    case 'date':
      return { title, type: 'string', format: 'date' };
    case 'list':
      return {
        title,
        type: 'array',
        items: { type: 'string' },
        ...(required && { minItems: 1 })
      };
    default:
      return {
        title,
        type: 'string',
        ...(offered.length > 0
          ? { enum: offered }
          : { maxLength: MAX_COUNT, ...(required && { minLength: 1 }) })
      };
  }
}

/** The most characters of a blank, as in a plan. */
const MAX_COUNT = 4000;

function textOf(value: unknown): string {
  const text = Array.isArray(value)
    ? value.map(String).join('\n')
    : typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : '';
  return text.trim().slice(0, MAX_COUNT);
}

const MAX_CHARACTERS = 500;

/**
 * Fills blanks that the person left open from the evidence, as Markdown with
 * references. A value that names no evidence, or states a number that is not in
 * it, is left out. It is a node of its own, so that a crash does not repeat the
 * request.
 */
export const blanksNode =
  (ports: IReportPorts) =>
  async (
    state: ReportStateValue,
    { signal }: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const plan = reportPlan.parse(state.plan);
    const evidence = usedEvidence(state);
    const open = openBlanks(state.parts, plan, {});
    if (open.length === 0 || evidence.length === 0) {
      return { filled: {} };
    }
    const answer = await askIfPossible(ports, {
      name: 'fill_blanks',
      schema: blanks,
      instructions: INSTRUCTIONS,
      prompt: schemasOnly =>
        `The blanks:\n${envelope(
          'template',
          open
            .map(
              ({ name, label, type, choices }) =>
                `${name} (${[type, ...choices].join('|')}): ${label}`
            )
            .join('\n')
        )}\n\n${evidenceDigest(evidence, {
          schemasOnly,
          most: MAX_CHARACTERS
        })}`,
      temperature: 0,
      signal
    });
    const byName = new Map(open.map(part => [part.name, part]));
    return {
      filled: Object.fromEntries(
        (answer?.values ?? [])
          .filter(({ name, text }) =>
            isSourced(byName.get(name), text, evidence, plan.language)
          )
          .map(({ name, text }) => [name, text.trim()])
      )
    };
  };

const blanks = z.object({
  values: z
    .array(z.object({ name: z.string(), text: z.string().max(1000) }))
    .max(100)
});

const INSTRUCTIONS =
  'Fill the blanks of a template from the evidence. Give each as a few words without a line break, numbers by their names, like {{e1.value}}, and the id of the piece after them, like [[e1]]. A date is written as 2026-11-30, a choice as one of those that are given. Leave out every blank that the evidence does not answer.';

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

/**
 * Which section fills each blank of a Word document, by the blank's name: the
 * section that was planned for it, even if the person has renamed it, else one
 * that has its name.
 */
export function blankSections(
  parts: readonly IReportPart[],
  plan: IReportPlan
): ReadonlyMap<string, string> {
  const sections = sectionsOn(plan);
  return new Map(
    parts.filter(isWritten).flatMap(({ name, label }, at) => {
      const section =
        sections.find(({ id }) => id === `s${at + 1}`) ??
        sections.find(({ title }) => title === label);
      return section ? [[name, section.id] as const] : [];
    })
  );
}
