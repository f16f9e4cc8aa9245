import {
  type IPastClarification,
  type IPlanStep,
  type IPreparedTool,
  type ITranslator,
  MOST_STEPS,
  type OpenQuestion,
  type PlanInterruptAnswer,
  type ReviewLevel
} from '../../contract';
import { visibleName, visibleProse } from '../render/visible-text';
import {
  choiceIn,
  compact,
  inWords,
  rowsIn,
  textBlock,
  textIn,
  wordsIn,
  wordsOf,
  type Action,
  type Block,
  type CardKind,
  type Choice,
  type Row,
  type RowValue,
  type Values
} from './card';
import { readValues, withDefaults } from './flat-schema';
import { baseOf, notJson } from './question-cards';

type Of<K extends OpenQuestion['kind']> = OpenQuestion & { kind: K };

/** Questions about the task, asked before there is a plan. */
export const CLARIFICATION: CardKind<
  Of<'clarification'>,
  PlanInterruptAnswer
> = {
  cardOf: (asked, typed, trans) =>
    baseOf(asked, {
      tag: trans.__('%1% clear', Math.round(100 * asked.clarity)),
      blocks: [
        textBlock(
          'quote',
          trans.__(
            'Your task, as the model understands it so far: “%1”',
            asked.task
          )
        )
      ],
      fields: asked.questions.map(question => ({
        kind: 'choice' as const,
        name: question.id,
        label: question.question,
        options: question.choices.map(choice => ({
          value: choice,
          label: choice,
          ...(choice === question.default && { hint: trans.__('suggested') })
        })),
        own: trans.__('Your answer: “%1”', question.question),
        value: clarified(question, typed)
      })),
      after: compact<Block>([
        asked.assumptions.length > 0 && {
          kind: 'list',
          label: trans.__('Without an answer, this is assumed:'),
          items: asked.assumptions
        },
        ...asked.past.map(each =>
          textBlock(
            'note',
            trans.__('Last time, for “%1”: “%2”', each.task, pastText(each))
          )
        )
      ]),
      actions: [
        { name: 'answer', label: trans.__('Answer') },
        { name: 'skip', label: trans.__('Skip the questions'), refuses: true },
        ...asked.past.map(each => ({
          name: `reuse:${each.key}`,
          label: trans.__('Same as last time'),
          says: trans.__('Same as last time: “%1”', pastText(each))
        }))
      ],
      // Words can answer one thing only.
      ...(asked.questions.length === 1 && {
        typed: { as: 'answer', action: 'answer', field: asked.questions[0].id }
      })
    }),
  answerOf: ({ questions, past }, action, typed) => {
    const again = past.find(({ key }) => action === `reuse:${key}`);
    if (action === 'skip' || again) {
      return again
        ? { action: 'reuse', memory: again.key }
        : { action: 'proceed' };
    }
    const answers = Object.fromEntries(
      questions
        .map(each => [each.id, wordsOf(clarified(each, typed))[0] ?? ''])
        .filter(([, text]) => text !== '')
    );
    return Object.keys(answers).length > 0 ? { action: 'answer', answers } : '';
  }
};

/** What is answered to a question; at first what is suggested. */
function clarified(
  { id, choices, default: usual }: Of<'clarification'>['questions'][number],
  typed: Values
): Choice {
  const options = choices.map(choice => ({ value: choice, label: choice }));
  return choiceIn(
    typed,
    id,
    options,
    choices.includes(usual)
      ? { chosen: [usual], other: null }
      : { chosen: [], other: usual || null }
  );
}

function pastText({ answers }: IPastClarification): string {
  return answers.map(({ answer }) => answer).join('; ');
}

const LEVELS: readonly ReviewLevel[] = ['cell', 'step', 'outside'];

/** The whole plan before any of it is carried out, to be edited and decided. */
export const PLAN: CardKind<Of<'plan'>, PlanInterruptAnswer> = {
  cardOf: (asked, typed, trans) => {
    const rows = rowsIn(typed, 'steps', asked.steps.map(rowOf));
    const { patterns, hasFirst } = asked;
    const level = levelIn(asked, typed);
    return baseOf(asked, {
      tag: trans._n('%1 step', '%1 steps', rows.length),
      blocks:
        patterns.length > 0 || hasFirst
          ? [
              {
                kind: 'list',
                label: trans.__('Applied from earlier plans:'),
                items: patterns.map(({ words }) => words)
              }
            ]
          : [],
      fields: [
        {
          kind: 'rows',
          name: 'steps',
          label: trans.__('Steps of the plan'),
          rows: rows.map((row, at) => stepRow(rows, at, asked.steps, trans)),
          add: rows.length < MOST_STEPS ? trans.__('Add a step') : null,
          full: trans.__('A plan has at most %1 steps', MOST_STEPS)
        },
        {
          kind: 'select',
          name: 'level',
          label: trans.__('While it runs, ask me'),
          ...(level !== 'cell' && {
            hint: trans.__(
              'For this plan only, until it ends. You can take it back at any time. Shell commands, tools that use the network, and files outside the notebook’s folder always ask. Code in a cell can reach the network without asking.'
            )
          }),
          value: level,
          options: [
            { value: 'cell', label: trans.__('at each cell') },
            { value: 'step', label: trans.__('at each step') },
            {
              value: 'outside',
              label: trans.__(
                'only for shell commands, network tools and files outside the notebook’s folder'
              )
            }
          ]
        }
      ],
      actions: compact<Action>([
        { name: 'accept', label: trans.__('Accept') },
        inWords(
          'change',
          trans.__('Change…'),
          trans.__('What should be different?'),
          trans.__('Plan again'),
          typed
        ),
        { name: 'reject', label: trans.__('Reject'), refuses: true },
        hasFirst && { name: 'first', label: trans.__('Use the first plan') },
        isEdited(asked, typed) && {
          name: 'discard',
          label: trans.__('Discard my changes'),
          resets: ['steps']
        }
      ]),
      typed: { as: 'reject', action: 'reject', field: 'words' }
    });
  },
  answerOf: (asked, action, typed, trans) => {
    const rows = rowsIn(typed, 'steps', asked.steps.map(rowOf));
    const words = wordsIn(typed);
    switch (action) {
      case 'first':
        return { action };
      case 'reject':
        return { action, reason: words };
      case 'change':
        return words === ''
          ? ''
          : {
              action,
              words,
              // Changes by hand too; a step without a title does not count.
              ...(isEdited(asked, typed) && {
                steps: stepsOf(
                  rows.filter(({ title }) => String(title ?? '').trim()),
                  asked.steps
                )
              })
            };
      default: {
        const unnamed = rows.findIndex(
          ({ title }) => String(title ?? '').trim() === ''
        );
        return rows.length === 0
          ? trans.__('The plan has no steps. Add one, or reject the plan.')
          : unnamed >= 0
            ? trans.__('Step %1 has no title yet.', unnamed + 1)
            : {
                action: 'accept',
                steps: stepsOf(rows, asked.steps),
                level: levelIn(asked, typed)
              };
      }
    }
  }
};

function levelIn({ level }: Of<'plan'>, typed: Values): ReviewLevel {
  return LEVELS.find(each => each === typed.level) ?? level;
}

const isEdited = ({ steps }: Of<'plan'>, typed: Values): boolean =>
  JSON.stringify(rowsIn(typed, 'steps', steps.map(rowOf))) !==
  JSON.stringify(steps.map(rowOf));

/** The part of a step that a person changes. */
function rowOf({ id, on, title, does, worked, beside }: IPlanStep): RowValue {
  return { id, on, title, does, worked, beside };
}

/** The step that a row is, as far as it was proposed. */
function stepOf(row: RowValue, steps: readonly IPlanStep[]): IPlanStep {
  const before = steps.find(({ id }) => id === row.id);
  const [title, does, worked] = [row.title, row.does, row.worked].map(text =>
    String(text ?? '')
  );
  return {
    tools: [],
    needs: [],
    reads: false,
    ...before,
    id: row.id,
    on: row.on,
    beside: row.beside === true,
    title,
    does,
    // The proposed criterion goes with the proposed text, but for spaces; one
    // that the person wrote stays.
    worked:
      worked === before?.worked &&
      wholeText(title, does) !== wholeText(before.title, before.does)
        ? ''
        : worked
  };
}

function wholeText(title: string, does: string): string {
  return `${title}\n${does}`.replace(/\s+/g, ' ').trim();
}

/**
 * The steps as they are sent. One is no longer listed as needed if it was deleted
 * or now comes later.
 */
function stepsOf(
  rows: readonly RowValue[],
  steps: readonly IPlanStep[]
): IPlanStep[] {
  return rows
    .map(row => stepOf(row, steps))
    .map((step, at) => ({
      ...step,
      title: step.title.trim(),
      does: step.does.trim(),
      worked: step.worked.trim(),
      needs: step.needs.filter(id =>
        rows.slice(0, at).some(before => before.id === id)
      )
    }));
}

function stepRow(
  rows: readonly RowValue[],
  at: number,
  steps: readonly IPlanStep[],
  trans: ITranslator
): Row {
  const step = stepOf(rows[at], steps);
  const { title, does, worked, reads, beside, needs, tools } = step;
  const number = at + 1;
  const name = title || trans.__('without a title');
  const places = needs
    .map(id => rows.findIndex(row => row.id === id))
    .filter(place => place >= 0);
  const numbers = (some: readonly number[]) =>
    some.map(place => place + 1).join(', ');
  const before = places.filter(place => place < at);
  const later = places.filter(place => place >= at);
  const off = before.filter(place => !rows[place].on);
  const facts = compact<string>([
    beside
      ? trans.__('Runs side by side with the steps next to it')
      : reads && trans.__('Only reads'),
    before.length > 0 && trans.__('Builds on step %1', numbers(before)),
    tools.length > 0 &&
      trans.__('Likely to use %1', tools.map(visibleName).join(', '))
  ]);
  const warnings = compact<string>([
    ...[title, does, worked]
      .filter(text => visibleProse(text) !== text)
      .map(text =>
        trans.__(
          'This contains characters that cannot be seen: “%1”',
          visibleProse(text)
        )
      ),
    later.length > 0 &&
      trans.__(
        'It can no longer build on step %1, which now comes later.',
        numbers(later)
      ),
    off.length > 0 &&
      trans.__('It builds on step %1, which is switched off.', numbers(off))
  ]);
  return {
    value: rows[at],
    name,
    tick: trans.__('Run step %1', number),
    grip: trans.__('Move step %1, “%2”, with the arrow keys', number, name),
    menu: trans.__('More actions for step %1', number),
    more: reads
      ? [
          {
            label: beside
              ? trans.__('Run it on its own')
              : trans.__('Run it side by side'),
            hint: trans.__('With the steps next to it that only read'),
            set: { beside: !beside }
          }
        ]
      : [],
    columns: [
      {
        name: 'title',
        label: trans.__('Title of step %1', number),
        placeholder: trans.__('What to do'),
        text: title,
        max: 200
      },
      {
        name: 'does',
        label: trans.__('What step %1 does', number),
        placeholder: trans.__('More detail (optional)'),
        text: does,
        max: 2000
      },
      {
        name: 'worked',
        label: trans.__('What shows that step %1 worked', number),
        placeholder: trans.__('What shows that it worked (optional)'),
        text: worked,
        max: 1000
      }
    ],
    notes: warnings.map(text => textBlock('warning', text)),
    details: facts.length > 0 ? [textBlock('hint', facts.join(' · '))] : []
  };
}

/**
 * A step before it is carried out. What one press approves is shown whole; its
 * tools, and the fields of their arguments, stand behind one line.
 */
export const STEP: CardKind<Of<'step'>, PlanInterruptAnswer> = {
  cardOf: (asked, typed, trans) => {
    const { step, tools } = asked;
    const edited = isStepEdited(asked, typed);
    const shown = tools.filter(
      tool => !isEmpty(argumentsOf(tool, typed) ?? typed[fieldOf(tool)])
    );
    return baseOf(asked, {
      tag: edited ? trans.__('changed') : trans.__('step'),
      blocks: compact<Block>([
        step.worked &&
          textBlock('quote', trans.__('It worked if: “%1”', step.worked)),
        tools.length === 0 &&
          textBlock('quote', trans.__('It chooses its tools as it goes.')),
        ...shown.map((tool): Block => {
          const given = argumentsOf(tool, typed);
          return {
            kind: 'code',
            label: trans.__('Arguments of %1', visibleName(tool.name)),
            text: given
              ? JSON.stringify(given, null, 2)
              : textIn(typed, fieldOf(tool))
          };
        })
      ]),
      fields: tools.map(tool => ({
        kind: 'json' as const,
        name: fieldOf(tool),
        label: toolText(tool, argumentsOf(tool, typed) ?? {}, trans),
        fold: trans.__('Tools and arguments'),
        schema: tool.schema,
        value: typed[fieldOf(tool)] ?? withDefaults(tool.schema, tool.arguments)
      })),
      actions: compact<Action>([
        { name: 'run', label: trans.__('Run this step') },
        inWords(
          'change',
          trans.__('Change…'),
          trans.__('What to change in this step'),
          trans.__('Prepare it again'),
          typed
        ),
        { name: 'skip', label: trans.__('Skip this step'), refuses: true },
        edited && {
          name: 'discard',
          label: trans.__('Discard edit'),
          resets: tools.map(fieldOf)
        }
      ]),
      typed: { as: 'change', action: 'change', field: 'words' }
    });
  },
  answerOf: (asked, action, typed, trans) => {
    const words = wordsIn(typed);
    if (action === 'skip') {
      return { action };
    }
    if (action === 'change') {
      return words === '' ? '' : { action, words };
    }
    const given = asked.tools.map(
      tool => [tool, argumentsOf(tool, typed)] as const
    );
    return given.some(([, values]) => values === null)
      ? notJson(trans)
      : isStepEdited(asked, typed)
        ? {
            action: 'edit',
            arguments: Object.fromEntries(
              given
                .filter(([tool, values]) => isChanged(tool, values))
                .map(([{ name }, values]) => [name, withoutEmpty(values ?? {})])
            )
          }
        : { action: 'approve' };
  }
};

/** "read_file · ready", "read_file · still missing: path" */
function toolText(
  { name, schema }: IPreparedTool,
  values: Values,
  trans: ITranslator
): string {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const missing = required.map(String).filter(each => isEmpty(values[each]));
  return missing.length === 0
    ? trans.__('%1 · ready', visibleName(name))
    : trans.__(
        '%1 · still missing: %2',
        visibleName(name),
        missing.map(visibleName).join(', ')
      );
}

/** Name of the field of a tool's arguments. */
function fieldOf({ name }: IPreparedTool): string {
  return `tool ${name}`;
}

/** The arguments of a tool, with the person's edit; null for invalid JSON. */
function argumentsOf(tool: IPreparedTool, typed: Values): Values | null {
  return readValues(typed[fieldOf(tool)] ?? tool.arguments);
}

/** A default of its schema that is filled in is no change. */
function isChanged(tool: IPreparedTool, values: Values | null): boolean {
  const whole = (some: Values) =>
    JSON.stringify(withoutEmpty(withDefaults(tool.schema, some)));
  return whole(values ?? {}) !== whole(tool.arguments);
}

function isStepEdited({ tools }: Of<'step'>, typed: Values): boolean {
  return tools.some(tool => isChanged(tool, argumentsOf(tool, typed)));
}

/** In the order of their names, so that only a change is one. */
function withoutEmpty(values: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isEmpty(value))
      .sort(([one], [other]) => (one < other ? -1 : 1))
  );
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (typeof value === 'object' && Object.values(value).every(isEmpty))
  );
}

/** A failed step: try it again, change the rest, count it as done, skip, stop. */
export const FAILURE: CardKind<Of<'failure'>, PlanInterruptAnswer> = {
  cardOf: (asked, typed, trans) =>
    baseOf(asked, {
      tag: trans.__('%1% complete', Math.round(asked.percent)),
      blocks: compact<Block>([
        textBlock('question', trans.__('“%1”', asked.step.title)),
        asked.reason &&
          textBlock('quote', trans.__('It failed because: “%1”', asked.reason))
      ]),
      fields: [],
      actions: [
        { name: 'again', label: trans.__('Try again') },
        inWords(
          'change',
          trans.__('Change…'),
          trans.__('What to change in the rest of the plan'),
          trans.__('Change the rest'),
          { words: asked.change, ...typed }
        ),
        { name: 'done', label: trans.__('Count it as done') },
        { name: 'skip', label: trans.__('Skip this step'), refuses: true },
        { name: 'stop', label: trans.__('Stop the plan') }
      ],
      typed: { as: 'change', action: 'change', field: 'words' }
    }),
  answerOf: (asked, action, typed) => {
    const words = wordsIn({ words: asked.change, ...typed });
    return action !== 'change'
      ? { action: action as 'again' | 'done' | 'skip' | 'stop' }
      : words === ''
        ? ''
        : { action, words };
  }
};
