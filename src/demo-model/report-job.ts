// It writes a document, in the language of its data.
/* eslint-disable jupyter/no-untranslated-string */
import type { BaseMessage } from '@langchain/core/messages';

import type { IDemoAnswer } from './reading/demo-answer';
import { plainMarkdown } from './plain-markdown';
import { tableSentence } from './table-sentence';

interface IPiece {
  id: string;
  kind: string;
  title: string;
  /** The text in the request, including its heading. */
  block: string;
  /**
   * Names of its numbers, and their notation if given; empty for a table, whose
   * numbers are identified by position.
   */
  numbers: { name: string; text: string }[];
}

/** Pieces per section. */
const MOST = 4;

/** Maximum length of a quoted line. */
const LONGEST = 160;

/**
 * The demo's answers to a report's requests: the sections every report has, and
 * sentences that only insert what the evidence shows.
 *
 * @returns null if this is not a request of a report.
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
  const heading = /^#[ \t](.+)$/m.exec(text)?.[1].trim();
  const file = /(?<![^/\s])([^/\s]+)\.ipynb, \d+ cells/.exec(text)?.[1];
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

/**
 * First what the data is, then what was found in it, without anything the
 * person wants left out. Further sections are for a person to write.
 */
function grouping(text: string): Record<string, unknown> {
  const wish = /^What the person wants changed.*$/m.exec(text)?.[0] ?? '';
  const unwanted = /remove|without|drop|leave out/i.test(wish)
    ? new Set(wish.match(/e\d+/g))
    : new Set<string>();
  const pieces = piecesIn(text).filter(
    ({ id, kind }) =>
      !unwanted.has(id) && kind !== 'error' && kind !== 'markdown'
  );
  const facts = pieces.filter(isFact);
  const found = pieces.filter(piece => !facts.includes(piece));
  const parts = [facts.length > 0 ? facts : found, found];
  const sections = [...text.matchAll(/^(\d+)\. [^\n:]+: ?/gm)].map(
    ([, number]) => Number(number)
  );
  return {
    sections: sections.map((number, at) => ({
      number,
      pieces: (parts[at] ?? []).slice(0, MOST).map(({ id }) => id),
      summary: ''
    }))
  };
}

/** Whether a piece says what the data is, rather than what was found in it. */
function isFact({ id, kind, block }: IPiece): boolean {
  return (
    kind === 'text' ||
    (kind === 'table' &&
      ['summary', 'head'].includes(tableSentence(id, block).kind))
  );
}

function sectionText(pieces: readonly IPiece[]): string {
  return pieces.length === 0
    ? 'This is left to you: the demo only puts in what the notebook shows.'
    : pieces.map(pieceText).join('\n\n');
}

function pieceText(piece: IPiece): string {
  const { id, kind, title, block } = piece;
  const caption = plainMarkdown(title);
  switch (kind) {
    case 'table': {
      const words = tableSentence(id, block);
      return `${words.sentence}\n\n![${words.caption}](${id})`;
    }
    case 'plot':
      return `![${caption || 'A plot of the notebook'}](${id})`;
    default:
      return `${textSentence(piece)}[[${id}]].`;
  }
}

/** The first line as printed; the page inserts its numbers. */
function textSentence({ id, block, numbers }: IPiece): string {
  const line =
    block
      .split('\n')
      .slice(1)
      .find(each => each.trim() !== '')
      ?.trim() ?? '';
  if (numbers[0]?.text === '') {
    return `The notebook shows ${numbers
      .slice(0, 3)
      .map(({ name }) => `{{${id}.${name}}}`)
      .join(', ')}`;
  }
  if (line.length > LONGEST || line.startsWith('Text that is withheld')) {
    return 'More is in the notebook';
  }
  let rest = line;
  let words = '';
  for (const { name, text } of numbers) {
    const at = rest.indexOf(text);
    if (at < 0) {
      break;
    }
    words += `${escaped(rest.slice(0, at))}{{${id}.${name}}}`;
    rest = rest.slice(at + text.length);
  }
  words = (words + escaped(rest)).replace(/(?<![.\s])[.\s]+$/, '');
  return /^\d/.test(line)
    ? `The notebook shows ${words}`
    : `The notebook shows “${words}”`;
}

/** Escapes a part of a line, preserving spaces at both ends. */
function escaped(part: string): string {
  const [before] = /^\s*/.exec(part) ?? [''];
  const [after] = /(?<!\s)\s*$/.exec(part) ?? [''];
  return part.trim() === '' ? part : before + plainMarkdown(part) + after;
}

/** The pieces listed in the request. */
function piecesIn(text: string): IPiece[] {
  const starts = [...text.matchAll(/^\[\[(e\d+)\]\] (\w+)(?: “(.*?)”)?/gm)];
  return starts.map((match, at) => {
    const [, id, kind, title = ''] = match;
    const block = text.slice(match.index, starts[at + 1]?.index);
    const listed = /(?:^|\. )Numbers: (.*)$/m.exec(block)?.[1] ?? '';
    return {
      id,
      kind,
      title,
      block,
      numbers:
        kind === 'table'
          ? []
          : [
              ...listed.matchAll(
                /\{\{e\d+\.(\w+)\}\}(?: = (.*?)(?=, \{\{e|$))?/g
              )
            ].map(([, name, value = '']) => ({ name, text: value }))
    };
  });
}
