import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { readTable } from './read-table';

const ROOT = join(__dirname, '../../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const bare = (name: string): string => name.replace(/`/g, '');

describe('CONTRIBUTING.md', () => {
  const CONTRIBUTING = read('CONTRIBUTING.md');
  const tree = pathsOfTree(CONTRIBUTING);
  /** Folders of a layer, in the order of the tree. */
  const inTree = (layer: string): string[] =>
    tree
      .filter(path => path.startsWith(`${layer}/`))
      .map(path => path.split('/')[1]);

  it('says what is in each folder', () => {
    const folders = (path: string): string[] =>
      readdirSync(join(ROOT, 'src', path), { withFileTypes: true })
        .filter(each => each.isDirectory() && each.name !== 'stories')
        .map(({ name }) => `${path}${name}/`);
    const there = folders('').flatMap(path => [path, ...folders(path)]);
    expect(tree.filter(path => path.endsWith('/')).sort()).toEqual(
      there.sort()
    );
  });

  it('has the layers, what they import and the order of their folders as the lint rule', () => {
    const rows = readTable(
      'CONTRIBUTING.md',
      'Layers, and who may import whom'
    );
    const rules = [
      ...read('eslint.config.mjs').matchAll(
        /^ {2}'?([a-z-]+)'?: \{\n {4}mayImport: \[([^\]]*)\],(?:\n[^}]*?folders: \[([^\]]*)\])?/gm
      )
    ].map(([, layer, mayImport, folders = '']) => ({
      layer,
      // Style sheets come with what they style; templates are told by their folder.
      imports: quoted(mayImport).filter(
        each => each !== 'style' && each !== 'templates'
      ),
      folders: [...new Set(quoted(folders).map(path => path.split('/')[0]))]
    }));
    const layers = rules.map(({ layer }) => layer);
    expect([...rows.keys()].map(bare)).toEqual(layers.map(each => `${each}/`));
    for (const { layer, imports, folders } of rules) {
      const [may] = rows.get(`\`${layer}/\``) ?? [''];
      const named = may
        .split(', ')
        .flatMap(each =>
          each === 'every layer'
            ? layers.filter(other => other !== 'plugins' && other !== 'testing')
            : each
        )
        .filter(each => [...layers, 'icon', 'tokens'].includes(each));
      expect([layer, named.sort()]).toEqual([layer, imports.sort()]);
      const shown = inTree(layer).filter(each => folders.includes(each));
      expect([layer, shown]).toEqual([layer, folders]);
    }
  });

  it('names the file for what people change, under a heading each', () => {
    const groups = placesIn(CONTRIBUTING);
    expect(groups.length).toBeGreaterThan(5);
    for (const { heading, rows } of groups) {
      // Few enough to be looked through.
      expect([heading, rows.length > 2 && rows.length <= 15]).toEqual([
        heading,
        true
      ]);
      for (const [, open] of rows) {
        expect(open).toMatch(/^`[\w/.-]+\.\w+`/);
      }
    }
    const changed = groups.flatMap(({ rows }) => rows.map(([what]) => what));
    expect(new Set(changed).size).toBe(changed.length);
  });

  it('names files and folders that are there', () => {
    const named = [
      ...CONTRIBUTING.matchAll(
        /`((?:src|schema|docs|scripts|style|ui-tests)\/[^`{*<]*)`/g
      )
    ].map(([, path]) => path);
    // Where a thing is changed, `src/` is left out.
    const places = placesIn(CONTRIBUTING).flatMap(({ rows }) =>
      rows.flatMap(([, open]) =>
        [...open.matchAll(/`([^`…]*\/[^`…]*)`/g)].map(([, path]) => path)
      )
    );
    expect(named.length).toBeGreaterThan(30);
    expect(places.length).toBeGreaterThan(100);
    expect(
      [...named, ...places.map(path => atRoot(path) ?? `src/${path}`)].filter(
        path => !existsSync(join(ROOT, path))
      )
    ).toEqual([]);
  });
});

/** A path that the page does not mean below `src/`. */
function atRoot(path: string): string | null {
  return /^(schema|style|docs|scripts|ui-tests)\//.test(path) ? path : null;
}

/** What people change and the files to open, by the headings of the page. */
function placesIn(text: string): { heading: string; rows: string[][] }[] {
  const [, section = ''] =
    /\n## Where do I change X\?\n([^]+?)\n## /.exec(text) ?? [];
  return section
    .split('\n### ')
    .slice(1)
    .map(part => ({
      heading: part.split('\n')[0],
      rows: [...part.matchAll(/^\|(.+)\|$/gm)]
        .slice(2)
        .map(([, row]) => row.split('|').map(cell => cell.trim()))
    }));
}

/** Paths below `src/` in the tree, which has a line with some words for each. */
function pathsOfTree(text: string): string[] {
  const [, tree = ''] = /```\nsrc\/\n([^]+?)```/.exec(text) ?? [];
  let layer = '';
  return tree
    .trimEnd()
    .split('\n')
    .map(line => {
      const [, indent, name] = /^( +)(\S+) +\S.*$/.exec(line) ?? notALine(line);
      layer = indent.length === 2 ? name : layer;
      return indent.length === 2 ? name : layer + name;
    });
}

/** The strings in quotes in a piece of code. */
function quoted(code: string): string[] {
  return [...code.matchAll(/'([^']+)'/g)].map(([, text]) => text);
}

function notALine(line: string): never {
  throw new Error(`A line of the tree that is none: ${line}`);
}
