/**
 * All texts for a person: those that the source hands to a translator, which
 * are literals (lint), and those of the schema, in the contexts in which
 * JupyterLab's server looks them up (jupyterlab_server/translation_utils.py).
 */
import * as fs from 'node:fs';
import * as path from 'node:path';

import ts from 'typescript';

const NOT_SHOWN = /(^|[\\/])(stories|testing)[\\/]|\.spec\.tsx?$|(?<!\.tsx?)$/;

const SCHEMA_CONTEXTS = [
  [/^(\/definitions\/.*)?\/properties\/.*\/(title|description)$/, 'settings'],
  [/^\/jupyter\.lab\.setting-icon-label$/, 'settings'],
  [/^\/(title|description)$/, 'schema'],
  [/^\/jupyter\.lab\.menus\/.*\/label$/, 'menu'],
  [/^\/jupyter\.lab\.toolbars\/.*\/label$/, 'toolbar']
];

/** Which arguments of a translator's method are literals, in their order. */
const METHODS = new Map([
  ['__', ['msgid']],
  ['_n', ['msgid', 'msgid_plural']],
  ['_p', ['msgctxt', 'msgid']],
  ['_np', ['msgctxt', 'msgid', 'msgid_plural']]
]);

/** @returns the text of a literal, also of one that goes on after a plus. */
function literal(node) {
  if (ts.isStringLiteralLike(node)) {
    return node.text;
  }
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [literal(node.left), literal(node.right)];
    return left === null || right === null ? null : left + right;
  }
  return null;
}

function textsOfSource(file, add) {
  const source = fs.readFileSync(file, 'utf8');
  if (!/\.(__|_n|_p|_np)\(/.test(source)) {
    return;
  }
  const visit = node => {
    const names =
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression)
        ? METHODS.get(node.expression.name.text)
        : undefined;
    const values = names?.map((_, index) => literal(node.arguments[index]));
    if (values?.every(value => value !== null)) {
      add(Object.fromEntries(names.map((name, i) => [name, values[i]])));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest));
}

function textsOfSchema(value, where, add) {
  for (const [key, part] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${where}[${key}]` : `${where}/${key}`;
    if (typeof part === 'object' && part !== null) {
      textsOfSchema(part, place, add);
    } else if (part) {
      const found = SCHEMA_CONTEXTS.find(([pattern]) => pattern.test(place));
      if (found) {
        add({ msgctxt: found[1], msgid: part });
      }
    }
  }
}

/** @returns each text once, with the files that it stands in. */
export function findTexts(root) {
  const texts = new Map();
  const addFrom = file => text => {
    const key = `${text.msgctxt ?? ''}\u0004${text.msgid}`;
    const known = texts.get(key) ?? { msgctxt: '', ...text, files: [] };
    // The page takes a translation for one or for the other.
    if (known.msgid_plural !== text.msgid_plural) {
      throw new Error(`With a plural and without, or with two: ${text.msgid}`);
    }
    texts.set(key, known);
    known.files = [
      ...new Set([...known.files, file.replaceAll(path.sep, '/')])
    ];
  };
  const sources = fs.readdirSync(path.join(root, 'src'), { recursive: true });
  for (const name of sources.sort()) {
    const file = path.join('src', name);
    if (!NOT_SHOWN.test(file)) {
      textsOfSource(path.join(root, file), addFrom(file));
    }
  }
  const schema = path.join('schema', 'plugin.json');
  const text = fs.readFileSync(path.join(root, schema), 'utf8');
  textsOfSchema(JSON.parse(text), '', addFrom(schema));
  return [...texts.values()];
}
