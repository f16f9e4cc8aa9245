import { traceNumbers, writeDocx, writeHtml, writeMarkdown } from '..';
import { writeNotebook, writeTypst } from '../lazy-chunk';
import {
  OPTIONS,
  notebookOf,
  plotEvidence,
  reportOf,
  textEvidence
} from './evidence-samples';
import { readDocx } from './read-docx';

const PIECES = [textEvidence('e1', 'mean 4201.75'), plotEvidence('e2')].map(
  each => ({ ...each, hash: `hash-of-${each.id}`, stale: ['unknown' as const] })
);
/**
 * Numbers that are inserted without a reference, rounded by hand, and invented.
 */
const PLAIN = reportOf(
  'It is {{e1.value:1}}, about 4,202, not 17 or 4201.75.\n\n![About 4,202 and **{{e1.value:1}}, 17**](e2)',
  PIECES
);
const REPORT = {
  ...PLAIN,
  details: {
    ...PLAIN.details,
    packages: {},
    packagesMissing: 'not known, since no kernel was running',
    changes: ['The plan was changed by hand.']
  },
  tree: traceNumbers(PLAIN.tree, PIECES, 'en').tree
};
const WORDS = 'It is 4,201.8, about 4,202, not 17 or 4201.75.';
const CAPTION = 'About 4,202 and 4,201.8, 17';

/** The readable text of each form. */
const FORMS: Record<string, () => Promise<string>> = {
  Markdown: async () => {
    const [{ data }] = await writeMarkdown(REPORT, OPTIONS);
    return String(data);
  },
  HTML: async () => {
    const { data } = await writeHtml(REPORT, OPTIONS);
    const page = new DOMParser().parseFromString(String(data), 'text/html');
    return page.body.textContent ?? '';
  },
  Word: async () => {
    const { data } = await writeDocx(REPORT, OPTIONS);
    const { footnotes, paragraphs } = readDocx(data as Uint8Array);
    return [...paragraphs.map(([, text]) => text), footnotes].join('\n');
  },
  'a notebook': async () => {
    const { data } = await writeNotebook(REPORT, notebookOf([]), OPTIONS);
    return (JSON.parse(String(data)) as { cells: { source: string }[] }).cells
      .map(({ source }) => source)
      .join('\n');
  },
  'the source of a PDF': async () =>
    Array.from(
      (await writeTypst(REPORT, OPTIONS)).main.matchAll(/"((?:[^"\\]|\\.)*)"/g),
      ([, text]) => text
    )
      // Formatting appears between the words.
      .filter(text => text !== '#b3261e' && text !== 'bold')
      .join('')
};

describe.each(Object.entries(FORMS))('a report as %s', (_, read) => {
  it('has each number as it was written, whatever it is marked as', async () => {
    // Markdown marks a number that has no source with a note.
    const text = (await read()).replaceAll('[^untraced]', '');
    expect(text).toContain(WORDS);
    expect(text).toContain(CAPTION);
  });

  it('names the cell of all that it shows, by its number, and says nothing of ids, hashes and the making', async () => {
    const text = (await read()).replaceAll('\\', '');
    expect(text).toContain('Cell [3]');
    expect(text).not.toMatch(
      /cell-e1|hash-of|no record|Approved by|Changed by hand|not known/
    );
  });
});

it('sets raised numbers of notes apart, each once, without a space before them', async () => {
  const [first, second] = ['e1', 'e2'].map(id => textEvidence(id, 'mean 1.5'));
  const other = { ...second, source: { ...second.source, executionCount: 4 } };
  const report = reportOf('One [[e1]] [[e2]][[e1]].', [first, other]);
  const { data } = await writeDocx(report, OPTIONS);
  expect(readDocx(data as Uint8Array).paragraphs[1][1]).toBe('One\u202f.');
  const { main } = await writeTypst(report, OPTIONS);
  expect(main).toMatch(/"One"[^"]*"Cell \[3\]\."[^"]*"\u202f"[^"]*"Cell \[4\]/);
});
