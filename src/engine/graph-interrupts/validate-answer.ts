import { z } from 'zod';

import {
  ENGLISH,
  cancelAnswer,
  confirmAnswer,
  customAnswer,
  formAnswer,
  optionAnswer,
  type InterruptAnswer,
  type InterruptPayload,
  type ITranslator
} from '../../contract';
import { answerMisfit } from './answer-misfit';
import { validatePlanAnswer } from './validate-plan-answer';
import { validateReportAnswer } from './validate-report-answer';

type Read = { answer: InterruptAnswer } | { problem: string };
type Asked<K> = Extract<InterruptPayload, { kind: K }>;

/**
 * An answer as the graph gets it, or what is wrong with it, for the person at
 * the card. "Nobody answered" is a valid answer to every question.
 */
export function validateAnswer(
  asked: InterruptPayload,
  answer: unknown,
  trans: ITranslator
): Read {
  const cancelled = cancelAnswer.safeParse(answer);
  if (cancelled.success) {
    return { answer: cancelled.data };
  }
  switch (asked.kind) {
    case 'confirm': {
      const { data } = confirmAnswer.safeParse(answer);
      return data ? { answer: data } : answerMisfit(trans);
    }
    case 'option':
      return readChoice(asked, answer, trans);
    case 'form':
      return readForm(asked, answer, trans);
    case 'clarification':
    case 'plan':
    case 'step':
    case 'failure':
      return validatePlanAnswer(asked, answer, trans);
    case 'report-plan':
    case 'evidence':
    case 'review':
      return validateReportAnswer(asked, answer, trans);
    case 'custom':
      return readCustom(asked, answer, trans);
  }
}

/**
 * What is wrong with the default answer that a node sets for its timeout, or
 * with its form.
 */
export function defaultProblem(asked: InterruptPayload): string | null {
  if ((asked.kind === 'form' || asked.kind === 'custom') && asked.schema) {
    try {
      z.fromJSONSchema(asked.schema);
    } catch (error) {
      return `its schema is none that can be used: ${String(error)}`;
    }
  }
  if (!asked.default) {
    return null;
  }
  const read = validateAnswer(asked, asked.default, ENGLISH);
  return 'problem' in read ? `its default does not fit: ${read.problem}` : null;
}

function readChoice(
  asked: Asked<'option'>,
  answer: unknown,
  trans: ITranslator
): Read {
  const { data } = optionAnswer.safeParse(answer);
  if (!data) {
    return answerMisfit(trans);
  }
  const offered = new Set(asked.options.map(({ value }) => value));
  const chosen = [...new Set(data.chosen)];
  const other = data.other?.trim() ?? '';
  if (!chosen.every(value => offered.has(value))) {
    return { problem: trans.__('This is not one of the choices.') };
  }
  if (other && !asked.other) {
    return { problem: trans.__('Choose from the list.') };
  }
  const count = chosen.length + (other ? 1 : 0);
  if (count === 0) {
    return { problem: trans.__('Choose something first.') };
  }
  if (count > 1 && !asked.multiple) {
    return { problem: trans.__('Choose one only.') };
  }
  return { answer: other ? { chosen, other } : { chosen } };
}

function readForm(
  asked: Asked<'form'>,
  answer: unknown,
  trans: ITranslator
): Read {
  const { data } = formAnswer.safeParse(answer);
  if (!data) {
    return answerMisfit(trans);
  }
  const read = readValues(asked.schema, data.values, trans);
  return 'problem' in read ? read : { answer: { values: read.values } };
}

/**
 * The button that was pressed, with the values that have to be filled in for
 * it.
 */
function readCustom(
  asked: Asked<'custom'>,
  answer: unknown,
  trans: ITranslator
): Read {
  const { data } = customAnswer.safeParse(answer);
  const button = asked.buttons.find(({ name }) => name === data?.button);
  if (!data || !button) {
    return answerMisfit(trans);
  }
  if (!button.fills || !asked.schema) {
    return { answer: { button: button.name, values: {} } };
  }
  const read = readValues(asked.schema, data.values, trans);
  return 'problem' in read
    ? read
    : { answer: { button: button.name, values: read.values } };
}

function readValues(
  schema: Record<string, unknown>,
  values: unknown,
  trans: ITranslator
): { values: Record<string, unknown> } | { problem: string } {
  // Zod checks without compiling the schema, which a strict content security
  // policy forbids.
  const read = z.fromJSONSchema(schema).safeParse(values);
  return read.success
    ? // The person's own values: the parsed ones include the form's defaults.
      { values: values as Record<string, unknown> }
    : {
        problem: read.error.issues
          .map(issue => sentenceOf(issue, schema, values, trans))
          .join(' ')
      };
}

function sentenceOf(
  issue: z.core.$ZodIssue,
  schema: Record<string, unknown>,
  values: unknown,
  trans: ITranslator
): string {
  const field = labelOf(issue.path, schema);
  if (field === '') {
    return answerMisfit(trans).problem;
  }
  switch (issue.code) {
    case 'invalid_type':
      return at(values, issue.path) === undefined
        ? trans.__('“%1” is missing.', field)
        : trans.__('“%1” has the wrong kind of value.', field);
    case 'too_small':
      return tooSmall(issue, field, trans);
    case 'too_big':
      return tooBig(issue, field, trans);
    case 'invalid_value':
      return trans.__('“%1” is not one of the choices.', field);
    default:
      return trans.__('“%1” is not valid.', field);
  }
}

function tooSmall(
  { origin, minimum, inclusive = true }: z.core.$ZodIssueTooSmall,
  field: string,
  trans: ITranslator
): string {
  const least = Number(minimum);
  switch (origin) {
    case 'string':
      return trans._n(
        '“%2” needs at least %1 character.',
        '“%2” needs at least %1 characters.',
        least,
        field
      );
    case 'array':
      return trans._n(
        '“%2” needs at least %1 entry.',
        '“%2” needs at least %1 entries.',
        least,
        field
      );
    default:
      return inclusive
        ? trans.__('“%1” must be at least %2.', field, least)
        : trans.__('“%1” must be more than %2.', field, least);
  }
}

function tooBig(
  { origin, maximum, inclusive = true }: z.core.$ZodIssueTooBig,
  field: string,
  trans: ITranslator
): string {
  const most = Number(maximum);
  switch (origin) {
    case 'string':
      return trans._n(
        '“%2” can have at most %1 character.',
        '“%2” can have at most %1 characters.',
        most,
        field
      );
    case 'array':
      return trans._n(
        '“%2” can have at most %1 entry.',
        '“%2” can have at most %1 entries.',
        most,
        field
      );
    default:
      return inclusive
        ? trans.__('“%1” can be at most %2.', field, most)
        : trans.__('“%1” must be less than %2.', field, most);
  }
}

/** The title of a field, as the form shows it; else its name. */
function labelOf(
  path: readonly PropertyKey[],
  schema: Record<string, unknown>
): string {
  if (path.length === 0) {
    return '';
  }
  const field = at(
    schema,
    path.flatMap(key =>
      typeof key === 'number' ? ['items'] : ['properties', key]
    )
  ) as { title?: unknown } | undefined;
  return typeof field?.title === 'string' ? field.title : path.join('.');
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (inside: unknown, key) =>
      typeof inside === 'object' && inside !== null
        ? (inside as Record<PropertyKey, unknown>)[key]
        : undefined,
    value
  );
}
