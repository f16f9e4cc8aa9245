import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(__dirname, '../..');
const SRC = path.join(ROOT, 'src');

/** Exceptions to a rule, and why. At most five. */
const EXCEPTIONS = {
  'icon.ts': 'the icon carries the name of the product',
  'tokens.ts': 'the tokens of other extensions, with the types they need',
  'jupyter/files/pattern-worker.ts': 'runs in a worker, and exports nothing',
  'testing/unheld-channels.ts': 'is loaded by Jest, and exports nothing',
  'testing/fake-notebook.ts': 'the whole port of a notebook, 700 lines long'
};

const files = fs
  .readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map(name => name.replaceAll('\\', '/'))
  .filter(name => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'));
const isSpec = name => /\.spec\.tsx?$/.test(name) || name.includes('/stories/');
const sources = files.filter(name => !isSpec(name) && !(name in EXCEPTIONS));

/** Names of a file's exports. */
function exportsOf(name, text) {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  return file.statements.flatMap(statement => {
    if (
      !ts.canHaveModifiers(statement) ||
      !ts
        .getModifiers(statement)
        ?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    ) {
      return [];
    }
    return ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(each => each.name.getText())
      : [statement.name?.text ?? 'default'];
  });
}

/** `IThreadRecord` → `thread-record`, `IPythonTransformation` → `ipython-transformation`. */
const kebab = name =>
  name
    .replace(/^IPython/, 'Ipython')
    .replace(/^I(?=[A-Z][a-z])/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
    .replace(/-of$/, '');

const singular = word => word.replace(/ies$/, 'y').replace(/s$/, '');

/**
 * A file is named after one of its exports, optionally without the kind of
 * thing that its folder contains (`engine/middleware/retry.ts`,
 * `retryMiddleware`). A file with several of a kind, or only constants, has a
 * name in the plural.
 */
function isNamedAfterAnExport(name, text) {
  const base = path.posix.basename(name).replace(/\.tsx?$/, '');
  if (base === 'index' || base === 'lazy-chunk') {
    return true;
  }
  const folder = path.posix.basename(path.posix.dirname(name));
  const names = exportsOf(name, text);
  const kebabs = names.map(kebab);
  const last = base.split('-').at(-1);
  const ofTheKind = kebabs.filter(each =>
    [last, singular(last)].includes(each.split('-').at(-1))
  );
  return (
    kebabs.includes(base) ||
    kebabs.includes(`${base}-${folder}`) ||
    kebabs.includes(`${base}-${singular(folder)}`) ||
    (last.endsWith('s') &&
      (ofTheKind.length > 1 || names.every(each => /^[A-Z_]+$/.test(each))))
  );
}

const read = name => fs.readFileSync(path.join(SRC, name), 'utf8');

describe('a file', () => {
  it('has the name of what it exports', () => {
    expect(
      sources.filter(name => !isNamedAfterAnExport(name, read(name)))
    ).toEqual([]);
    expect(isNamedAfterAnExport('engine/said.ts', 'export class X {}')).toBe(
      false
    );
  });

  it('has at most 400 lines', () => {
    expect(
      sources.filter(name => read(name).trimEnd().split('\n').length > 400)
    ).toEqual([]);
  });

  it('has its spec beside it, under its name; what spans files is a story', () => {
    expect(
      files.filter(
        name =>
          /\.spec\.tsx?$/.test(name) &&
          !name.includes('/stories/') &&
          !['.ts', '.tsx'].some(end =>
            files.includes(name.replace(/\.spec\.tsx?$/, end))
          )
      )
    ).toEqual([]);
  });

  it('is an exception for a reason, and one of five at most', () => {
    expect(Object.keys(EXCEPTIONS).length).toBeLessThanOrEqual(5);
    expect(
      Object.keys(EXCEPTIONS).filter(name => !files.includes(name))
    ).toEqual([]);
  });
});

describe('a folder', () => {
  it('holds at most 20 source files', () => {
    const counts = Map.groupBy
      ? Map.groupBy(sources, path.posix.dirname)
      : sources.reduce((all, name) => {
          const folder = path.posix.dirname(name);
          return all.set(folder, [...(all.get(folder) ?? []), name]);
        }, new Map());
    expect(
      [...counts].filter(([, names]) => names.length > 20).map(([at]) => at)
    ).toEqual([]);
  });
});

describe('imports', () => {
  const cruise = (cwd, folder) =>
    spawnSync(
      process.execPath,
      [
        path.join(
          ROOT,
          'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'
        ),
        '--config',
        path.join(ROOT, '.dependency-cruiser.cjs'),
        folder
      ],
      { cwd, encoding: 'utf8' }
    );

  it('go in no circle, those of types included', () => {
    const { status, stdout } = cruise(ROOT, 'src');
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining('no dependency violations')
    ]);
  });

  it('would be refused if they did', () => {
    const place = fs.mkdtempSync(path.join(os.tmpdir(), 'cellwright-circle-'));
    fs.mkdirSync(path.join(place, 'src'));
    fs.copyFileSync(
      path.join(ROOT, 'tsconfig.json'),
      path.join(place, 'tsconfig.json')
    );
    fs.symlinkSync(
      path.join(ROOT, 'node_modules'),
      path.join(place, 'node_modules')
    );
    const write = (name, text) =>
      fs.writeFileSync(path.join(place, 'src', name), text);
    write('a.ts', `import type { B } from './b';\nexport type A = B | 1;`);
    write('b.ts', `import type { A } from './c';\nexport type B = A | 2;`);
    write('c.ts', `export type { A } from './a';`);
    try {
      const { status, stdout } = cruise(place, 'src');
      expect(status).not.toBe(0);
      expect(stdout).toContain('no-circle');
    } finally {
      fs.rmSync(place, { recursive: true, force: true });
    }
  });
});
