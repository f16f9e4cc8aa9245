import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  librariesPath,
  pythonPath
} from '../../testing/processes/python-process';

/**
 * Makes a contract with python-docx that has a little of everything such
 * documents have.
 */
const MAKER = `
import docx, io, random, struct, sys, zlib
from docx.enum.style import WD_STYLE_TYPE
from docx.shared import Inches, Pt, RGBColor

def png(side):
    rows = b''.join(b'\\0' + random.Random(at).randbytes(3 * side) for at in range(side))
    def chunk(name, data):
        return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
    return io.BytesIO(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', side, side, 8, 2, 0, 0, 0)) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))

document = docx.Document()
house = document.styles.add_style('House', WD_STYLE_TYPE.PARAGRAPH)
house.font.name, house.font.size, house.font.color.rgb = 'Georgia', Pt(13), RGBColor(0, 64, 128)
section = document.sections[0]
section.left_margin = Inches(1.7)
section.header.paragraphs[0].text = 'Letterhead of {{company}}'
section.footer.paragraphs[0].text = 'Confidential'
document.add_picture(png(200), width=Inches(1))
document.add_heading('Contract', 0)
document.add_heading('Parties', 1)
document.add_paragraph('Between ACME and the customer.', style='House')
line = document.add_paragraph('Customer: ')
line.add_run('{{custo').bold = True
line.add_run('mer}}').italic = True
line.add_run(', of age.').underline = True
for text in ('first clause', 'second clause'):
    document.add_paragraph(text, style='List Number')
document.add_paragraph('a point', style='List Bullet')
document.add_heading('Results', 1)
document.add_paragraph('{{results: section}}')
table = document.add_table(rows=2, cols=2, style='Light Grid Accent 1')
table.cell(0, 0).text, table.cell(0, 1).text = 'Item', 'Value'
table.cell(1, 0).text, table.cell(1, 1).text = 'Mean', '{{mean: number}} g'
document.add_paragraph('{{plot: figure}}')
document.add_paragraph('Signed,', style='Intense Quote')
document.add_paragraph('the parties.', style='House')
document.add_paragraph(sys.argv[2])
document.save(sys.argv[1])
`;

/**
 * Prints the differences between two documents, except in paragraphs with
 * blanks.
 */
const READER = `
import hashlib, json, sys, zipfile
from lxml import etree
W = '{http://schemas.openxmlformats.org/wordprocessingml/2006/main}'
def parts(path):
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}
def blocks(xml):
    # Namespaces that are declared and not used say nothing.
    return [etree.tostring(each, method='c14n', exclusive=True).decode() for each in etree.fromstring(xml).iter(W + 'p', W + 'sectPr', W + 'tblPr')]
before, after = parts(sys.argv[1]), parts(sys.argv[2])
lost = []
for name, data in before.items():
    if name not in after:
        lost.append(name)
    elif name.startswith('word/') and name.endswith('.xml') and name.split('/')[1].startswith(('document', 'header', 'footer')):
        now = blocks(after[name])
        for each in blocks(data):
            if '{{' in each or 'mer}}' in each: continue
            if each in now: now.remove(each)
            else: lost.append(name + ': ' + each)
    elif name in ('word/styles.xml', 'word/numbering.xml'):
        now = {etree.tostring(each, method='c14n', exclusive=True) for each in etree.fromstring(after[name])}
        lost += [name + ': ' + etree.tostring(each).decode() for each in etree.fromstring(data) if etree.tostring(each, method='c14n', exclusive=True) not in now]
    elif not name.endswith(('.xml', '.rels')) and after[name] != data:
        lost.append(name)
styles = {each.get(W + 'styleId') for each in etree.fromstring(after['word/styles.xml']).iter(W + 'style')}
used = {each.get(W + 'val') for each in etree.fromstring(after['word/document.xml']).iter(W + 'pStyle', W + 'rStyle', W + 'tblStyle')}
json.dump({'lost': lost, 'unknown': sorted(used - styles)}, sys.stdout)
`;

function python(code: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(
    pythonPath(),
    ['-c', code, ...args],
    {
      encoding: 'utf8',
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
  return stdout;
}

function inFolder<T>(work: (at: (name: string) => string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-own-'));
  try {
    return work(name => join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A person's own document with placeholders; `line` is the last paragraph. */
export function ownDocument(line = ''): Uint8Array {
  return inFolder(at => {
    python(MAKER, at('own.docx'), line);
    return new Uint8Array(readFileSync(at('own.docx')));
  });
}

export interface IDocxDifference {
  /** Paragraphs, styles, lists and images that have changed. */
  lost: string[];
  /** Styles that are used but not defined. */
  unknown: string[];
}

/** What changed in a document when its blanks were filled in. */
export function compareDocx(
  before: Uint8Array,
  after: Uint8Array
): IDocxDifference {
  return inFolder(at => {
    writeFileSync(at('before.docx'), before);
    writeFileSync(at('after.docx'), after);
    return JSON.parse(
      python(READER, at('before.docx'), at('after.docx'))
    ) as IDocxDifference;
  });
}
