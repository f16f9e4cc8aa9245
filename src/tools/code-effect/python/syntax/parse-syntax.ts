import type { IGrammar } from '../../../../contract';

/** A node of a syntax tree, with both ways to go. */
export interface ISyntaxNode {
  /** As the grammar calls it. */
  name: string;
  from: number;
  to: number;
  /** What the parser did not understand. */
  isError: boolean;
  parent: ISyntaxNode | null;
  children: readonly ISyntaxNode[];
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

/**
 * Characters that a parser may read again and again while it looks for a way on
 * behind an error: a quote that it takes for another one leads to the end of the
 * line, at each step.
 */
const READ_AGAIN = 5_000_000;

/** Of all leaves: most nodes are one, and an array for each costs more than it. */
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

/** Parses code; null where no whole tree comes of it. */
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
    // A tree that is broken itself, as very deep ones are at times.
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
          // What is left over was not read at all.
          hasErrors: hasErrors || nodes[0].to < code.length,
          cost: cost + nodes.length
        };
      }
      parent = parent?.parent ?? null;
      siblings = outer.pop() ?? [];
    }
  }
}

/** Lezer's parser tells it, though not by its types. */
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
