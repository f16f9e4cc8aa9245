import type { IGrammar } from '../../../contract';

/** A node of a syntax tree, with both ways to go. */
export interface ISyntaxNode {
  /** As the grammar calls it. */
  name: string;
  from: number;
  to: number;
  /** What the parser did not understand. */
  isError: boolean;
  parent: ISyntaxNode | null;
  children: ISyntaxNode[];
  /** Which of its parent's children it is. */
  index: number;
  /** Whether one of its children is an error. */
  hasError: boolean;
}

export interface ISyntax {
  /** In the order of the source. */
  nodes: ISyntaxNode[];
  hasErrors: boolean;
  /** Steps of the parser and nodes: what it cost, whatever the machine. */
  cost: number;
}

/** Steps a character that no code takes; a parser that is lost is left. */
const STEPS = 4;
/** For the shortest of code. */
const FEWEST_STEPS = 1000;

/** Parses code; null where no whole tree comes of it. */
export function parseSyntax(grammar: IGrammar, code: string): ISyntax | null {
  const parse = grammar.startParse(code);
  const limit = code.length * STEPS + FEWEST_STEPS;
  let cost = 0;
  let tree = parse.advance();
  while (tree === null) {
    cost += 1;
    if (cost > limit) {
      return null;
    }
    tree = parse.advance();
  }
  const cursor = tree.cursor();
  const nodes: ISyntaxNode[] = [];
  let hasErrors = false;
  let parent = null as ISyntaxNode | null;
  for (;;) {
    // A tree that is broken itself, as very deep ones are at times.
    if ((cursor.type as object | undefined) === undefined) {
      return null;
    }
    const node: ISyntaxNode = {
      name: cursor.name,
      from: cursor.from,
      to: cursor.to,
      isError: cursor.type.isError,
      parent,
      children: [],
      index: parent?.children.length ?? 0,
      hasError: false
    };
    if (node.isError) {
      hasErrors = true;
      if (parent) {
        parent.hasError = true;
      }
    }
    parent?.children.push(node);
    nodes.push(node);
    if (cursor.firstChild()) {
      parent = node;
      continue;
    }
    while (!cursor.nextSibling()) {
      if (!cursor.parent()) {
        return {
          nodes,
          // What is left over was not read at all.
          hasErrors: hasErrors || nodes[0].to < code.length,
          cost: cost + nodes.length
        };
      }
      parent = parent?.parent ?? null;
    }
  }
}
