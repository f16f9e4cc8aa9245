import type { IGrammar } from '../../contract';
import { parsePython, type ISyntaxNode } from './parse-python';
import { withoutCommands } from './to-python';

/** What a cell of Python gives to other cells, and what it takes from them. */
export interface INames {
  /** Names that it binds for others, or changes a part of (`df["x"] = 1`). */
  defines: Set<string>;
  /** Names that it reads, built-in ones included. */
  uses: Set<string>;
}

/** Magics whose body is Python. */
const PYTHON_MAGIC = /^%%(?:time|timeit|capture|prun)\b/;

const FUNCTION = /^(?:FunctionDefinition|LambdaExpression)$/;
const COMPREHENSION = /Comprehension(?:Expression)?$/;
const LIST = /^(?:Tuple|Array|Parenthesized)Expression$/;

/**
 * The names of a cell, without imports, attributes, and what is local to its
 * functions. Only assignments count as changes: `rows.append(1)` does not.
 *
 * @param grammar if null, there are none.
 */
export function namesInCode(code: string, grammar: IGrammar | null): INames {
  const names: INames = { defines: new Set(), uses: new Set() };
  const python = withoutCommands(code.replace(PYTHON_MAGIC, '#'));
  const syntax =
    grammar && !python.startsWith('%%') ? parsePython(grammar, python) : null;
  const nodes = syntax ? allNodes(syntax) : [];
  const text = ({ from, to }: ISyntaxNode): string => python.slice(from, to);
  const targets = new Set(nodes.flatMap(targetsOf));
  const locals = new Map<ISyntaxNode, Set<string>>();
  for (const target of targets) {
    const scope = target.name === 'VariableName' ? scopeOf(target) : null;
    if (scope) {
      locals.set(scope, (locals.get(scope) ?? new Set()).add(text(target)));
    }
  }
  for (const node of nodes) {
    const name = text(node);
    if (
      node.name !== 'VariableName' ||
      isInImport(node) ||
      isKeyword(node) ||
      isLocal(node, name, locals)
    ) {
      continue;
    }
    const part = changedPart(node, targets);
    const isGlobal = scopeOf(node) === null || part === node;
    if (part && isGlobal) {
      names.defines.add(name);
    }
    if (part !== node || node.parent?.name === 'UpdateStatement') {
      names.uses.add(name);
    }
  }
  return names;
}

/** Breadth first. */
function allNodes(top: ISyntaxNode): ISyntaxNode[] {
  const found = [top];
  for (let at = 0; at < found.length; at++) {
    found.push(...found[at].children);
  }
  return found;
}

/** What a node gives a value to. */
function targetsOf({ name, children }: ISyntaxNode): ISyntaxNode[] {
  switch (name) {
    case 'AssignStatement': {
      const last = children.findLastIndex(child => child.name === 'AssignOp');
      return children.slice(0, Math.max(last, 0)).flatMap(inLists);
    }
    case 'UpdateStatement':
    case 'NamedExpression':
      return children.slice(0, 1).flatMap(inLists);
    case 'FunctionDefinition':
    case 'ClassDefinition':
      return children
        .filter(child => child.name === 'VariableName')
        .slice(0, 1);
    case 'ParamList':
      return children.filter(
        (child, at) =>
          child.name === 'VariableName' && children[at - 1]?.name !== 'AssignOp'
      );
    case 'WithStatement':
    case 'TryStatement':
      return children
        .filter((_, at) => children[at - 1]?.name === 'as')
        .flatMap(inLists);
    case 'ForStatement':
      return between(children, 'for', 'in').flatMap(inLists);
    default:
      return COMPREHENSION.test(name) || name === 'ArgList'
        ? between(children, 'for', 'in').flatMap(inLists)
        : [];
  }
}

function between(
  children: readonly ISyntaxNode[],
  first: string,
  last: string
): ISyntaxNode[] {
  let isInside = false;
  return children.filter(({ name }) => {
    isInside = name === first || (isInside && name !== last);
    return isInside && name !== first;
  });
}

function inLists(node: ISyntaxNode): ISyntaxNode[] {
  return LIST.test(node.name)
    ? node.children.flatMap(inLists)
    : node.name === 'VariableName' || node.name === 'MemberExpression'
      ? [node]
      : [];
}

/** The function, class or comprehension a name belongs to; null for the cell. */
function scopeOf(node: ISyntaxNode): ISyntaxNode | null {
  const { parent } = node;
  // The name of a function or class belongs to what is around it.
  let at = /^(?:Function|Class)Definition$/.test(parent?.name ?? '')
    ? parent
    : node;
  for (at = at?.parent ?? null; at; at = at.parent) {
    const isLoop =
      (COMPREHENSION.test(at.name) || at.name === 'ArgList') &&
      at.children.some(({ name }) => name === 'for');
    if (FUNCTION.test(at.name) || at.name === 'ClassDefinition' || isLoop) {
      return at;
    }
  }
  return null;
}

function isLocal(
  node: ISyntaxNode,
  name: string,
  locals: ReadonlyMap<ISyntaxNode, ReadonlySet<string>>
): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (locals.get(at)?.has(name)) {
      return true;
    }
  }
  return false;
}

/** The name itself, or `df["x"]` around it, if that is given a value. */
function changedPart(
  node: ISyntaxNode,
  targets: ReadonlySet<ISyntaxNode>
): ISyntaxNode | null {
  let at: ISyntaxNode = node;
  while (
    !targets.has(at) &&
    at.parent?.name === 'MemberExpression' &&
    at.parent.children[0] === at
  ) {
    at = at.parent;
  }
  return targets.has(at) ? at : null;
}

function isInImport(node: ISyntaxNode): boolean {
  return node.parent?.name === 'ImportStatement';
}

function isKeyword({ parent, index }: ISyntaxNode): boolean {
  const next = parent?.children[index + 1];
  return (
    parent?.name === 'ArgList' &&
    next?.name === 'AssignOp' &&
    next.to - next.from === 1
  );
}
