import type { IGrammar } from '../../contract';

/** A node of a syntax tree, linked to its parent and its children. */
export interface ISyntaxNode {
  /** The grammar's name for it. */
  readonly name: string;
  /** The whole code it is a part of. */
  readonly code: string;
  readonly from: number;
  readonly to: number;
  readonly parent: ISyntaxNode | null;
  /** All but comments. */
  readonly children: ISyntaxNode[];
  /** Its position among the parent's children. */
  readonly index: number;
}

/** Parser steps per character; no real code takes so many. */
const STEPS = 4;
/** Steps for very short code. */
const MIN_STEPS = 1000;

/**
 * Parses Python; null if it has errors. The parser is stopped at the first one:
 * each step of its recovery may read the rest of a line again.
 */
export function parsePython(
  grammar: IGrammar,
  code: string
): ISyntaxNode | null {
  // JupyterLab's grammar wants a line's end after a last comment.
  const parse = grammar.startParse(`${code}\n`);
  let left = code.length * STEPS + MIN_STEPS;
  let tree = parse.advance();
  while (tree === null) {
    if (left-- === 0 || isRecovering(parse)) {
      return null;
    }
    tree = parse.advance();
  }
  const cursor = tree.cursor();
  const top = node(null);
  let at = top;
  for (;;) {
    if (cursor.type.isError) {
      return null;
    }
    if (cursor.firstChild()) {
      at = node(at);
      continue;
    }
    while (!cursor.nextSibling()) {
      if (!cursor.parent()) {
        // If it is shorter, the rest of the code was not parsed at all.
        return top.to < code.length ? null : top;
      }
      at = at.parent ?? top;
    }
    at = node(at.parent);
  }

  function node(parent: ISyntaxNode | null): ISyntaxNode {
    const created: ISyntaxNode = {
      name: cursor.name,
      code,
      from: cursor.from,
      to: cursor.to,
      parent,
      children: [],
      index: parent?.children.length ?? 0
    };
    if (created.name !== 'Comment') {
      parent?.children.push(created);
    }
    return created;
  }
}

/** Lezer's parser has this property, although its types do not. */
function isRecovering(parse: object): boolean {
  return 'recovering' in parse && Number(parse.recovering) > 0;
}
