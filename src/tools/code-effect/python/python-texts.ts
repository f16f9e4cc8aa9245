import { FAR_ENOUGH } from './syntax/judge-limits';
import type { ISyntaxNode } from './syntax/parse-syntax';
import { isSetBefore } from './syntax/is-set-before';
import { pythonText } from './syntax/python-repr';
import type { PythonTree } from './syntax/python-tree';

/** Characters of a literal that cost as much as one step. */
const CHARACTERS = 2;

/** The texts that expressions evaluate to, as far as the code shows them. */
export class PythonTexts {
  constructor(private readonly _tree: PythonTree) {}

  /** The text, if all of it is known. */
  wholeText(node: ISyntaxNode): string | null {
    const { text, holes } = this.textOf(node);
    return holes.length === 0 ? text : null;
  }

  /**
   * The text an expression evaluates to, as far as the code shows it.
   *
   * @param isShown whether to follow variables that are built up step by step.
   */
  textOf(
    node: ISyntaxNode,
    isShown = false
  ): { text: string; holes: ISyntaxNode[] } {
    if (node.name === 'String') {
      // By far the most frequent case.
      this._tree.work.spend(1 + (node.to - node.from) / CHARACTERS);
      const text = pythonText(this._tree.raw(node));
      return { text: text ?? '', holes: text === null ? [node] : [] };
    }
    const parts: string[] = [];
    const holes: ISyntaxNode[] = [];
    const names = new Set<string>();
    const left = [node];
    let steps = 0;
    for (let at = left.pop(); at; at = left.pop()) {
      steps += 1;
      this._tree.work.spend(1 + (at.to - at.from) / CHARACTERS);
      if (steps > FAR_ENOUGH) {
        holes.push(at);
        break;
      }
      const { children } = at;
      const sign = children[1] ? this._tree.text(children[1]) : '';
      if (at.name === 'String') {
        const text = pythonText(this._tree.raw(at));
        if (text === null) {
          holes.push(at);
        } else {
          parts.push(text);
        }
      } else if (at.name === 'FormatString') {
        let { from } = at;
        children
          .filter(({ name }) => name === 'FormatReplacement')
          .forEach(hole => {
            const shown = this._shownIn(hole);
            parts.push(this._tree.code.slice(from, hole.from), shown ?? ' ');
            if (shown === null) {
              holes.push(hole.children[1] ?? hole);
            }
            ({ to: from } = hole);
          });
        parts.push(this._tree.code.slice(from, at.to));
        parts[parts.length - 1] = parts[parts.length - 1].replace(/["']+$/, '');
        const first =
          parts.length -
          1 -
          2 *
            children.filter(({ name }) => name === 'FormatReplacement').length;
        const [prefix] = /^\w*/.exec(parts[first]) ?? [''];
        parts[first] = parts[first].replace(/^\w*["']+/, '');
        // The pieces of text between the replacements.
        for (let piece = first; piece < parts.length; piece += 2) {
          const text = pythonText(`${prefix}'''${parts[piece]}'''`);
          if (text === null) {
            holes.push(at);
          }
          parts[piece] = text ?? parts[piece];
        }
      } else if (at.name === 'ContinuedString') {
        left.push(...children.slice(0, FAR_ENOUGH + 1).reverse());
      } else if (at.name === 'ParenthesizedExpression') {
        left.push(this._tree.plainOf(at));
      } else if (at.name === 'ConditionalExpression') {
        left.push(
          ...children
            .slice(0, 2 * FAR_ENOUGH)
            .filter((_, index) => index !== 2 && index % 2 === 0)
        );
        holes.push(at);
      } else if (at.name === 'BinaryExpression' && /^[+%]$/.test(sign)) {
        if (sign === '%') {
          holes.push(children[2] ?? at);
          left.push(children[0]);
        } else {
          left.push(children[2] ?? children[0], children[0]);
        }
      } else if (
        at.name === 'CallExpression' &&
        children[0].name === 'MemberExpression' &&
        /^(?:format|join|format_map|strip|replace)$/.test(
          this._tree.lastName(children[0]) ?? ''
        )
      ) {
        holes.push(at);
        left.push(children[0].children[0]);
        if (isShown && children[1]) {
          left.push(
            ...this._tree
              .argumentsOf(children[1])
              .positional.slice(-FAR_ENOUGH - 1)
          );
        }
      } else if (
        at.name === 'VariableName' &&
        !names.has(this._tree.text(at))
      ) {
        names.add(this._tree.text(at));
        const values = this._tree.scopes.valuesOf(this._tree.text(at));
        if (values && values.length <= 8 && (isShown || values.length === 1)) {
          left.push(...values);
          if (isShown && !this._isSettled(at)) {
            // Another cell may have given it another value.
            holes.push(at);
          }
        } else {
          holes.push(at);
        }
      } else if (at.name !== 'VariableName') {
        holes.push(at);
      } else if (!isShown) {
        holes.push(at);
      }
    }
    return { text: parts.join(''), holes };
  }

  /** The text that a replacement is, if it is a literal and nothing else. */
  private _shownIn({ children }: ISyntaxNode): string | null {
    const [, literal] = children;
    return children.length === 3 && literal.name === 'String'
      ? pythonText(this._tree.raw(literal))
      : null;
  }

  private _isSettled(node: ISyntaxNode): boolean {
    const { scopes } = this._tree;
    const name = this._tree.text(node);
    return isSetBefore(node, name, scopes) || scopes.isLocal(node, name);
  }
}
