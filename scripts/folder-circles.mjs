/** Circles between folders, which no file need be part of: `a/x` → `b/y`, `b/z` → `a/w`. */
import * as fs from 'node:fs';
import * as path from 'node:path';

import ts from 'typescript';

/**
 * Folders that come back to themselves over imports, types included. What loads
 * late may lead back: an `import()` that runs, and a `lazy-chunk.ts`, which is
 * named by who loads it. What lies beside the folders of a layer puts them
 * together, and is no folder: each file there stands for itself.
 *
 * @param {string} src the folder with the layers.
 * @returns {string[][]} circles, each as the folders in it, sorted.
 */
export function folderCircles(src) {
  const edges = new Map();
  const names = fs
    .readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => /\.tsx?$/.test(name) && !isSpec(name));
  const files = new Set(names);
  for (const name of names) {
    const from = placeOf(name);
    const text = fs.readFileSync(path.join(src, name), 'utf8');
    for (const target of importsOf(name, text)) {
      const to = fileOf(
        path.posix.join(path.posix.dirname(name), target),
        files
      );
      if (to && !/(^|\/)lazy-chunk\.tsx?$/.test(to) && placeOf(to) !== from) {
        edges.set(from, (edges.get(from) ?? new Set()).add(placeOf(to)));
      }
    }
  }
  return circlesIn(edges);
}

function isSpec(name) {
  return /\.spec\.tsx?$/.test(name) || `/${name}`.includes('/stories/');
}

/** The relative ones. */
function importsOf(name, text) {
  const found = [];
  const look = node => {
    const named =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : undefined;
    if (named?.text.startsWith('.')) {
      found.push(named.text);
    }
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(name, text, ts.ScriptTarget.Latest));
  return found;
}

/** What is imported by its path; undefined for a style sheet or a template. */
function fileOf(target, files) {
  return ['.ts', '.tsx', '/index.ts']
    .map(end => target + end)
    .find(name => files.has(name));
}

/** The folder of a file within a layer. */
function placeOf(name) {
  const folder = path.posix.dirname(name);
  return folder.includes('/') ? folder : name;
}

/** Groups of folders that each lead to each other (Tarjan). */
function circlesIn(edges) {
  const number = new Map();
  const lowest = new Map();
  const open = [];
  const circles = [];
  const visit = folder => {
    number.set(folder, number.size);
    lowest.set(folder, number.get(folder));
    open.push(folder);
    for (const next of edges.get(folder) ?? []) {
      if (!number.has(next)) {
        visit(next);
      }
      if (open.includes(next)) {
        lowest.set(folder, Math.min(lowest.get(folder), lowest.get(next)));
      }
    }
    if (lowest.get(folder) === number.get(folder)) {
      const circle = open.splice(open.indexOf(folder));
      if (circle.length > 1) {
        circles.push(circle.sort());
      }
    }
  };
  for (const folder of edges.keys()) {
    if (!number.has(folder)) {
      visit(folder);
    }
  }
  return circles;
}
