/** Selects the Jest specs for a quick run. */
import { createRequire } from 'node:module';
import * as fs from 'node:fs';
import * as path from 'node:path';

import { probe } from './processes.mjs';

const SPEC = /\.spec\.(tsx?|js)$/;
const FOLDERS = ['src', 'scripts', 'extension-examples'];
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts'];

/**
 * The specs that have changed, and those that import a changed file directly.
 * Indirect imports are left to the full run: from `contract/` they lead to
 * nearly every spec.
 *
 * @param root absolute
 * @param changed files, relative to the root
 * @returns specs, relative to the root
 */
export function specsOf(root, changed) {
  const files = new Set(changed.map(file => path.resolve(root, file)));
  return FOLDERS.flatMap(folder => specsIn(path.join(root, folder)))
    .filter(
      spec => files.has(spec) || importsOf(root, spec).some(at => files.has(at))
    )
    .map(spec => path.relative(root, spec))
    .sort();
}

/**
 * Files that differ from a commit, including new ones; null when Git cannot
 * tell.
 */
export function changedSince(root, commit) {
  const asked = [
    ['diff', '--name-only', '--no-renames', commit],
    ['ls-files', '--others', '--exclude-standard']
  ].map(args => probe('git', args, { cwd: root }));
  return asked.every(({ code }) => code === 0)
    ? asked.flatMap(({ output }) => output.split('\n').filter(Boolean))
    : null;
}

function specsIn(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && SPEC.test(entry.name))
    .map(entry => path.join(entry.parentPath ?? entry.path, entry.name));
}

function importsOf(root, spec) {
  const { preProcessFile } = createRequire(path.join(root, 'package.json'))(
    'typescript'
  );
  return preProcessFile(fs.readFileSync(spec, 'utf8'))
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .flatMap(({ fileName }) =>
      ENDINGS.map(ending => path.resolve(path.dirname(spec), fileName + ending))
    );
}
