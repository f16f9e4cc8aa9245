// What it writes is a document, in the language of its data.
/* eslint-disable jupyter/no-untranslated-string */
import type { BaseMessage } from '@langchain/core/messages';

import type { IDemoAnswer } from './reading/demo-answer';

interface IPiece {
  id: string;
  kind: string;
  title: string;
  /** Names of its numbers; empty for a table, whose numbers go by place. */
  numbers: string[];
}

/** Pieces a section. */
const MOST = 4;

/**
 * What the demo says to the requests of a report: sections that every report
 * has, and sentences that only put in what the evidence shows.
 *
 * @returns null where no report asks.
 */
export function reportJob(
  messages: readonly BaseMessage[],
  offered: readonly string[]
): IDemoAnswer | null {
  const text = messages.at(-1)?.text ?? '';
  const section = /^The section to write: “(.*?)”/m.exec(text)?.[1];
  if (section !== undefined) {
    return { text: sectionText(piecesIn(text)), calls: [] };
  }
  const call = (name: string, args: Record<string, unknown>): IDemoAnswer => ({
    text: '',
    calls: [{ name, args }]
  });
  switch (offered.length === 1 ? offered[0] : '') {
    case 'report_plan':
      return call('report_plan', planFor(text));
    case 'group_evidence':
    case 'change_evidence':
      return call(offered[0], grouping(text));
    case 'checklist':
      // A script cannot judge: each item is left to the person.
      return call('checklist', { items: [] });
    case 'fill_blanks':
      return call('fill_blanks', { values: [] });
    default:
      return null;
  }
}

function planFor(text: string): Record<string, unknown> {
  const heading = /^#\s+(.+)$/m.exec(text)?.[1];
  const file = /([^/\s]+)\.ipynb, \d+ cells/.exec(text)?.[1];
  return {
    kind: 'report',
    title: heading ?? `Report on ${file ?? 'the notebook'}`,
    audience: '',
    language: 'en',
    searches: true,
    sections: [
      {
        title: 'Data',
        answers: 'How much data there is, and what it looks like.',
        search: ['rows', 'columns', 'shape', 'missing', 'head', 'info']
      },
      {
        title: 'Results',
        answers: 'What was found, with its tables and plots.',
        search: ['mean', 'count', 'group', 'plot', 'histogram', 'by']
      }
    ],
    missing: []
  };
}

/** Tables and text first, then plots; what the person wants out is left out. */
function grouping(text: string): Record<string, unknown> {
  const wish = /^What the person wants changed.*$/m.exec(text)?.[0] ?? '';
  const unwanted = /remove|without|drop|leave out/i.test(wish)
    ? new Set(wish.match(/e\d+/g))
    : new Set<string>();
  const pieces = piecesIn(text).filter(
    ({ id, kind }) =>
      !unwanted.has(id) && kind !== 'error' && kind !== 'markdown'
  );
  const facts = pieces.filter(({ kind }) => kind !== 'plot');
  const shown = pieces.filter(({ kind }) => kind !== 'text');
  const sections = [...text.matchAll(/^(\d+)\. [^\n:]+: ?/gm)].map(
    ([, number]) => Number(number)
  );
  return {
    sections: sections.map((number, at) => {
      const own = (at === 0 ? facts : shown).slice(0, MOST);
      return {
        number,
        pieces: own.map(({ id }) => id),
        summary: own.map(({ id }) => `This is shown there. [[${id}]]`).join(' ')
      };
    })
  };
}

function sectionText(pieces: readonly IPiece[]): string {
  return pieces.length === 0
    ? 'The notebook shows nothing on this.'
    : pieces.map(pieceText).join('\n\n');
}

function pieceText({ id, kind, title, numbers }: IPiece): string {
  const caption = title.replace(/[[\]\\]/g, '');
  switch (kind) {
    case 'table':
      return `${caption || 'A table'}: {{${id}.rows}} rows and {{${id}.columns}} columns[[${id}]].\n\n![${caption}](${id})`;
    case 'plot':
      return `![${caption}](${id})`;
    default:
      return numbers.length > 0
        ? `${caption || 'The output'} shows ${numbers
            .slice(0, 3)
            .map(name => `{{${id}.${name}}}`)
            .join(', ')}[[${id}]].`
        : `${caption || 'The output'} is in the notebook[[${id}]].`;
  }
}

/** Pieces as the request lists them. */
function piecesIn(text: string): IPiece[] {
  const starts = [...text.matchAll(/^\[\[(e\d+)\]\] (\w+)(?: “(.*?)”)?/gm)];
  return starts.map((match, at) => {
    const [, id, kind, title = ''] = match;
    const block = text.slice(match.index, starts[at + 1]?.index);
    const listed = /^Numbers: (.*)$/m.exec(block)?.[1] ?? '';
    return {
      id,
      kind,
      title,
      numbers:
        kind === 'table'
          ? []
          : [...listed.matchAll(/\{\{e\d+\.(\w+)\}\}/g)].map(([, name]) => name)
    };
  });
}
