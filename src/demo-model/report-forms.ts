// It writes a document, in the language of its data.
/* eslint-disable jupyter/no-untranslated-string */

/** A piece of evidence in a report's request. */
interface IPiece {
  id: string;
  kind: string;
  title: string;
  /** Its lines in the request, without the heading. */
  lines: string[];
}

/** The sections of every report, and words by which their evidence is found. */
const SECTIONS = [
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
];

export function reportPlan(text: string): object {
  const heading = /^#[ \t](.+)$/m.exec(text)?.[1].trim();
  const file = /(?<![^/\s])([^/\s]+)\.ipynb, \d+ cells/.exec(text)?.[1];
  return {
    kind: 'report',
    title: heading ?? `Report on ${file ?? 'the notebook'}`,
    language: 'en',
    sections: SECTIONS
  };
}

/**
 * First what the data is, then what was found in it. Further sections are for a
 * person to write.
 */
export function reportGroups(text: string): object {
  const pieces = piecesIn(text).filter(
    ({ kind }) => kind !== 'error' && kind !== 'markdown'
  );
  const found = pieces.filter(piece => !isFact(piece));
  const facts = pieces.filter(isFact);
  const parts = [facts.length > 0 ? facts : found, found];
  return {
    sections: [...text.matchAll(/^(\d+)\. [^\n:]+: ?/gm)].map(
      ([, number], at) => ({
        number: Number(number),
        pieces: (parts[at] ?? []).slice(0, 4).map(({ id }) => id)
      })
    )
  };
}

/** Whether a piece says what the data is, rather than what was found in it. */
function isFact({ kind, lines }: IPiece): boolean {
  const labels = tableOf(lines).rows.map(({ cells: [label] }) => label);
  return (
    kind === 'text' ||
    (kind === 'table' &&
      (labels.includes('std') ||
        labels.every((label, at) => label === String(at))))
  );
}

/** A section: sentences that only insert what the evidence shows. */
export function sectionText(text: string): string {
  const paragraphs = piecesIn(text).map(piece =>
    piece.kind === 'table'
      ? tableText(piece)
      : piece.kind === 'plot'
        ? `![${escaped(piece.title).trim() || 'A plot of the notebook'}](${piece.id})`
        : `${textSentence(piece)}[[${piece.id}]].`
  );
  return (
    paragraphs.join('\n\n') ||
    'This is left to you: the demo only puts in what the notebook shows.'
  );
}

/** The pieces listed in the request. */
function piecesIn(text: string): IPiece[] {
  return text
    .split(/^(?=\[\[e\d+\]\] \w)/m)
    .slice(1)
    .map(block => {
      const [first, ...lines] = block.split('\n');
      const [, id = '', kind = '', title = ''] =
        /^\[\[(e\d+)\]\] (\w+)(?: “(.*?)”)?/.exec(first) ?? [];
      return { id, kind, title, lines };
    });
}

/** A table's cells: `head | head`, then `r1: cell | cell`; the last may be cut. */
function tableOf(lines: readonly string[]) {
  const head = (lines.find(Boolean) ?? '').split(' | ');
  const rows = lines.flatMap(line => {
    const [, number, row = ''] = /^r(\d+): (.*)/.exec(line) ?? [];
    const cells = row.split(' | ');
    return number && cells.length === head.length ? [{ number, cells }] : [];
  });
  return { head, rows };
}

/** Where the last column of numbers is highest and lowest, if it has groups. */
function tableText({ id, lines }: IPiece): string {
  const { head, rows } = tableOf(lines);
  const most = head
    .slice(1)
    .flatMap((name, at) => {
      const sorted = rows
        .map(({ number, cells }) => ({
          text: `${escaped(cells[0]).trim()} ({{${id}.r${number}c${at + 2}}})`,
          value: Number(cells[at + 1].trim() || NaN)
        }))
        .sort((a, b) => b.value - a.value);
      const [high] = sorted;
      const low = sorted[sorted.length - 1];
      const isCompared =
        !/^rows( in group)?$/.test(name.trim()) &&
        sorted.length > 1 &&
        !sorted.some(({ value }) => isNaN(value));
      return isCompared ? [{ name: escaped(name).trim(), high, low }] : [];
    })
    .at(-1);
  // Only a named index has a heading.
  const by = escaped(head[0]).trim();
  return by && most
    ? `Compared by ${by}, ${most.name} is highest for ${most.high.text} and lowest for ${most.low.text}[[${id}]].\n\n![Comparison by ${by}](${id})`
    : `The table has {{${id}.rows}} rows and {{${id}.columns}} columns[[${id}]].\n\n![A table of the notebook](${id})`;
}

/** The first line as printed; the page inserts its numbers. */
function textSentence({ lines }: IPiece): string {
  const line = lines.find(each => each.trim() !== '')?.trim() ?? '';
  if (line.length > 160 || line.startsWith('Text that is withheld')) {
    return 'More is in the notebook';
  }
  const listed = /^Numbers: (.*)$/m.exec(lines.join('\n'))?.[1] ?? '';
  let rest = line;
  let words = '';
  for (const [, slot, value] of listed.matchAll(
    /(\{\{e\d+\.\w+\}\}) = (.*?)(?=, \{\{e|$)/g
  )) {
    const at = rest.indexOf(value);
    if (at < 0) {
      break;
    }
    words += escaped(rest.slice(0, at)) + slot;
    rest = rest.slice(at + value.length);
  }
  words = (words + escaped(rest)).replace(/(?<![.\s])[.\s]+$/, '');
  return /^\d/.test(line)
    ? `The notebook shows ${words}`
    : `The notebook shows “${words}”`;
}

/** Escapes a text so that Markdown shows it as it is. */
function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]{}<>()#!|~$]/g, '\\$&');
}
