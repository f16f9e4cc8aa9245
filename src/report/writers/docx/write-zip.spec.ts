import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pythonPath } from '../../../testing/processes/python-process';
import { readZip } from '../../templates/read-zip';
import { writeZip } from './write-zip';

const FILES = new Map([
  ['word/document.xml', new TextEncoder().encode('<a>한국어 '.repeat(5000))],
  ['word/media/plot.png', new Uint8Array(70_000).map((_, at) => at * 7)],
  ['empty.xml', new Uint8Array()],
  ['Größe.xml', new TextEncoder().encode('x')]
]);

/** Reads the file with Python's own zip reader, checksums included. */
const READER = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as packed:
    assert packed.testzip() is None
    for each in packed.infolist():
        print(each.filename, each.file_size, each.compress_type, each.compress_size < each.file_size)
`;

function asPythonReads(bytes: Uint8Array): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-zip-'));
  try {
    const file = join(folder, 'a.zip');
    writeFileSync(file, bytes);
    const { stdout, stderr } = spawnSync(
      pythonPath(),
      ['-X', 'utf8', '-c', READER, file],
      { encoding: 'utf8' }
    );
    expect(stderr).toBe('');
    return stdout.trim().split(/\r?\n/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('a zip file', () => {
  it('is what other programs read', async () => {
    expect(asPythonReads(await writeZip(FILES))).toEqual([
      'word/document.xml 65000 0 False',
      'word/media/plot.png 70000 0 False',
      'empty.xml 0 0 False',
      'Größe.xml 1 0 False'
    ]);
  });

  it('is read again as it was', async () => {
    const again = await readZip(await writeZip(FILES), () => true, 1_000_000);
    expect([...again].map(([name, data]) => [name, [...data]])).toEqual(
      [...FILES].map(([name, data]) => [name, [...data]])
    );
  });
});
