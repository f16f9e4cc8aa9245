import type { IGrammar } from '../../contract';
import { isTarget, Names } from './names';
import { Packages } from './packages';
import { parsePython, type ISyntaxNode } from './parse-python';
import { refusal } from './python-rules';
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

/**
 * The names of a cell, without imports, attributes, and what is local to its
 * functions. Only assignments count as changes: `rows.append(1)` does not.
 *
 * @param grammar if null, there are none.
 */
export function namesInCode(code: string, grammar: IGrammar | null): INames {
  const found: INames = { defines: new Set(), uses: new Set() };
  const python = withoutCommands(code.replace(PYTHON_MAGIC, '#'));
  const top =
    grammar && !python.startsWith('%%') ? parsePython(grammar, python) : null;
  if (top) {
    // Code that is too deep to be read has none.
    refusal(() => {
      const names = new Names(top, new Map(), new Packages());
      const left = [top];
      for (let node = left.pop(); node; node = left.pop()) {
        left.push(...(node.name === 'ImportStatement' ? [] : node.children));
        if (node.name === 'VariableName') {
          add(node, names, found);
        }
      }
    });
  }
  return found;
}

function add(node: ISyntaxNode, names: Names, { defines, uses }: INames): void {
  const name = names.text(node);
  const { parent, index } = node;
  const isKeyword =
    parent?.name === 'ArgList' &&
    parent.children[index + 1]?.name === 'AssignOp';
  if (isKeyword || names.isLocal(name, node)) {
    return;
  }
  if (names.definitions.has(node)) {
    defines.add(name);
    return;
  }
  let part = node;
  while (part.parent?.name === 'MemberExpression' && part.index === 0) {
    part = part.parent;
  }
  if (isTarget(part) && !names.isInFunction(node)) {
    defines.add(name);
  }
  uses.add(name);
}
