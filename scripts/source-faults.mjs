/** How files and folders of the source are named, and how large they may be. */
import * as fs from 'node:fs';
import * as path from 'node:path';

import ts from 'typescript';

const MOST_LINES = 400;
const MOST_FILES = 20;
const MOST_EXCEPTIONS = 5;

/**
 * What does not hold to the rules: files and folders by rule.
 *
 * @param {string} src the folder.
 * @param {Record<string, string>} exceptions files that the rules do not fit, and why.
 */
export function sourceFaults(src, exceptions) {
  const files = fs
    .readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'));
  const sources = files.filter(
    name => !isSpec(name) && !Object.hasOwn(exceptions, name)
  );
  const read = name => fs.readFileSync(path.join(src, name), 'utf8');
  return {
    name: sources.filter(name => !isNamedAfterAnExport(name, read(name))),
    lines: sources.filter(
      name => read(name).trimEnd().split('\n').length > MOST_LINES
    ),
    spec: files.filter(name => isLonelySpec(name, files)),
    folder: crowded(sources),
    exceptions: badExceptions(exceptions, files)
  };
}

function isSpec(name) {
  return /\.spec\.tsx?$/.test(name) || isStory(name);
}

function isStory(name) {
  return `/${name}`.includes('/stories/');
}

/** A spec that is no story has the name of the file beside it. */
function isLonelySpec(name, files) {
  return (
    /\.spec\.tsx?$/.test(name) &&
    !isStory(name) &&
    !['.ts', '.tsx'].some(end =>
      files.includes(name.replace(/\.spec\.tsx?$/, end))
    )
  );
}

function crowded(sources) {
  const counts = new Map();
  for (const folder of sources.map(name => path.posix.dirname(name))) {
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(([folder]) => folder);
}

/** Those of files that are gone, those without a reason, and those too many. */
function badExceptions(exceptions, files) {
  return Object.entries(exceptions)
    .filter(
      ([name, reason], index) =>
        index >= MOST_EXCEPTIONS || !files.includes(name) || !reason?.trim()
    )
    .map(([name]) => name);
}

/**
 * A file has the name of one thing it exports; it may add the kind of thing its
 * folder holds (`engine/middleware/retry.ts`, `retryMiddleware`). One that holds
 * several of a kind, or constants alone, has a name in the plural.
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
      (ofTheKind.length > 1 ||
        (names.length > 0 && names.every(each => /^[A-Z_]+$/.test(each)))))
  );
}

/** Names of what a file exports. */
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
function kebab(name) {
  return name
    .replace(/^IPython/, 'Ipython')
    .replace(/^I(?=[A-Z][a-z])/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
    .replace(/-of$/, '');
}

function singular(word) {
  return word.replace(/ies$/, 'y').replace(/s$/, '');
}
