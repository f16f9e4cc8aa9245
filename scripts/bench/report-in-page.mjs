/**
 * Gathering and writing of reports from the source, to be measured in a page:
 * `window.benchReport`.
 */
import { gatherEvidence, writeDocx } from '../../src/report/index.ts';
import { fillDocxTemplate } from '../../src/report/lazy-chunk.ts';
import {
  groupEvidence,
  withoutDuplicates
} from '../../src/workflows/report/judging/group-evidence.ts';
import { reportDocument } from '../../src/workflows/report/judging/report-document.ts';
import { pieceRelevance } from '../../src/workflows/report/judging/piece-relevance.ts';

const CELLS = 1000;
const PLOTS = 40;
/** With a plot of half a page each, about 50 pages. */
const SECTIONS = 40;
const WORDS = 115;

const SENTENCE =
  'In this part of the data the mean of the column is well above what the years before had shown, and so the groups differ by more than chance alone would let them';

const trans = {
  __: (text, ...parts) =>
    text.replace(/%(\d)/g, (_, at) => String(parts[at - 1])),
  _n: (one, many, count) => trans.__(count === 1 ? one : many, count)
};

/** A plot like matplotlib's: 640 × 480, about 30 KB. */
function plot(seed) {
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 480;
  const draw = canvas.getContext('2d');
  draw.fillStyle = '#fff';
  draw.fillRect(0, 0, 640, 480);
  let state = seed + 1;
  const random = () =>
    (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  for (let at = 0; at < 1500; at++) {
    draw.fillStyle = `hsl(${Math.round(random() * 360)} 60% 50% / 0.7)`;
    draw.beginPath();
    draw.arc(random() * 640, random() * 480, 3, 0, 7);
    draw.fill();
  }
  return canvas.toDataURL('image/png').split(',')[1];
}

function table(seed) {
  const cells = Array.from(
    { length: 10 },
    (_, row) =>
      `<tr><th>${row}</th>${Array.from({ length: 6 }, (_, column) => `<td>${(seed * 7 + row * 3 + column + 0.25).toFixed(2)}</td>`).join('')}</tr>`
  ).join('');
  return `<table><thead><tr><th></th>${'abcdef'
    .split('')
    .map(name => `<th>${name}_${seed}</th>`)
    .join('')}</tr></thead><tbody>${cells}</tbody></table>`;
}

/** A notebook of this many cells: headings, prints, tables and plots. */
export function notebook(cells = CELLS, plots = PLOTS) {
  const every = Math.floor(cells / plots);
  return {
    path: 'work/large.ipynb',
    kernel: { name: 'Python 3', language: 'python', epoch: 'k' },
    packages: {},
    cells: Array.from({ length: cells }, (_, at) => {
      const source = `# Look at part ${at}\ndf[df.part == ${at}].describe()`;
      const data = (values, result = true) => [
        { type: 'data', result, data: values }
      ];
      return at % 10 === 0 && at % every !== 1
        ? {
            id: `c${at}`,
            type: 'markdown',
            source: `## Part ${at}\n\n${SENTENCE}.`,
            executionCount: null,
            outputs: [],
            run: null
          }
        : {
            id: `c${at}`,
            type: 'code',
            source,
            executionCount: at + 1,
            run: null,
            outputs:
              at % every === 1
                ? data({ 'image/png': plot(at) }, false)
                : at % 2 === 0
                  ? data({ 'text/html': table(at), 'text/plain': '' })
                  : [
                      {
                        type: 'stream',
                        name: 'stdout',
                        text: `part ${at}: mean ${at * 3.25} of ${at * 11} rows\n`
                      }
                    ]
          };
    })
  };
}

/**
 * The time until the work is done, and the longest frame in the meantime, in
 * ms.
 */
async function timed(work) {
  let longest = 0;
  let last = performance.now();
  let isOver = false;
  const next = now => {
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) {
      requestAnimationFrame(next);
    }
  };
  await new Promise(resolve => requestAnimationFrame(resolve));
  last = performance.now();
  requestAnimationFrame(next);
  const start = performance.now();
  const value = await work();
  const ms = performance.now() - start;
  await new Promise(resolve => requestAnimationFrame(resolve));
  isOver = true;
  return { value, ms, longest };
}

let prepared = null;

/** Creates the notebook before measuring. */
async function prepare() {
  prepared = notebook();
}

async function gather() {
  const from = prepared;
  const { value, ms, longest } = await timed(async () => {
    const { evidence } = await gatherEvidence(from, { most: 1000 });
    return withoutDuplicates(evidence);
  });
  const sections = Array.from({ length: 6 }, (_, at) => ({
    id: `s${at}`,
    title: `Part ${at}`,
    answers: 'What the mean of the groups is.',
    search: ['mean', 'rows', 'part']
  }));
  const sorted = await timed(async () =>
    groupEvidence(sections, value, await pieceRelevance(value, sections), 10)
  );
  return {
    pieces: value.length,
    ms,
    longest: Math.max(longest, sorted.longest),
    sorting: sorted.ms
  };
}

async function docx() {
  const all = (await gatherEvidence(notebook(), { most: 1000 })).evidence;
  const plots = all.filter(({ content }) => content.kind === 'plot');
  const others = all
    .filter(({ content }) => content.kind === 'text')
    .slice(0, SECTIONS * 3);
  // The approved evidence: three texts and a plot per section.
  const evidence = [...others, ...plots];
  const paragraph = at =>
    `${Array.from({ length: Math.round(WORDS / SENTENCE.split(' ').length) }, () => SENTENCE).join('. ')}: {{${others[at].id}.value2}}[[${others[at].id}]].`;
  const markdown = Array.from(
    { length: SECTIONS },
    (_, at) =>
      `## Part ${at}\n\n${[0, 1, 2].map(part => paragraph(at * 3 + part)).join('\n\n')}\n\n![Plot ${at}](${plots[at % plots.length].id})`
  ).join('\n\n');
  const documentOf = async text => {
    const state = {
      plan: {
        kind: 'report',
        title: 'A long report',
        language: 'en',
        sections: [{ id: 's1', title: 'All' }]
      },
      evidence,
      grouped: [{ id: 's1', pieces: evidence.map(({ id }) => id) }],
      notebook: 'work/large.ipynb',
      startedAt: Date.now(),
      kernel: 'Python 3',
      packages: {},
      packagesMissing: '',
      changes: []
    };
    return (await reportDocument(state, text, { person: () => '' }, false))
      .document;
  };
  const options = {
    baseName: 'report',
    trans,
    page: {
      images: { toImage: async () => null },
      toMathML: async () => null
    }
  };
  const { value, ms, longest } = await timed(async () =>
    writeDocx(await documentOf(markdown), options)
  );
  // The same into a Word document of the person's own.
  const own = await writeDocx(
    await documentOf('{{results: section}}'),
    options
  );
  const filled = await timed(async () => {
    const document = await documentOf(markdown);
    return fillDocxTemplate(
      own.data,
      new Map([['results', document.tree]]),
      document,
      options
    );
  });
  if (filled.value.file.data.length < value.data.length / 2) {
    throw new Error('The document was not filled in.');
  }
  return {
    ms,
    longest,
    filling: filled.ms,
    fillingLongest: filled.longest,
    bytes: value.data.length,
    words: markdown.split(/\s+/).length,
    plots: plots.length
  };
}

window.benchReport = { prepare, gather, docx, notebook };
