import type { ISyntaxNode } from './syntax/parse-syntax';
import { HOPS } from './syntax/judge-limits';
import { pythonText } from './syntax/python-repr';
import type { PythonTree } from './syntax/python-tree';

/** Formats that Python refuses for text: `.2f`, `,`, `+d`. */
const SPEC =
  /^(?:[^<>&"'{}]?[<=^])?[-+ ]?#?0?\d*(?:[,_](?:\.\d+)?[bdeEfFgGnoxX%]?|(?:\.\d+)?[bdeEfFgGnoxX%])$/;
const FIELD = /\{[^{}:]*(?::([^{}]*))?\}/g;
const PERCENT = /%[-+ #0]*\d*(?:\.\d+)?([a-zA-Z%])/g;

/** Calls that fail for text, so that rounding what they return does too. */
const MEASURES =
  /^(?:mean|std|var|median|corr|count|nunique|sqrt|len|int|float|score)$/;

/** Whether something put into a text is a number, or fails if it is not. */
export function isNumber(
  node: ISyntaxNode,
  tree: PythonTree,
  hops = HOPS
): boolean {
  const { parent, children } = node;
  tree.work.spend(1);
  if (isFormatted(node, tree)) {
    return true;
  }
  const [callee, list] = children;
  switch (node.name) {
    case 'Number':
    case 'Boolean':
    case 'None':
      return true;
    case 'ParenthesizedExpression':
      return (
        hops > 0 && isNumber(tree.plainOf(node), tree, hops - 1) && !!parent
      );
    case 'CallExpression': {
      const name = tree.path(callee);
      const [first] = list ? tree.argumentsOf(list).positional : [];
      if (
        callee.name !== 'VariableName' ||
        name !== tree.text(callee) ||
        tree.scopes.isBound(name)
      ) {
        return false;
      }
      return (
        /^(?:len|int|float)$/.test(name) ||
        (name === 'round' && first !== undefined && isMeasure(first, tree)) ||
        (name === 'str' &&
          first !== undefined &&
          hops > 0 &&
          isNumber(first, tree, hops - 1))
      );
    }
    default:
      return false;
  }
}

/** Whether rounding fails unless it is a number: a table with text is rounded too. */
function isMeasure(node: ISyntaxNode, tree: PythonTree): boolean {
  const plain = tree.plainOf(node);
  return (
    plain.name === 'Number' ||
    (plain.name === 'CallExpression' &&
      MEASURES.test(tree.lastName(plain.children[0]) ?? '')) ||
    (plain.name === 'BinaryExpression' &&
      /^[-/]$/.test(tree.text(plain.children[1])))
  );
}

/** Whether it is put in with a format that Python refuses for text. */
function isFormatted(node: ISyntaxNode, tree: PythonTree): boolean {
  const { parent } = node;
  if (parent?.name === 'FormatReplacement') {
    const spec = parent.children.find(({ name }) => name === 'FormatSpec');
    return spec !== undefined && SPEC.test(tree.raw(spec).slice(1));
  }
  if (parent?.name === 'BinaryExpression' && parent.children[2] === node) {
    const text = literal(parent.children[0], tree);
    return (
      tree.text(parent.children[1]) === '%' &&
      text !== null &&
      !/%\(/.test(text) &&
      [...text.matchAll(PERCENT)].every(([, type]) => /[%defgi]/i.test(type))
    );
  }
  const call = node.name === 'CallExpression' ? node : parent?.parent;
  const [callee] = call?.children ?? [];
  if (
    callee?.name !== 'MemberExpression' ||
    (call !== node && parent?.name !== 'ArgList') ||
    tree.lastName(callee) !== 'format'
  ) {
    return false;
  }
  const text = literal(callee.children[0], tree);
  return (
    text !== null &&
    !/[{}]/.test(text.replace(FIELD, '')) &&
    [...text.matchAll(FIELD)].every(([, spec]) => SPEC.test(spec ?? ''))
  );
}

function literal(node: ISyntaxNode, tree: PythonTree): string | null {
  return node.name === 'String' ? pythonText(tree.raw(node)) : null;
}
