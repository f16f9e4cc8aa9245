import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  type IReportPart,
  type ITranslator,
  reportPlan
} from '../../../contract';
import { askPerson } from '../../../engine/graph-interrupts/ask-person';
import { evidenceDigest } from '../judging/evidence-digest';
import { fillBlanks, openBlanks } from '../judging/fill-blanks';
import { askAsAllowed } from '../state/ask-as-allowed';
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
  (
    state: ReportStateValue,
    { configurable }: LangGraphRunnableConfig
  ): ReportUpdate => {
    const plan = reportPlan.parse(state.plan);
    const open = openBlanks(state.parts, plan, state.filled);
    const answer = askPerson(configurable, {
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
    const values = 'values' in answer ? answer.values : {};
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
 * Fills blanks of a template from the evidence. It is a node of its own, so
 * that a crash does not repeat the request.
 */
export const blanksNode =
  (ports: IReportPorts) =>
  async (
    state: ReportStateValue,
    { signal }: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { grouped, parts } = state;
    const plan = reportPlan.parse(state.plan);
    const used = new Set(grouped.flatMap(({ pieces }) => pieces));
    const evidence = state.evidence.filter(({ id }) => used.has(id));
    const filled = await askAsAllowed(ports, (allowed, schemasOnly) =>
      fillBlanks(
        ports,
        allowed,
        openBlanks(parts, plan, {}),
        {
          evidence,
          digest: evidenceDigest(evidence, {
            schemasOnly,
            most: MAX_CHARACTERS
          })
        },
        plan.language,
        signal
      )
    ).catch((error: unknown) => {
      signal?.throwIfAborted();
      console.warn(
        'Cellwright: blanks of a template could not be filled in',
        error
      );
      return {};
    });
    return { filled };
  };
