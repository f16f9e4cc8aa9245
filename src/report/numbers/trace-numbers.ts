import type { Nodes, Parents, Root } from 'mdast';

import type { IEvidence } from '../../contract';
import { findNumbers, type INumberInText } from '../../numbers';
import { nodeText } from '../model/node-text';
import type { IEvidenceValueNode } from '../model/report-nodes';
import {
  closestEvidence,
  matchEvidence,
  type IEvidenceMatch
} from './evidence-values';

/** A number of a report and its source. */
export interface ITracedNumber {
  /** As written. */
  text: string;
  /** The line it is in, shortened. */
  context: string;
  /** The heading above it; empty before the first heading. */
  section: string;
  /** `inserted` by us; all others were written by a model or a person. */
  how: 'inserted' | IEvidenceMatch['how'] | 'untraced';
  /** Its place in the evidence; null if it was not found. */
  match: Omit<IEvidenceMatch, 'how'> | null;
  /** For an untraced number, the value that was probably meant. */
  closest: { id: string; name: string; text: string } | null;
}

export interface ITracedReport {
  /**
   * The report with marks on each number that is not in the evidence, or that
   * was rounded.
   */
  tree: Root;
  numbers: ITracedNumber[];
}

const CONTEXT = 120;

/**
 * Looks for each number of a report in all of the evidence, and marks those
 * that are not there or are rounded. Evidence that the same paragraph refers to
 * is searched first.
 */
export function traceNumbers(
  tree: Root,
  evidence: readonly IEvidence[],
  language: string
): ITracedReport {
  const tracing = new Tracing(evidence, language);
  return { tree: tracing.root(tree), numbers: tracing.numbers };
}

class Tracing {
  readonly numbers: ITracedNumber[] = [];

  private _order: readonly IEvidence[];

  private _section = '';

  private _context = '';
  constructor(
    private readonly _evidence: readonly IEvidence[],
    private readonly _language: string
  ) {
    this._order = _evidence;
  }

  root(tree: Root): Root {
    return {
      ...tree,
      children: tree.children.flatMap(
        child => this._node(child) as Root['children']
      )
    };
  }

  private _node(node: Nodes): Nodes[] {
    switch (node.type) {
      case 'paragraph':
      case 'heading':
      case 'tableRow':
        if (node.type === 'heading') {
          this._section = nodeText(node);
        }
        this._enter(node);
        return [this._inside(node)];
      case 'figure':
        this._enter({ type: 'paragraph', children: node.caption });
        return [
          {
            ...node,
            caption: node.caption.flatMap(
              child => this._node(child) as typeof node.caption
            )
          }
        ];
      case 'text':
        return this._marked(
          node.value,
          text => ({ type: 'text', value: text }),
          (text, from) => ({ type: 'roundedNumber', text, from })
        );
      case 'inlineCode':
        return this._marked(node.value, text => ({
          type: 'inlineCode',
          value: text
        }));
      case 'code':
      case 'math':
      case 'inlineMath':
        // A mark inside would break the code or formula, so such numbers are
        // only listed.
        this._context = this._context || shorten(node.value);
        this._marked(node.value, () => node);
        return [node];
      case 'evidenceValue':
        this._inserted(node);
        return [node];
      default:
        return 'children' in node ? [this._inside(node)] : [node];
    }
  }

  private _inside<T extends Parents>(node: T): T {
    return {
      ...node,
      children: (node.children as Nodes[]).flatMap(child => this._node(child))
    } as T;
  }

  private _enter(node: Nodes): void {
    this._context = shorten(nodeText(node));
    const cited = new Set<string>();
    (function collect(each: Nodes): void {
      if (each.type === 'evidenceReference') {
        cited.add(each.id);
      } else if ('children' in each) {
        each.children.forEach(collect);
      }
    })(node);
    this._order =
      cited.size === 0
        ? this._evidence
        : [
            ...this._evidence.filter(({ id }) => cited.has(id)),
            ...this._evidence.filter(({ id }) => !cited.has(id))
          ];
  }

  /**
   * @param rounded makes the node for a rounded number; within code nothing is
   * changed.
   */
  private _marked(
    value: string,
    make: (text: string) => Nodes,
    rounded?: (text: string, from: string) => Nodes
  ): Nodes[] {
    const parts: Nodes[] = [];
    let at = 0;
    for (const number of findNumbers(value, this._language)) {
      const match = this._note(number);
      const { text } = number;
      const mark =
        match === null
          ? ({ type: 'untracedNumber', text } as const)
          : match.how === 'rounded'
            ? rounded?.(text, match.text)
            : undefined;
      if (!mark) {
        continue;
      }
      if (number.start > at) {
        parts.push(make(value.slice(at, number.start)));
      }
      parts.push(mark);
      at = number.end;
    }
    return at < value.length || parts.length === 0
      ? [...parts, make(value.slice(at))]
      : parts;
  }

  /** @returns its place in the evidence; null if it was not found. */
  private _note(number: INumberInText): IEvidenceMatch | null {
    const match = matchEvidence(number, this._order);
    this.numbers.push({
      text: number.text,
      context: this._context,
      section: this._section,
      how: match?.how ?? 'untraced',
      match: match && { id: match.id, name: match.name, text: match.text },
      closest:
        match || number.kind === 'literal'
          ? null
          : closestEvidence(number, this._order)
    });
    return match;
  }

  private _inserted({ text, id, name, from }: IEvidenceValueNode): void {
    this.numbers.push({
      text,
      context: this._context,
      section: this._section,
      how: 'inserted',
      match: { id, name, text: from ?? text },
      closest: null
    });
  }
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > CONTEXT ? `${line.slice(0, CONTEXT - 1)}…` : line;
}
