import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { expect } from '@playwright/test';

const VENV = path.resolve(__dirname, '..', '..', '.venv');
const WINDOWS = process.platform === 'win32';
const PYTHON = path.join(
  VENV,
  WINDOWS ? 'Scripts' : 'bin',
  WINDOWS ? 'python.exe' : 'python'
);

/** What python-docx and pandoc read from a Word document. */
export interface IWordContent {
  text: string;
  headings: string[];
  pictures: number;
  /** Pictures that pandoc finds. */
  figures: number;
  /** Links that lead out of the document. */
  links: string[];
}

const WORD = `
import collections, docx, io, json, os, pypandoc, sys, tempfile
data = sys.stdin.buffer.read()
document = docx.Document(io.BytesIO(data))
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'report.docx')
    open(path, 'wb').write(data)
    read = pypandoc.convert_file(path, 'json', format='docx')
counts = collections.Counter()
links = []
def walk(node):
    if isinstance(node, dict):
        counts[node.get('t')] += 1
        if node.get('t') == 'Link': links.append(node['c'][2][0])
        for value in node.values(): walk(value)
    elif isinstance(node, list):
        for value in node: walk(value)
walk(json.loads(read)['blocks'])
json.dump({
    'text': '\\n'.join(each.text for each in document.paragraphs),
    'headings': [each.text for each in document.paragraphs if each.style.name.startswith('Heading')],
    'pictures': len(document.inline_shapes),
    'figures': counts['Image'],
    'links': [each for each in links if not each.startswith('#')],
}, sys.stdout)
`;

const PDF = `
import io, json, sys
from pypdf import PdfReader
reader = PdfReader(io.BytesIO(sys.stdin.buffer.read()))
json.dump({'pages': len(reader.pages), 'text': '\\n'.join(page.extract_text() for page in reader.pages)}, sys.stdout)
`;

/** @param base64 as the contents API returns it. */
export const readWord = (base64: string): IWordContent =>
  readWith(WORD, Buffer.from(base64, 'base64')) as IWordContent;

export const readPdf = (bytes: Buffer): { pages: number; text: string } =>
  readWith(PDF, bytes) as { pages: number; text: string };

function readWith(script: string, input: Buffer): unknown {
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-c', script], {
    input,
    maxBuffer: 1 << 28,
    env: {
      ...process.env,
      PYTHONPATH: path.join(VENV, 'libraries'),
      PYTHONIOENCODING: 'utf-8'
    }
  });
  expect([status, stderr.toString()]).toEqual([0, '']);
  return JSON.parse(stdout.toString());
}
