import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ENGLISH, type IEvidence, type TypesetResult } from '../../../contract';
import { nodeText, type IReportDocument } from '../../../report';
import { writeTypst } from '../../../report/lazy-chunk';
import {
  plotEvidence,
  reportOf
} from '../../../report/stories/evidence-samples';
import { WHOLE_REPORT } from '../../../report/stories/whole-report';
import { FakeNotebook } from '../../../testing/fake-notebook';
import {
  PythonProcess,
  librariesPath,
  pythonPath
} from '../../../testing/processes/python-process';
import { FakeReportPage } from '../../../testing/workflows/fake-report-page';
import { typesetInKernel } from '../host/typeset-in-kernel';

/**
 * The source of a PDF, which the real typst makes in a real Python beside the
 * page.
 */

const sourceOf = (document: IReportDocument) =>
  writeTypst(document, {
    page: new FakeReportPage(),
    trans: ENGLISH,
    baseName: 'report'
  });

/** Without characters that only some machines have fonts for. */
const LATIN: IReportDocument = {
  ...WHOLE_REPORT,
  tree: {
    type: 'root',
    children: WHOLE_REPORT.tree.children.filter(
      node => !/[\p{Script=Hangul}\p{Script=Arabic}]/u.test(nodeText(node))
    )
  }
};

const READER = `
import io, json, sys
from pypdf import PdfReader
reader = PdfReader(io.BytesIO(sys.stdin.buffer.read()))
json.dump({
    'pages': len(reader.pages),
    'title': reader.metadata.title,
    'text': '\\n'.join(page.extract_text() for page in reader.pages),
    'images': sum(len(page.images) for page in reader.pages)
}, sys.stdout)
`;

interface IPdfAsRead {
  pages: number;
  title: string;
  text: string;
  images: number;
}

function readPdf(bytes: Uint8Array): IPdfAsRead {
  const { status, stdout, stderr } = spawnSync(pythonPath(), ['-c', READER], {
    input: bytes,
    maxBuffer: 1 << 28,
    env: {
      ...process.env,
      PYTHONPATH: librariesPath(),
      PYTHONIOENCODING: 'utf-8'
    }
  });
  if (status !== 0) {
    throw new Error(stderr.toString());
  }
  return JSON.parse(stdout.toString()) as IPdfAsRead;
}

describe('a PDF by the typst of the kernel', () => {
  let folder: string;
  let python: PythonProcess;
  const notebook = (kernel = {}) =>
    new FakeNotebook({ kernel, onInspect: code => python.inspect(code) });
  const typeset = async (
    document: IReportDocument,
    on = notebook()
  ): Promise<TypesetResult> =>
    typesetInKernel(
      on,
      new AbortController().signal,
      ENGLISH,
      await sourceOf(document)
    );
  const pdfOf = async (document: IReportDocument): Promise<Uint8Array> => {
    const created = await typeset(document);
    if (!('pdf' in created)) {
      throw new Error(created.missing);
    }
    return created.pdf;
  };
  const left = () =>
    readdirSync(tmpdir()).filter(name => name.startsWith('cellwright-pdf-'));

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cellwright-kernel-'));
    // A stranger's file in the notebook's folder, with the name of the program.
    writeFileSync(
      join(folder, 'typst.py'),
      'open("ran", "w").close()\ndef compile(*a, **b): raise ValueError("not it")'
    );
    python = new PythonProcess(folder, { libraries: true });
  });

  afterAll(() => {
    python.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  it('holds the whole report: headings, tables, captions and notes', async () => {
    const before = left();
    const { title, text, pages, images } = readPdf(await pdfOf(LATIN));
    expect(title).toBe(WHOLE_REPORT.details.title);
    expect(pages).toBeGreaterThan(0);
    expect(images).toBeGreaterThan(0);
    for (const words of [
      'Penguins of the Palmer islands',
      'Summary',
      'Results',
      'Table 1.',
      'Mass by species',
      'Figure 1.',
      'Figure 2.',
      'Gentoo',
      '5076.0',
      'Ulm & Köln',
      'Quoted words.',
      'print("<b>")',
      'About this report',
      'Written by hand.',
      'penguins.ipynb'
    ]) {
      expect(text).toContain(words);
    }
    expect(left()).toEqual(before);
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it('is not made where no font has the letters, rather than without them', async () => {
    // Linear B: in Unicode since 2003, and in no font of an ordinary machine.
    expect(await typeset(reportOf('So: \u{10000}\u{10001}.', []))).toEqual({
      missing: expect.stringMatching(
        /^typst could not make the file: “.*could not be displayed/
      )
    });
  });

  it('is the same file each time', async () => {
    expect(Buffer.compare(await pdfOf(LATIN), await pdfOf(LATIN))).toBe(0);
  });

  it('of a hostile text shows it, and reads or runs nothing of it', async () => {
    const words = [
      '#read("/etc/passwd")',
      '") #panic("x") #("',
      '\\") #panic("x")',
      '#import "@preview/cetz:0.3.0"',
      '*_`$= - + / <label> @ref // /* ',
      '\u0000#{}'
    ];
    const created = await pdfOf(
      reportOf(
        words
          .map(each => `\`${each.replaceAll('`', '')}\`, ${each}`)
          .join('\n\n'),
        []
      )
    );
    const { text } = readPdf(created);
    expect(text).toContain('#read("/etc/passwd")');
    expect(text).toContain('#panic("x")');
    expect(text).not.toContain('root:');
  });

  it('comes back whole where it is larger than one message', async () => {
    const pixels = Buffer.from(
      await python.inspect(`import sys
from matplotlib.figure import Figure
import base64, io, numpy
image = io.BytesIO()
figure = Figure(figsize=(9, 9), dpi=100)
figure.figimage(numpy.random.default_rng(1).random((900, 900, 3)))
figure.savefig(image)
sys.stdout.write(base64.b64encode(image.getvalue()).decode())`),
      'base64'
    );
    const plot = plotEvidence('e1');
    const evidence: IEvidence[] = [
      {
        ...plot,
        content: {
          ...plot.content,
          kind: 'plot',
          mimeType: 'image/png',
          data: pixels.toString('base64'),
          width: 900,
          height: 900
        }
      }
    ];
    const created = await pdfOf(reportOf('![Noise](e1)', evidence));
    expect(created.length).toBeGreaterThan(1_000_000);
    expect(readPdf(created).images).toBe(1);
  });

  it('is not made, and says why, where an image cannot be read', async () => {
    const plot = plotEvidence('e1');
    const broken: IEvidence = {
      ...plot,
      content: {
        kind: 'plot',
        mimeType: 'image/png',
        data: btoa('no image'),
        width: 9,
        height: 9
      }
    };
    const before = left();
    expect(await typeset(reportOf('![x](e1)', [broken]))).toEqual({
      missing: expect.stringContaining('typst could not make the file:')
    });
    expect(left()).toEqual(before);
  });

  it('is not made, and says what to install, where there is no typst', async () => {
    const bare = new PythonProcess(folder);
    const created = await typeset(
      WHOLE_REPORT,
      new FakeNotebook({ onInspect: code => bare.inspect(code) })
    );
    bare.dispose();
    expect(created).toEqual({
      missing:
        'To save a PDF file directly, install typst in the kernel: %pip install typst'
    });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it.each([
    [
      { status: 'none' as const },
      'To save a PDF file directly, start a Python kernel.'
    ],
    [{ language: 'R' }, 'To save a PDF file directly, use a Python kernel.']
  ])('is not made on %j', async (kernel, missing) => {
    expect(await typeset(LATIN, notebook(kernel))).toEqual({ missing });
  });
});
