// What it writes is a document, in the language of its data.
/* eslint-disable jupyter/no-untranslated-string */
import type { BaseMessage } from '@langchain/core/messages';

import type { IDemoAnswer } from './reading/demo-answer';
import { plainMarkdown } from './plain-markdown';
import { tableSentence } from './table-sentence';

interface IPiece {
  id: string;
  kind: string;
  title: string;
  /** As the request shows it, with its head. */
  block: string;
  /**
   * Names of its numbers, and how they are written where that is told; empty
   * for a table, whose numbers go by place.
   */
  numbers: { name: string; text: string }[];
}

/** Pieces a section. */
const MOST = 4;

/** Characters of a line that is quoted. */
const LONGEST = 160;

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

/**
 * What the data is first, then what was found in it; what the person wants out
 * is left out. Further sections are for a person to write.
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

/** Says what the data is, and not what was found in it. */
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

/** The first line as it is printed, with its numbers put in by the page. */
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
  words = (words + escaped(rest)).replace(/[.\s]+$/, '');
  return /^\d/.test(line)
    ? `The notebook shows ${words}`
    : `The notebook shows “${words}”`;
}

/** A part of a line: the spaces at its ends stay. */
function escaped(part: string): string {
  const [before] = /^\s*/.exec(part) ?? [''];
  const [after] = /\s*$/.exec(part) ?? [''];
  return part.trim() === '' ? part : before + plainMarkdown(part) + after;
}

/** Pieces as the request lists them. */
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
