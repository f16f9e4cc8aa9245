import { z } from 'zod';

import {
  ENGLISH,
  MOST_STEPS,
  cancelAnswer,
  clarificationAnswer,
  confirmAnswer,
  customAnswer,
  evidenceAnswer,
  failureAnswer,
  formAnswer,
  optionAnswer,
  planAnswer,
  planProblem,
  reportPlanAnswer,
  reviewAnswer,
  savingProblem,
  stepAnswer,
  type EvidenceChoice,
  type InterruptAnswer,
  type InterruptPayload,
  type ITranslator
} from '../../contract';

type Asked<K> = Extract<InterruptPayload, { kind: K }>;
type Given<Schema extends z.ZodType> = z.output<Schema>;
/** The answer as the graph gets it, or what is wrong with it, as a sentence. */
type Checked = InterruptAnswer | string;

/**
 * An answer as the graph gets it, or what is wrong with it, for the person at
 * the card. "Nobody answered" is a valid answer to every question.
 */
export function validateAnswer(
  asked: InterruptPayload,
  answer: unknown,
  trans: ITranslator
): { answer: InterruptAnswer } | { problem: string } {
  const cancelled = cancelAnswer.safeParse(answer);
  const checked = cancelled.data ?? check(asked, answer, trans);
  return typeof checked === 'string'
    ? { problem: checked }
    : { answer: checked };
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

function check(
  asked: InterruptPayload,
  answer: unknown,
  trans: ITranslator
): Checked {
  const read = <Schema extends z.ZodType<InterruptAnswer>>(
    schema: Schema,
    then: (given: Given<Schema>) => Checked = given => given
  ): Checked => {
    const { data } = schema.safeParse(answer);
    return data === undefined ? misfit(trans) : then(data);
  };
  switch (asked.kind) {
    case 'confirm':
      return read(confirmAnswer);
    case 'option':
      return read(optionAnswer, given => choiceOf(asked, given, trans));
    case 'form':
      return read(
        formAnswer,
        given => valuesProblem(asked.schema, given.values, trans) ?? given
      );
    case 'custom':
      return read(customAnswer, given => pressOf(asked, given, trans));
    case 'clarification':
      return read(clarificationAnswer, given =>
        clarificationOf(asked, given, trans)
      );
    case 'plan':
      return read(planAnswer, given => planOf(asked, given, trans));
    case 'step': {
      const names = new Set(asked.tools.map(({ name }) => name));
      return read(stepAnswer, given =>
        given.action === 'edit' &&
        !Object.keys(given.arguments).every(name => names.has(name))
          ? misfit(trans)
          : given
      );
    }
    case 'failure':
      return read(failureAnswer);
    case 'report-plan':
      return read(reportPlanAnswer, given => reportPlanOf(asked, given, trans));
    case 'evidence':
      return read(evidenceAnswer, given => evidenceOf(asked, given, trans));
    case 'review':
      return read(reviewAnswer, given => {
        if (given.action === 'back') {
          const known = new Set(asked.sections.map(({ id }) => id));
          return given.sections.every(id => known.has(id))
            ? given
            : misfit(trans);
        }
        return given.action === 'save'
          ? (savingProblem(given, trans) ?? given)
          : given;
      });
  }
}

function misfit(trans: ITranslator): string {
  return trans.__('This answer does not fit the question.');
}

function choiceOf(
  asked: Asked<'option'>,
  given: Given<typeof optionAnswer>,
  trans: ITranslator
): Checked {
  const offered = new Set(asked.options.map(({ value }) => value));
  const chosen = [...new Set(given.chosen)];
  const other = given.other?.trim() ?? '';
  if (!chosen.every(value => offered.has(value))) {
    return trans.__('This is not one of the choices.');
  }
  if (other && !asked.other) {
    return trans.__('Choose from the list.');
  }
  const count = chosen.length + (other ? 1 : 0);
  if (count === 0) {
    return trans.__('Choose something first.');
  }
  if (count > 1 && !asked.multiple) {
    return trans.__('Choose one only.');
  }
  return other ? { chosen, other } : { chosen };
}

/**
 * The button that was pressed, with the values that have to be filled in for
 * it.
 */
function pressOf(
  { buttons, schema }: Asked<'custom'>,
  { button: name, values }: Given<typeof customAnswer>,
  trans: ITranslator
): Checked {
  const button = buttons.find(each => each.name === name);
  if (!button) {
    return misfit(trans);
  }
  return button.fills && schema
    ? (valuesProblem(schema, values, trans) ?? { button: name, values })
    : { button: name, values: {} };
}

function clarificationOf(
  asked: Asked<'clarification'>,
  given: Given<typeof clarificationAnswer>,
  trans: ITranslator
): Checked {
  if (given.action === 'answer') {
    const ids = new Set(asked.questions.map(({ id }) => id));
    const answers = Object.entries(given.answers)
      .map(([id, text]) => [id, text.trim()] as const)
      .filter(([, text]) => text !== '');
    if (!answers.every(([id]) => ids.has(id))) {
      return misfit(trans);
    }
    return answers.length > 0
      ? { action: 'answer', answers: Object.fromEntries(answers) }
      : trans.__('Answer at least one question, or go on without an answer.');
  }
  return given.action === 'reuse' &&
    !asked.past.some(({ key }) => key === given.memory)
    ? misfit(trans)
    : given;
}

function planOf(
  { hasFirst }: Asked<'plan'>,
  given: Given<typeof planAnswer>,
  trans: ITranslator
): Checked {
  if (given.action === 'first' && !hasFirst) {
    return misfit(trans);
  }
  const problem = given.action === 'accept' ? planProblem(given.steps) : null;
  switch (problem?.why) {
    case undefined:
      return given;
    case 'empty':
      return trans.__('The plan has no steps. Add one, or reject the plan.');
    case 'long':
      return trans.__('A plan can have at most %1 steps.', MOST_STEPS);
    case 'twice':
      return trans.__('“%1” is in the plan twice.', problem.step.title);
    case 'order':
      return trans.__(
        '“%1” builds on a step that is not before it. Move it down.',
        problem.step.title
      );
    case 'beside':
      return trans.__(
        '“%1” changes something, so it cannot run side by side with others.',
        problem.step.title
      );
  }
}

function reportPlanOf(
  { templates }: Asked<'report-plan'>,
  given: Given<typeof reportPlanAnswer>,
  trans: ITranslator
): Checked {
  if (given.action === 'reject') {
    return given;
  }
  if (given.action === 'change') {
    const { words, template } = given;
    if (template && !templates.some(({ id }) => id === template)) {
      return misfit(trans);
    }
    return words === '' && template === undefined
      ? trans.__('Say what to change.')
      : given;
  }
  const { sections } = given.plan;
  const twice = sections.find(
    ({ id }, at) => sections.findIndex(other => other.id === id) !== at
  );
  if (twice) {
    return trans.__('“%1” is in the report twice.', twice.title);
  }
  return sections.some(({ on }) => on)
    ? given
    : trans.__('The report has no sections. Keep at least one.');
}

function evidenceOf(
  asked: Asked<'evidence'>,
  given: Given<typeof evidenceAnswer>,
  trans: ITranslator
): Checked {
  if (given.action === 'run') {
    const stale = new Set(
      asked.pieces
        .filter(each => each.stale.length > 0 && each.source.cellId !== '')
        .map(({ id }) => id)
    );
    return given.pieces.every(id => stale.has(id)) ? given : misfit(trans);
  }
  return given.action === 'reject' || isChoiceOf(asked, given.sections)
    ? given
    : misfit(trans);
}

/** Each section once, with pieces that the card shows and no piece twice. */
function isChoiceOf(
  { sections, pieces }: Asked<'evidence'>,
  choice: EvidenceChoice
): boolean {
  const known = new Set(pieces.map(({ id }) => id));
  const open = new Set(sections.map(({ id }) => id));
  return (
    choice.length === open.size &&
    choice.every(
      each =>
        open.delete(each.id) &&
        new Set(each.pieces).size === each.pieces.length &&
        each.pieces.every(id => known.has(id))
    )
  );
}

/** What is wrong with the values of a form, as sentences; null if nothing. */
function valuesProblem(
  schema: Record<string, unknown>,
  values: unknown,
  trans: ITranslator
): string | null {
  // Zod checks without compiling the schema, which a strict content security
  // policy forbids. Its own result would include the form's defaults.
  const { error } = z.fromJSONSchema(schema).safeParse(values);
  return error
    ? error.issues
        .map(issue => sentenceOf(issue, schema, values, trans))
        .join(' ')
    : null;
}

function sentenceOf(
  issue: z.core.$ZodIssue,
  schema: Record<string, unknown>,
  values: unknown,
  trans: ITranslator
): string {
  const field = labelOf(issue.path, schema);
  if (field === '') {
    return misfit(trans);
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
