// The demo speaks English, and its report the language of its data.
/* eslint-disable jupyter/no-untranslated-string */
import type { BaseMessage } from '@langchain/core/messages';

import { reportGroups, reportPlan, sectionText } from './report-forms';
import { asksForExample, fileName, isOther } from './scenarios';
import { type IDemoAnswer, ask } from './script';

/** The question the demo asks once before it plans. */
const QUESTION = 'What matters most to you?';

/** Its answers, and the steps that each leads to. */
const CHOICES: Record<string, readonly string[]> = {
  'What stands out': ['describe', 'compare', 'draw'],
  'How groups differ': ['compare', 'draw'],
  'How the numbers go together': ['describe', 'correlate', 'drawPair']
};

const STEPS: Record<string, { title: string; does: string }> = {
  describe: {
    title: 'Describe the columns',
    does: 'Counts rows, columns and duplicates, and sums up the numbers.'
  },
  compare: {
    title: 'Compare the groups',
    does: 'A table that compares groups, or how numbers go together.'
  },
  draw: {
    title: 'Draw what stands out',
    does: 'One plot of the numbers that differ most.'
  },
  correlate: {
    title: 'Compare how the numbers go together',
    does: 'A table of how strongly each two numbers rise and fall together.'
  },
  drawPair: {
    title: 'Draw how the numbers go together',
    does: 'One plot of the two that do most.'
  }
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
    fit: 0.9,
    patterns: ['The order of steps that went well before']
  }),
  arguments: () => ({ tools: [] }),
  summarise: summary,
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
    ? { clarity: 0.9, questions: [], assumptions: [] }
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
  const [, wanted] =
    Object.entries(CHOICES).find(([choice]) =>
      text.includes(`${QUESTION} → ${choice}`)
    ) ?? Object.entries(CHOICES)[0];
  // Steps read the name from the title: quotes keep a name with spaces together.
  const table = file && /\s/.test(file) ? `“${file}”` : (file ?? 'the table');
  const load = {
    title: asksForExample(text.split('\n', 1)[0])
      ? 'Make up an example data set'
      : `Load ${table}`,
    does: 'One cell that loads the data and shows the first rows.',
    tools: ['jupyter_cell'],
    worked: 'The first rows are shown.'
  };
  const others = wanted.map((step, at) => ({
    ...STEPS[step],
    tools: ['jupyter_cell'],
    worked: '',
    // A plot shows what the table before it found.
    needs: step.startsWith('draw') ? [1, at + 1] : [1]
  }));
  return { category: 'exploration', steps: [load, ...others] };
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
        /\s/.test(name) && fileName(`“${name}”`) === name && task.includes(name)
    );
  return spaced ?? fileName(before);
}

/** Sums up a plan that did not end well: the first line of each step. */
function summary(text: string): object {
  const [, ...parts] = text.split(/^\d+\. /m);
  const failed = parts.filter(part => part.includes('Failed:')).length;
  const lines = parts.map(part => `- ${part.trim().split('\n', 1)[0]}`);
  return {
    summary: `${failed} of ${parts.length} steps failed.\n\n${lines.join('\n')}`,
    open: failed > 0 ? ['What to do about what failed?'] : [],
    next: []
  };
}
