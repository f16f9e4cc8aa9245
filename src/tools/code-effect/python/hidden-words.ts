import { FAR_ENOUGH } from './syntax/judge-limits';
import type { ISyntaxNode } from './syntax/parse-syntax';
import { judgedWords } from './words/is-far-name';
import type { PythonTree } from './syntax/python-tree';

/** Finds relevant words that do not appear in the syntax tree. */
export class HiddenWords {
  constructor(private readonly _tree: PythonTree) {}

  /**
   * Whether the tree may be missing a relevant word, because the grammar reads
   * the code differently from Python, or cannot read it at all.
   */
  hides(): boolean {
    const seen = new Set<number>();
    const strings: string[] = [];
    let end = 0;
    for (const node of this._tree.nodes) {
      if (node.isError && isIn(node, 'FormatString')) {
        return judgedWords(this._tree.code);
      }
      if (/^(?:VariableName|PropertyName)$/.test(node.name)) {
        seen.add(node.from);
        if (this._tree.isJudged(this._tree.text(node)) && isNearError(node)) {
          return true;
        }
      } else if (
        /^(?:String|FormatString|Comment)$/.test(node.name) &&
        node.from >= end
      ) {
        strings.push(`${node.from} ${node.to}`);
        end = node.to;
      }
    }
    const tokens = roughTokens(this._tree.code);
    if (tokens.texts.join() !== strings.join()) {
      return judgedWords(this._tree.code);
    }
    return tokens.names.some(
      ({ from, name }) =>
        !seen.has(from) && this._tree.isJudged(name.normalize('NFKC'))
    );
  }

  /** A replacement field that Python fills in but the grammar takes for an escape. */
  isMisread(node: ISyntaxNode): boolean {
    let { from } = node;
    let gaps = '';
    for (const child of node.children) {
      if (child.name === 'FormatReplacement') {
        gaps += `${this._tree.code.slice(from, child.from)} `;
        from = child.to;
      }
    }
    gaps += this._tree.code.slice(from, node.to);
    return /\\\{/.test(gaps) && judgedWords(gaps);
  }
}

function isIn(node: ISyntaxNode, name: string): boolean {
  let at: ISyntaxNode | null = node;
  for (let steps = 0; at && steps < FAR_ENOUGH; steps++) {
    if (at.name === name) {
      return true;
    }
    at = at.parent;
  }
  return at !== null;
}

/** Whether there is a parse error in the statement around this node, or next to it. */
function isNearError(node: ISyntaxNode): boolean {
  let at: ISyntaxNode | null = node;
  for (let steps = 0; at && steps < 12; steps++) {
    if (at.name !== 'Script' && at.hasError) {
      return true;
    }
    if (/Statement$|Definition$|^Body$/.test(at.name)) {
      break;
    }
    at = at.parent;
  }
  const siblings = at?.parent?.children ?? [];
  const index = at?.index ?? -1;
  return (
    siblings[index + 1]?.isError === true ||
    siblings[index - 1]?.isError === true
  );
}

/** Strings, comments and names, distinguished without a grammar. */
function roughTokens(code: string): {
  texts: string[];
  names: { from: number; name: string }[];
} {
  const texts: string[] = [];
  const names: { from: number; name: string }[] = [];
  const token =
    /#[^\n]*|(?:\b[a-zA-Z]{1,2})?(?:"""(?:[^\\"]|\\[^]|"(?!""))*"""|'''(?:[^\\']|\\[^]|'(?!''))*'''|"(?:[^\\"\n]|\\[^])*(?:"|(?=\n)|$)|'(?:[^\\'\n]|\\[^])*(?:'|(?=\n)|$))|[\p{L}_][\p{L}\p{M}\p{N}\p{Pc}]*/gu;
  for (const match of code.matchAll(token)) {
    const [text] = match;
    if (/^#|["']/.test(text)) {
      texts.push(`${match.index} ${match.index + text.length}`);
    } else {
      names.push({ from: match.index, name: text });
    }
  }
  return { texts, names };
}
