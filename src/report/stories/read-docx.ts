import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  librariesPath,
  pythonPath
} from '../../testing/processes/python-process';

/** A Word document as other programs read it. */
export interface IDocxAsRead {
  paragraphs: [style: string, text: string][];
  tables: string[][][];
  /** Whether the first row of each table is repeated on each page. */
  headers: boolean[];
  /** Alternative text of each picture, and its width in inches. */
  pictures: [string, number][];
  footer: string;
  title: string;
  /**
   * Languages of its text according to its styles: Latin, East Asian, right to
   * left.
   */
  languages: (string | null)[];
  parts: string[];
  /** XML of the body. */
  xml: string;
  footnotes: string;
  /** Its text in Markdown, as pandoc reads it. */
  pandoc: string;
  /** The number of pandoc's blocks and inlines, by type. */
  counts: Record<string, number>;
}

const READER = `
import docx, io, json, sys, collections, zipfile, pypandoc
path = sys.argv[1]
document = docx.Document(path)
W = '{http://schemas.openxmlformats.org/wordprocessingml/2006/main}'
counts = collections.Counter()
def walk(node):
    if isinstance(node, dict):
        if 't' in node: counts[node['t']] += 1
        for value in node.values(): walk(value)
    elif isinstance(node, list):
        for value in node: walk(value)
walk(json.loads(pypandoc.convert_file(path, 'json', format='docx'))['blocks'])
archive = zipfile.ZipFile(path)
assert archive.testzip() is None
from lxml import etree
for name in archive.namelist():
    if name.endswith('.xml') or name.endswith('.rels'): etree.fromstring(archive.read(name))
body = document.element.body
json.dump({
    'paragraphs': [(p.style.name, p.text) for p in document.paragraphs],
    'tables': [[[c.text for c in row.cells] for row in t.rows] for t in document.tables],
    'headers': [any(h.get(W + 'val') not in ('false', '0', 'off') for h in t.rows[0]._tr.iter(W + 'tblHeader')) for t in document.tables],
    'pictures': [(s._inline.docPr.get('descr'), s.width.inches) for s in document.inline_shapes],
    'footer': document.sections[0].footer._element.xml,
    'title': document.core_properties.title,
    'languages': [getattr(next(document.styles.element.iter(W + 'lang'), None), 'get', lambda _: None)(W + each) for each in ('val', 'eastAsia', 'bidi')],
    'parts': [str(p.partname) for p in document.part.package.iter_parts()],
    'xml': body.xml,
    'footnotes': archive.read('word/footnotes.xml').decode() if 'word/footnotes.xml' in archive.namelist() else '',
    'pandoc': pypandoc.convert_file(path, 'markdown', format='docx', extra_args=['--wrap=none']),
    'counts': counts
}, sys.stdout)
`;

/**
 * Reads a document with python-docx and with pandoc.
 *
 * @throws Error if one of them complains.
 */
export function readDocx(bytes: Uint8Array): IDocxAsRead {
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-docx-'));
  try {
    const path = join(folder, 'report.docx');
    writeFileSync(path, bytes);
    const { status, stdout, stderr } = spawnSync(
      pythonPath(),
      ['-c', READER, path],
      {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
        env: {
          ...process.env,
          PYTHONPATH: librariesPath(),
          PYTHONIOENCODING: 'utf-8'
        }
      }
    );
    if (status !== 0) {
      throw new Error(stderr);
    }
    return JSON.parse(stdout) as IDocxAsRead;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
