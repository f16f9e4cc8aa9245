// The demo speaks English, and its report the language of its data.
/* eslint-disable jupyter/no-untranslated-string */
import type { BaseMessage } from '@langchain/core/messages';

import { reportGroups, reportPlan, sectionText } from './report-forms';
import { asksForExample, fileName, isOther } from './scenarios';
import { type IDemoAnswer, ask, isTable } from './script';

/** The question the demo asks once before it plans. */
const QUESTION = 'What matters most to you?';

/** Its answers, and the steps that each leads to. */
const CHOICES: Record<string, readonly string[]> = {
  'What stands out': [
    'Describe the columns',
    'Compare the groups',
    'Draw what stands out'
  ],
  'How groups differ': ['Compare the groups', 'Draw what stands out']
};

/** What a step does, by the first word of its title. */
const STEPS: Record<string, string> = {
  Load: 'One cell that loads the data and shows the first rows.',
  Make: 'One cell that makes up data and shows the first rows.',
  Describe: 'Counts rows, columns and duplicates, and sums up the numbers.',
  Compare: 'A table that compares groups.',
  Draw: 'One plot of what the table shows best.'
};

/** What fills the form of a request of plan mode or of a report, by its name. */
const FORMS: Record<string, (text: string) => object> = {
  plan: text =>
    isOther(text.split('\n', 1)[0])
      ? { route: 'simple_chat', reason: 'It asks for no work on data.' }
      : {
          route: 'tool_required',
          reason: 'It needs the data.',
          ...clarity(text),
          ...plan(text)
        },
  improve_plan: text => ({
    ...plan(text.split('\n\nThe plan: ', 1)[0]),
    fit: 0.9
  }),
  arguments: () => ({ tools: [] }),
  summarise: () => ({ summary: 'Not every step went well.' }),
  report_plan: reportPlan,
  group_evidence: reportGroups,
  change_evidence: reportGroups,
  // A script cannot judge: each item is left to the person.
  checklist: () => ({ items: [] }),
  fill_blanks: () => ({ values: [] })
};

/**
 * The answer to a request of a workflow, from its text alone: each offers only
 * a tool of its own as a form, or wants words.
 *
 * @returns null for any other request.
 */
export function fillForm(
  messages: readonly BaseMessage[],
  offered: readonly string[]
): IDemoAnswer | null {
  const text = messages.findLast(({ type }) => type === 'human')?.text ?? '';
  if (/^The section to write: “.*?”/m.test(text)) {
    return { text: sectionText(text), calls: [] };
  }
  if (offered.length === 1 && Object.hasOwn(FORMS, offered[0])) {
    return ask('', offered[0], { ...FORMS[offered[0]](text) });
  }
  // A message that plan mode wants answered in words.
  return offered.length === 0 &&
    messages[0]?.text.startsWith('Answer the message.')
    ? {
        text: /^\W*(thank|thx|danke|merci)/i.test(text)
          ? 'You are welcome.'
          : 'I am the scripted demo model. Name a table in this folder, and I plan how to explore it.',
        calls: []
      }
    : null;
}

function clarity(text: string): object {
  return text.includes(QUESTION)
    ? { clarity: 0.9 }
    : {
        clarity: 0.5,
        questions: [
          {
            question: QUESTION,
            choices: Object.keys(CHOICES),
            default: Object.keys(CHOICES)[0]
          }
        ],
        assumptions: ['All rows of the table count.']
      };
}

function plan(text: string): object {
  const file = namedFile(text);
  const [first, ...others] = Object.keys(CHOICES);
  const titles =
    CHOICES[
      others.find(each => text.includes(`${QUESTION} → ${each}`)) ?? first
    ];
  // Steps read the name from the title: quotes keep a name with spaces together.
  const table = file && /\s/.test(file) ? `“${file}”` : (file ?? 'the table');
  const load = asksForExample(text.split('\n', 1)[0])
    ? 'Make up an example data set'
    : `Load ${table}`;
  return {
    category: 'exploration',
    steps: [load, ...titles].map((title, at) => ({
      title,
      does: STEPS[title.split(' ', 1)[0]],
      tools: ['jupyter_cell'],
      worked: at === 0 ? 'The first rows are shown.' : '',
      // A plot shows what the table before it found.
      ...(at > 0 && { needs: title.startsWith('Draw') ? [1, at] : [1] })
    }))
  };
}

/** The file the task names: one beside the notebook, or whatever looks like one. */
function namedFile(text: string): string | null {
  const [before, beside = ''] = text.split('\nFiles beside the notebook: ', 2);
  const [task] = before.split('\n', 1);
  return (
    beside
      .split('\n', 1)[0]
      .split(', ')
      .find(name => isTable(name) && task.includes(name)) ?? fileName(before)
  );
}
