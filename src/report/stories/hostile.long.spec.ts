/// <reference types="mdast-util-math" />
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Nodes } from 'mdast';

import { isPlainMath, mayHoldMath, type IReportNotebook } from '../../contract';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { writeNotebook } from '../lazy-chunk';
import { GFM } from '../model/read-markdown';
import {
  gatherEvidence,
  readReport,
  safeBaseName,
  writeDocx,
  writeHtml,
  writeMarkdown,
  type IReportDocument
} from '..';
import {
  OPTIONS,
  codeCell,
  DETAILS,
  markdownCell,
  notebookOf,
  printed,
  shown
} from './evidence-samples';
import { readDocx } from './read-docx';

/**
 * A notebook made to do harm, and a model that repeats its content: every form
 * shows text and pictures, and nothing in it takes effect.
 */

const CORPUS = readCorpus<{ name: string; text: string }>('markdown');

const MARKUP = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '"><script>alert(1)</script>',
  "'-alert(1)-'",
  '</title></style></textarea></script><script>alert(1)</script>',
  '<a href="javascript:alert(1)">x</a>',
  '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<form action="https://evil.example/"><input name="q"></form>',
  '{{title}} {{e1.value}} [[e1]]',
  ']]><![CDATA[<w:p/>',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '```mermaid\nflowchart LR\nA@{ img: "https://evil.example/x" }\n```',
  '~~~{image} https://evil.example/x.png\n~~~',
  '```python echo\n1\n```'
];

/**
 * A formula that fetches a picture, whole and split into parts that are
 * harmless alone.
 */
const REACHES = '\\style{cursor:url(https://evil.example/x)}{y}';
const WRITTEN = REACHES.replaceAll('\\', '\\\\');
const VALUE = '{{e1.lines}}';
const FORMULAS = [
  `$${REACHES}$`,
  `\\$${WRITTEN}\\$`,
  `\\$<b>${WRITTEN}<b>\\$`,
  `\\$  \n${WRITTEN}  \n\\$`,
  `\\$${VALUE}${WRITTEN}${VALUE}\\$`,
  `![](x)\\$![a](x)${WRITTEN}![a](x)\\$`
];

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" onload="alert(1)"><script>alert(1)</script><image href="https://evil.example/x.png"/><circle r="3"/></svg>`;

/**
 * The header of a picture, followed by text that closes the attribute it is in.
 */
const PNG_WITH_MORE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAC"' +
  '><meta/http-equiv="refresh"/content="0;url=https://evil.example/"><img/alt="';

function hostileNotebook(): IReportNotebook {
  const cells = MARKUP.flatMap((markup, at) => [
    codeCell(
      `c${at}`,
      [
        printed(markup),
        shown({
          'text/html': `<table><tr><th>${markup}</th></tr><tr><td>${markup}</td></tr></table>`
        }),
        shown({ 'text/html': `<div>${markup}</div>`, 'text/plain': markup }),
        shown({ 'text/markdown': markup }),
        { type: 'error', name: markup, message: markup, traceback: [markup] }
      ],
      { source: `# ${markup}\n1` }
    ),
    markdownCell(`m${at}`, `# ${markup}\n\n${markup}`)
  ]);
  return notebookOf(
    [
      ...cells,
      codeCell('svg', [shown({ 'image/svg+xml': SVG })]),
      codeCell('png', [
        shown({ 'image/png': 'PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==' }),
        shown({ 'image/png': PNG_WITH_MORE })
      ]),
      codeCell('huge', [printed('<b>'.repeat(33_000_000))])
    ],
    { path: '../../../etc/<script>alert(1)</script>.ipynb' }
  );
}

async function hostileReport(): Promise<{
  document: IReportDocument;
  notebook: IReportNotebook;
}> {
  const notebook = hostileNotebook();
  const { evidence } = await gatherEvidence(notebook);
  const markdown = [
    ...MARKUP,
    ...FORMULAS,
    ...evidence.map(
      ({ id }, at) => `![${FORMULAS[at % FORMULAS.length]}](${id})`
    ),
    ...evidence.flatMap(({ id, title }) => [
      `[[${id}]] {{${id}.value}}`,
      `![${title}](${id})`
    ])
  ].join('\n\n');
  return {
    notebook,
    document: {
      details: {
        ...DETAILS,
        title: `../<script>alert(1)</script> $${REACHES}$`,
        language: '"><script>alert(1)</script>',
        notebook: notebook.path,
        kernel: `<img src=x onerror=alert(1)> $${REACHES}$`,
        packages: { '<script>': 'alert(1)</script>' },
        approvedBy: '<script>alert(1)</script>',
        changes: ['<script>alert(1)</script>']
      },
      tree: readReport(markdown, evidence, 'en').tree,
      evidence
    }
  };
}

const NAMED = {
  ...OPTIONS,
  baseName: safeBaseName('../../<script>alert(1)</script>')
};

/** What in a page would run, load or lead somewhere by itself. */
function dangersOf(html: string): string[] {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return [...page.querySelectorAll('*')].flatMap(element => [
    ...(/^(script|iframe|object|embed|link|base|form|input|svg|frame|template|noscript)$/.test(
      element.localName
    )
      ? [element.outerHTML]
      : []),
    ...[...element.attributes]
      .filter(
        ({ name, value }) =>
          name.startsWith('on') ||
          name === 'style' ||
          (name === 'src' &&
            !/^data:image\/(png|jpeg|gif|svg\+xml);base64,/.test(value)) ||
          (name === 'href' && !/^(#|https?:\/\/|mailto:)/.test(value)) ||
          (name === 'http-equiv' && value !== 'Content-Security-Policy')
      )
      .map(({ name, value }) => `${element.localName} ${name}=${value}`)
  ]);
}

/** The same for Markdown, read by a parser that knows HTML. */
function dangersInMarkdown(markdown: string): string[] {
  const dangers: string[] = [];
  (function look(node: Nodes): void {
    if (node.type === 'html') {
      dangers.push(node.value);
    }
    if (
      (node.type === 'link' && !/^(https?:|mailto:|#)/.test(node.url)) ||
      (node.type === 'image' && !/^[\w%]+_files\/e\d+\.png$/.test(node.url)) ||
      node.type === 'definition'
    ) {
      dangers.push(`${node.type} ${node.url}`);
    }
    // Diagrams are drawn together with the pictures that they name.
    if (node.type === 'code' && !/^[a-z\d+]{0,9}$/.test(node.lang ?? '')) {
      dangers.push(`code ${node.lang}`);
    }
    if (node.type === 'code' && (node.lang === 'mermaid' || node.meta)) {
      dangers.push(`code ${node.lang} ${node.meta}`);
    }
    if (
      (node.type === 'math' || node.type === 'inlineMath') &&
      !isPlainMath(node.value)
    ) {
      dangers.push(node.value);
    }
    // A typesetter also finds formulas in text, even across the elements that
    // divide it.
    dangers.push(
      ...textRuns(node).filter(text => mayHoldMath(text) && !isPlainMath(text))
    );
    if ('children' in node) {
      node.children.forEach(look);
    }
  })(
    fromMarkdown(markdown, {
      extensions: GFM.syntax,
      mdastExtensions: GFM.fromMarkdown
    })
  );
  return dangers;
}

/** The runs of text in a node, joined as a typesetter reads them. */
function textRuns(node: Nodes): string[] {
  const runs = [''];
  for (const child of 'children' in node ? (node.children as Nodes[]) : []) {
    if (child.type === 'text' || child.type === 'html') {
      runs[runs.length - 1] += child.value;
    } else if (child.type === 'break') {
      runs[runs.length - 1] += '\n';
    } else {
      runs.push('');
    }
  }
  return runs;
}

describe('a report of a hostile notebook', () => {
  let report: Awaited<ReturnType<typeof hostileReport>>;

  beforeAll(async () => {
    report = await hostileReport();
  });

  it('holds all of it as evidence', () => {
    expect(report.document.evidence.length).toBeGreaterThan(60);
    expect(
      report.document.evidence.filter(({ source }) => source.cellId === 'png')
    ).toEqual([]);
  });

  it('is harmless as HTML', async () => {
    const { path, data } = await writeHtml(report.document, NAMED);
    expect(path).toBe('script alert 1 script.html');
    expect(dangersOf(String(data))).toEqual([]);
    expect(dangersOf('<p onclick="x"><script>1</script></p>')).toHaveLength(2);
    // A drawing is the source of an image, where it runs and fetches nothing.
    expect(String(data)).toContain('src="data:image/svg+xml;base64,');
    expect(String(data).length).toBeLessThan(3_000_000);
  });

  it('is harmless as HTML with a picture that was taken for one', async () => {
    const [first, ...others] = report.document.evidence;
    const content = {
      kind: 'plot' as const,
      mimeType: 'image/png' as const,
      data: PNG_WITH_MORE,
      width: 1,
      height: 1
    };
    const { data } = await writeHtml(
      {
        ...report.document,
        evidence: [{ ...first, content }, ...others]
      },
      NAMED
    );
    expect(dangersOf(String(data))).toEqual([]);
    // It stays inside its attribute.
    expect(String(data)).not.toContain('"><meta/');
  });

  it('is harmless as Markdown, and its files lie in its folder', async () => {
    const files = await writeMarkdown(report.document, NAMED);
    expect(dangersInMarkdown(String(files[0].data))).toEqual([]);
    for (const { path } of files) {
      expect(path).toMatch(/^script alert 1 script(\.md|_files\/e\d+\.png)$/);
    }
  });

  it('is harmless as a notebook', async () => {
    const { data } = await writeNotebook(
      report.document,
      report.notebook,
      NAMED
    );
    const { cells } = JSON.parse(String(data)) as {
      cells: {
        cell_type: string;
        source: string;
        outputs?: { data?: Record<string, string> }[];
      }[];
    };
    for (const cell of cells) {
      if (cell.cell_type === 'markdown') {
        expect(dangersInMarkdown(cell.source)).toEqual([]);
      }
      for (const output of cell.outputs ?? []) {
        expect(dangersOf(output.data?.['text/html'] ?? '')).toEqual([]);
        expect(output.data?.['image/svg+xml']).toBeUndefined();
      }
    }
  });

  it('opens as a Word document that leads nowhere', async () => {
    const { data } = await writeDocx(report.document, NAMED);
    const read = readDocx(data as Uint8Array);
    expect(read.xml).not.toContain('evil.example/x.png"');
    expect(read.pandoc).not.toMatch(/\]\(javascript/);
    expect(read.counts.RawBlock ?? 0).toBe(0);
    expect(read.counts.RawInline ?? 0).toBe(0);
  });

  it.each(CORPUS.map(({ name, text }) => [name, text]))(
    'written in Markdown that calls out does not: %s',
    async (_, text) => {
      const { tree } = readReport(text, [], 'en');
      const document = { details: DETAILS, tree, evidence: [] };
      const [{ data: html }, [{ data: markdown }]] = await Promise.all([
        writeHtml(document, NAMED),
        writeMarkdown(document, NAMED)
      ]);
      expect(dangersOf(String(html))).toEqual([]);
      expect(dangersInMarkdown(String(markdown))).toEqual([]);
    }
  );
});
