import type { IGrammar } from '../../../../contract';

/** A node of a syntax tree, linked to its parent and its children. */
export interface ISyntaxNode {
  /** The grammar's name for it. */
  name: string;
  from: number;
  to: number;
  /** Set for code the parser did not understand. */
  isError: boolean;
  parent: ISyntaxNode | null;
  children: readonly ISyntaxNode[];
  /** Its position among the parent's children. */
  index: number;
  /** Whether one of its children is an error. */
  hasError: boolean;
}

export interface ISyntax {
  /** In source order. */
  nodes: ISyntaxNode[];
  hasErrors: boolean;
  /** Steps of the parser plus number of nodes: the cost, independent of the machine. */
  cost: number;
}

/**
 * Parser steps per character; no real code takes so many, so a parser that gets
 * lost is stopped.
 */
const STEPS = 4;
/** Minimum number of steps, for very short code. */
const FEWEST_STEPS = 1000;

/**
 * Characters that the parser may read repeatedly while it recovers from an
 * error: a mistaken quote makes it read to the end of the line at each step.
 */
const READ_AGAIN = 5_000_000;

/**
 * Shared by all leaves: most nodes are leaves, and an array for each would cost
 * more than the node.
 */
const NONE: readonly SyntaxNode[] = [];

class SyntaxNode implements ISyntaxNode {
  children: readonly SyntaxNode[] = NONE;

  hasError = false;
  constructor(
    readonly name: string,
    readonly from: number,
    readonly to: number,
    readonly isError: boolean,
    readonly parent: SyntaxNode | null,
    readonly index: number
  ) {}
}

/** Parses code; null if no complete tree results. */
export function parseSyntax(grammar: IGrammar, code: string): ISyntax | null {
  const parse = grammar.startParse(code);
  const limit = code.length * STEPS + FEWEST_STEPS;
  const widest = widestLine(code);
  let cost = 0;
  let lost = 0;
  let tree = parse.advance();
  while (tree === null) {
    cost += 1;
    lost += isRecovering(parse) ? widest : 0;
    if (cost > limit || lost > READ_AGAIN) {
      return null;
    }
    tree = parse.advance();
  }
  const cursor = tree.cursor();
  const nodes: SyntaxNode[] = [];
  let hasErrors = false;
  let parent = null as SyntaxNode | null;
  let siblings: SyntaxNode[] = [];
  const outer: SyntaxNode[][] = [];
  for (;;) {
    const { type } = cursor;
    // The tree itself is broken, which can happen with very deep code.
    if ((type as object | undefined) === undefined) {
      return null;
    }
    const node: SyntaxNode = new SyntaxNode(
      cursor.name,
      cursor.from,
      cursor.to,
      type.isError,
      parent,
      siblings.length
    );
    if (type.isError) {
      hasErrors = true;
      if (parent) {
        parent.hasError = true;
      }
    }
    siblings.push(node);
    nodes.push(node);
    if (cursor.firstChild()) {
      outer.push(siblings);
      siblings = [];
      node.children = siblings;
      parent = node;
      continue;
    }
    while (!cursor.nextSibling()) {
      if (!cursor.parent()) {
        return {
          nodes,
          // The rest of the code was not parsed at all.
          hasErrors: hasErrors || nodes[0].to < code.length,
          cost: cost + nodes.length
        };
      }
      parent = parent?.parent ?? null;
      siblings = outer.pop() ?? [];
    }
  }
}

/** Lezer's parser has this property, although its types do not. */
function isRecovering(parse: object): boolean {
  return 'recovering' in parse && Number(parse.recovering) > 0;
}

function widestLine(code: string): number {
  let widest = 0;
  let from = 0;
  while (from <= code.length) {
    const end = code.indexOf('\n', from);
    const to = end < 0 ? code.length : end;
    widest = Math.max(widest, to - from);
    from = to + 1;
  }
  return widest;
}
