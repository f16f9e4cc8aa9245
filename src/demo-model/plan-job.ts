// The demo speaks English: its texts are a model's answers.
/* eslint-disable jupyter/no-untranslated-string */
import type { BaseMessage } from '@langchain/core/messages';

import { callTool, type IDemoAnswer } from './reading/demo-answer';
import { fileName, readRequest } from './reading/request';

/** The requests of plan mode; each offers only a tool of its own as a form. */
const FORMS = ['plan', 'improve_plan', 'arguments', 'summarise'] as const;

type Form = (typeof FORMS)[number];

/** The question the demo asks once before it plans. */
const QUESTION = 'What matters most to you?';

const GROUPS = 'How groups differ';
const NUMBERS = 'How the numbers go together';
const CHOICES = ['What stands out', GROUPS, NUMBERS];

/** The form of a plan mode request; null for any other request. */
export function planForm(offered: readonly string[]): Form | null {
  return offered.length === 1
    ? (FORMS.find(form => form === offered[0]) ?? null)
    : null;
}

/** Fills in the form of a plan mode request from its text. */
export function planJob(messages: BaseMessage[], form: Form): IDemoAnswer {
  const text = messages.findLast(({ type }) => type === 'human')?.text ?? '';
  return { text: '', calls: [callTool(form, filled(form, text))] };
}

function filled(form: Form, text: string): Record<string, unknown> {
  switch (form) {
    case 'plan': {
      const { kind } = readRequest(text.split('\n', 1)[0]);
      return kind === 'other'
        ? { route: 'simple_chat', reason: 'It asks for no work on data.' }
        : {
            route: 'tool_required',
            reason: 'It needs the data.',
            ...clarity(text),
            ...plan(text)
          };
    }
    case 'improve_plan':
      return {
        ...plan(text.split('\n\nThe plan: ', 1)[0]),
        fit: 0.9,
        patterns: ['The order of steps that went well before']
      };
    case 'arguments':
      return { tools: [] };
    case 'summarise':
      return summary(text);
  }
}

function clarity(text: string): Record<string, unknown> {
  return text.includes(QUESTION)
    ? { clarity: 0.9, questions: [], assumptions: [] }
    : {
        clarity: 0.5,
        questions: [
          {
            question: QUESTION,
            choices: CHOICES,
            default: CHOICES[0]
          }
        ],
        assumptions: ['All rows of the table count.']
      };
}

function plan(text: string): Record<string, unknown> {
  const isExample = readRequest(text.split('\n', 1)[0]).kind === 'example';
  const file = namedFile(text);
  const cell = { tools: ['jupyter_cell'], worked: '' };
  const load = {
    ...cell,
    title: isExample
      ? 'Make up an example data set'
      : // Steps read the name from the title: quotes keep a name with spaces together.
        `Load ${file === null ? 'the table' : /\s/.test(file) ? `“${file}”` : file}`,
    does: 'One cell that loads the data and shows the first rows.',
    worked: 'The first rows are shown.'
  };
  const describe = {
    ...cell,
    title: 'Describe the columns',
    does: 'Counts rows, columns and duplicates, and sums up the numbers.',
    needs: [1]
  };
  return {
    category: 'exploration',
    steps: [load, ...(answeredWith(text, GROUPS) ? [] : [describe]), ...looks()]
  };

  /** A table and a plot of it, for the person's question. */
  function looks(): Record<string, unknown>[] {
    if (answeredWith(text, NUMBERS)) {
      return [
        {
          ...cell,
          title: 'Compare how the numbers go together',
          does: 'A table of how strongly each two numbers rise and fall together.',
          needs: [1]
        },
        {
          ...cell,
          title: 'Draw how the numbers go together',
          does: 'One plot of the two that do most.',
          needs: [1, 3]
        }
      ];
    }
    const before = answeredWith(text, GROUPS) ? 2 : 3;
    return [
      {
        ...cell,
        title: 'Compare the groups',
        does: 'A table that compares groups, or how numbers go together.',
        needs: [1]
      },
      {
        ...cell,
        title: 'Draw what stands out',
        does: 'One plot of the numbers that differ most.',
        needs: [1, before]
      }
    ];
  }
}

/** The file the task names, not just any file beside the notebook. */
function namedFile(text: string): string | null {
  const [before, beside = ''] = text.split('\nFiles beside the notebook: ', 2);
  const [task] = before.split('\n', 1);
  // A file name with spaces may be written without quotes.
  const spaced = beside
    .split('\n', 1)[0]
    .split(', ')
    .find(
      name =>
        /\s/.test(name) && /\.(csv|tsv|tab)$/i.test(name) && task.includes(name)
    );
  return spaced ?? fileName(before);
}

function answeredWith(text: string, choice: string): boolean {
  return text.includes(`${QUESTION} ${choice}`);
}

/** Summarises the plan from its Markdown, without repeating a line. */
function summary(text: string): Record<string, unknown> {
  const [, ...parts] = text.split(/^\d+\. /m);
  const failed = parts.filter(part => part.includes('Failed:')).length;
  const seen = new Set<string>();
  const lines = parts.map(part => {
    const [first, ...rest] = part
      .trim()
      // Drops what the step was meant to do, which the reader knows by now.
      .replace(/^(\*\*[^*\n]+\*\*)[^\n]*? (?=(Done|Failed|Skipped): )/, '$1: ')
      .split('\n')
      .filter(line => line.trim() === '' || !seen.has(line.trim()));
    rest.forEach(line => seen.add(line.trim()));
    return [`- ${first}`, ...rest].join('\n').trimEnd();
  });
  return {
    summary: [
      failed === 0
        ? 'Every step worked.'
        : `${failed} of ${parts.length} steps failed.`,
      lines.join('\n')
    ].join('\n\n'),
    open: failed > 0 ? ['What to do about what failed?'] : [],
    next: ['Look at the plot and ask for another view.']
  };
}
