/**
 * Follows the three ways in CONTRIBUTING.md ("The ways through the code") and
 * fails with a sentence where one no longer leads on.
 *
 * An entry is `file · function, function`, with a path below src/. Each
 * function has to be named in the body of the one before it, or of one that is
 * still under way when that returns. Behind a ↓ it is a callback that is called,
 * which cannot be read from the caller; there it only has to exist.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const HEADING = '## The ways through the code';

/** The ways of a text: a bold line names one, the lines below it are its entries. */
function readWays(markdown) {
  const [, section = ''] = markdown.split(`${HEADING}\n`);
  const [body] = section.split('\n## ');
  const ways = body.split(/^\*\*(?=\w)/m).slice(1);
  return ways.map(text => ({
    name: text.match(/^\w+/)[0].toLowerCase(),
    last: text.match(/^\w+\*\*, until `(\w+)`/)?.[1] ?? null,
    steps: [...text.matchAll(/(↓ )?`([^\s`]+) · ([^`]+)`/g)].flatMap(
      ([, jump, file, names]) =>
        names.split(', ').map((name, index) => ({
          file,
          name,
          isCallback: jump !== undefined && index === 0
        }))
    )
  }));
}

/** Why a way does not lead on, as a sentence; null if it does. */
function problemIn({ last, steps }) {
  if (steps.length === 0) {
    return 'It has no entries.';
  }
  let underWay = [];
  for (const step of steps) {
    const bodies = bodiesOf(step.name, readSource(step.file));
    if (bodies.length === 0) {
      return `There is no function ${step.name} in src/${step.file}.`;
    }
    const caller = underWay.findLastIndex(({ named }) => named.has(step.name));
    if (caller < 0 && underWay.length > 0 && !step.isCallback) {
      const { file, name } = underWay.at(-1);
      return `${name} in src/${file} does not reach ${step.name} in src/${step.file}.`;
    }
    if (!step.isCallback) {
      underWay = underWay.slice(0, caller + 1);
    }
    const named = new Set(bodies.flatMap(namesIn));
    underWay.push({ ...step, named });
  }
  const { file, name, named } = underWay.at(-1);
  return last === null || name === last || named.has(last)
    ? null
    : `${name} in src/${file} does not reach ${last}.`;
}

/** What a function of this name consists of: also of a class, or a callback. */
function bodiesOf(name, source) {
  const found = [];
  const visit = node => {
    const own = ts.isConstructorDeclaration(node)
      ? 'constructor'
      : node.name?.text;
    const isFunction =
      ts.isFunctionLike(node) ||
      ts.isClassDeclaration(node) ||
      (node.initializer !== undefined &&
        (ts.isVariableDeclaration(node) ||
          ts.isPropertyDeclaration(node) ||
          ts.isPropertyAssignment(node)) &&
        /=>|function/.test(node.initializer.getText(source)));
    if (own === name && isFunction) {
      found.push(node.body ?? node.initializer ?? node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function namesIn(body) {
  const names = [];
  const visit = node => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      names.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(body);
  return names;
}

function readSource(file) {
  const whole = path.join(ROOT, 'src', file);
  const text = fs.existsSync(whole) ? fs.readFileSync(whole, 'utf8') : '';
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
}

const ways = readWays(
  fs.readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8')
);
const counts = {};
for (const way of ways) {
  console.log(`\n${way.name}`);
  way.steps.forEach(({ file, name, isCallback }) =>
    console.log(`${isCallback ? '↓ ' : '  '}${file} · ${name}`)
  );
  counts[way.name] = new Set(way.steps.map(step => step.file)).size;
  const problem = problemIn(way);
  if (problem !== null) {
    console.error(`The way of "${way.name}" in CONTRIBUTING.md: ${problem}`);
    process.exitCode = 1;
  }
}
if (!['approve', 'send', 'token'].every(each => each in counts)) {
  console.error(
    'CONTRIBUTING.md needs the ways "Approve", "Send" and "Token".'
  );
  process.exitCode = 1;
}
console.log(`\n${JSON.stringify(counts)}`);
