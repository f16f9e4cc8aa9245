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

export function reportPlan(text: string): object {
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
export function reportGroups(text: string): object {
  const wish = /^What the person wants changed.*$/m.exec(text)?.[0] ?? '';
  const unwanted = /remove|without|drop|leave out/i.test(wish)
    ? [...wish.matchAll(/e\d+/g)].map(([id]) => id)
    : [];
  const pieces = piecesIn(text).filter(
    ({ id, kind }) =>
      !unwanted.includes(id) && kind !== 'error' && kind !== 'markdown'
  );
  const facts = pieces.filter(isFact);
  const found = pieces.filter(piece => !facts.includes(piece));
  const parts = [facts.length > 0 ? facts : found, found];
  return {
    sections: [...text.matchAll(/^(\d+)\. [^\n:]+: ?/gm)].map(
      ([, number], at) => ({
        number: Number(number),
        pieces: (parts[at] ?? []).slice(0, 4).map(({ id }) => id),
        summary: ''
      })
    )
  };
}

/** Whether a piece says what the data is, rather than what was found in it. */
function isFact({ kind, lines }: IPiece): boolean {
  const labels = tableRows(lines).rows.map(([label]) => label);
  return (
    kind === 'text' ||
    (kind === 'table' &&
      (labels.includes('std') ||
        labels.every((label, at) => label === String(at))))
  );
}

/** A section: sentences that only insert what the evidence shows. */
export function sectionText(text: string): string {
  return (
    piecesIn(text)
      .map(piece => {
        switch (piece.kind) {
          case 'table':
            return tableText(piece);
          case 'plot':
            return `![${plainMarkdown(piece.title) || 'A plot of the notebook'}](${piece.id})`;
          default:
            return `${textSentence(piece)}[[${piece.id}]].`;
        }
      })
      .join('\n\n') ||
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

/** A table's cells: `head | head`, then `r1: cell | cell`; none if irregular. */
function tableRows(lines: readonly string[]) {
  const at = lines.findIndex(line => line.startsWith('r1: '));
  const cells = (line: string) => line.replace(/^r\d+: /, '').split(' | ');
  const header = lines.slice(0, Math.max(0, at)).filter(Boolean).map(cells);
  const rows = lines.filter(line => /^r\d+: /.test(line)).map(cells);
  const isWhole = (row: string[]) => row.length === header[0]?.length;
  if (rows.length > 0 && !isWhole(rows[rows.length - 1])) {
    // A long table may be cut in the middle of a row.
    rows.pop();
  }
  return [...header, ...rows].every(isWhole)
    ? { header, rows }
    : { header: [], rows: [] };
}

function tableText({ id, lines }: IPiece): string {
  const { header, rows } = tableRows(lines);
  // Only a named index has a heading.
  const by = header[0]?.[0].trim() ?? '';
  const columns = (header[0] ?? []).map((name, column) => ({
    name: name.trim(),
    values: rows.map(row => Number(row[column].trim() || NaN)),
    column
  }));
  const [most] = columns
    .filter(
      ({ name, values, column }) =>
        column > 0 &&
        !/^(rows|rows in group)$/.test(name) &&
        !values.some(isNaN)
    )
    .sort((a, b) => spread(b.values) - spread(a.values));
  const place = (value: number) => {
    const row = most.values.indexOf(value);
    return `${plainMarkdown(rows[row][0])} ({{${id}.r${row + 1}c${most.column + 1}}})`;
  };
  const group = plainMarkdown(by);
  return by !== '' && most && rows.length > 1
    ? `Compared by ${group}, ${plainMarkdown(most.name)} is highest for ${place(Math.max(...most.values))} and lowest for ${place(Math.min(...most.values))}[[${id}]].\n\n![Comparison by ${group}](${id})`
    : `The table has {{${id}.rows}} rows and {{${id}.columns}} columns[[${id}]].\n\n![A table of the notebook](${id})`;
}

/** How much values differ, relative to their size. */
function spread(values: number[]): number {
  const size = Math.max(...values.map(Math.abs)) || 1;
  return (Math.max(...values) - Math.min(...values)) / size;
}

/** The first line as printed; the page inserts its numbers. */
function textSentence({ lines }: IPiece): string {
  const line = lines.find(each => each.trim() !== '')?.trim() ?? '';
  const listed = /(?:^|\. )Numbers: (.*)$/m.exec(lines.join('\n'))?.[1] ?? '';
  const numbers = [
    ...listed.matchAll(/(\{\{e\d+\.\w+\}\})(?: = (.*?)(?=, \{\{e|$))?/g)
  ];
  if (numbers.length > 0 && numbers[0][2] === undefined) {
    const names = numbers.slice(0, 3).map(([, name]) => name);
    return `The notebook shows ${names.join(', ')}`;
  }
  if (line.length > 160 || line.startsWith('Text that is withheld')) {
    return 'More is in the notebook';
  }
  let rest = line;
  let words = '';
  for (const [, name, value] of numbers) {
    const at = rest.indexOf(value);
    if (at < 0) {
      break;
    }
    words += escaped(rest.slice(0, at)) + name;
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

function plainMarkdown(text: string): string {
  return escaped(text).trim();
}
