import type { Nodes, Parents, Root } from 'mdast';

import type { IEvidence } from '../../contract';
import {
  findNumbers,
  matchNumber,
  roleOf,
  valuesIn,
  type INumberInText
} from '../../numbers';
import { nodeText } from '../model/tree';
import {
  closestEvidence,
  matchCode,
  matchEvidence,
  type IEvidenceMatch
} from './evidence-values';

/** A number of a report and its source. */
export interface ITracedNumber {
  /** As written. */
  text: string;
  /** The line it is in, shortened. */
  context: string;
  /** The heading of its section; empty before the first. */
  section: string;
  /**
   * `inserted` by us; `given` by the template or the person; all others were
   * written by a model or a person.
   */
  how: 'inserted' | 'given' | IEvidenceMatch['how'] | 'untraced';
  /** Its place in the evidence; null if it was not found. */
  match: Omit<IEvidenceMatch, 'how'> | null;
  /** The pieces its sentence refers to, if another one has the number. */
  elsewhere: readonly string[] | null;
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
  /** Sentences that state a number of the evidence and refer to none of it. */
  unsourced: { text: string; section: string }[];
}

/** A sentence of a paragraph, as far as its numbers are concerned. */
interface ISentence {
  text: string;
  end: number;
  cited: ReadonlySet<string>;
  isProse: boolean;
  isListed: boolean;
}

const CONTEXT = 120;

/** Stands for a reference in a text of which only positions matter. */
const REFERENCE = '\ufffc';

/** Between two sentences; the references behind a full stop belong to it. */
const SENTENCE_END = new RegExp(
  `(?<=(?<!(?:^|[\\s(])\\p{L}{1,2})[.!?]["”»)]?(?:\\s?${REFERENCE}){0,40})\\s+(?!${REFERENCE})(?=["“„«([]?[\\p{Lu}\\p{Lo}])|(?<=[。！？]["”」]?${REFERENCE}{0,40})(?!["”」]|${REFERENCE})`,
  'u'
);

/**
 * Looks for each number of a report in the evidence, and marks those that are
 * not there or are rounded. The evidence that its sentence refers to has to
 * hold it; a count of one or two digits is found nowhere else.
 *
 * @param given what the template and the person say, where a number needs no
 * evidence.
 */
export function traceNumbers(
  tree: Root,
  evidence: readonly IEvidence[],
  language: string,
  given = ''
): ITracedReport {
  const numbers: ITracedNumber[] = [];
  const unsourced: ITracedReport['unsourced'] = [];
  const givenValues = valuesIn(given, language);
  const givenLines = new Set(given.split('\n').map(plainLine));
  let section = '';
  let context = '';
  /** Of the present paragraph, and the position in it. */
  let sentences: ISentence[] = [];
  let position = 0;
  /** What the present paragraph refers to. */
  let allCited: ReadonlySet<string> = new Set();
  return { tree: inside(tree), numbers, unsourced };

  function inside<T extends Parents>(node: T): T {
    return {
      ...node,
      children: (node.children as Nodes[]).flatMap(child => traced(child))
    } as T;
  }

  function traced(node: Nodes): Nodes[] {
    switch (node.type) {
      case 'heading':
        if (node.depth <= 2) {
          section = nodeText(node).replace(/\s+/g, ' ').trim();
        }
        enter([node], [], false);
        return [inside(node)];
      case 'paragraph':
      case 'tableRow':
        enter([node], [], node.type === 'paragraph');
        return [inside(node)];
      case 'figure':
        enter(node.children, [node.id], true);
        return [inside(node)];
      case 'text':
        return marked(
          node.value,
          text => ({ type: 'text', value: text }),
          (text, from) => ({ type: 'roundedNumber', text, from })
        );
      case 'inlineCode':
        return marked(node.value, text => ({
          type: 'inlineCode',
          value: text
        }));
      case 'code':
      case 'math':
        enter([node], [], false);
        marked(node.value, () => node);
        return [node];
      case 'inlineMath':
        // A mark inside would break the code or formula, so such numbers are
        // only listed.
        marked(node.value, () => node);
        return [node];
      case 'evidenceReference':
        position += REFERENCE.length;
        return [node];
      case 'evidenceValue': {
        const { text, id, name, from } = node;
        position += text.length;
        note(text, {
          how: 'inserted',
          match: { id, name, text: from ?? text }
        });
        return [node];
      }
      case 'untracedNumber':
        // A name that no evidence has.
        position += node.text.length;
        note(node.text, { how: 'untraced' });
        return [node];
      default:
        if ('children' in node) {
          return [inside(node)];
        }
        position += lineText(node).length;
        return [node];
    }
  }

  function enter(
    nodes: readonly Nodes[],
    cited: readonly string[],
    isProse: boolean
  ): void {
    context = shorten(nodes.map(nodeText).join(''));
    const references: [at: number, id: string][] = [];
    let line = '';
    (function collect(all: readonly Nodes[]): void {
      for (const each of all) {
        if (
          each.type === 'evidenceReference' ||
          each.type === 'evidenceValue'
        ) {
          references.push([line.length, each.id]);
        }
        if ('children' in each) {
          collect(each.children);
        } else {
          line += lineText(each);
        }
      }
    })(nodes);
    position = 0;
    allCited = new Set([...references.map(([, id]) => id), ...cited]);
    let end = 0;
    sentences = (isProse ? line.split(SENTENCE_END) : [line]).map(text => {
      const start = line.indexOf(text, end);
      end = start + text.length;
      return {
        text: shorten(text.replaceAll(REFERENCE, '')),
        end,
        cited: new Set([
          ...references.flatMap(([at, id]) =>
            at >= start && at < end ? [id] : []
          ),
          ...cited
        ]),
        isProse,
        isListed: false
      };
    });
  }

  /**
   * @param rounded makes the node for a rounded number; within code nothing is
   * changed.
   */
  function marked(
    value: string,
    make: (text: string) => Nodes,
    rounded?: (text: string, from: string) => Nodes
  ): Nodes[] {
    const parts: Nodes[] = [];
    // `2.1 Results` in front of a heading or a line is its number.
    const numbering =
      position === 0
        ? (/^\s*(?:\d+(?:\.\d+)*[.)]\s|\d{1,2}(?:\.\d+)*\s(?=\p{Lu}))/u.exec(
            value
          )?.[0].length ?? 0)
        : 0;
    let at = 0;
    for (const number of findNumbers(value, language)) {
      if (number.end <= numbering && !sentences[0]?.isProse) {
        continue;
      }
      const found = sourceOf(number, value);
      if (found === null) {
        continue;
      }
      note(number.text, found);
      const { text } = number;
      const mark =
        found.how === 'untraced'
          ? ({ type: 'untracedNumber', text } as const)
          : found.how === 'rounded'
            ? rounded?.(text, found.match?.text ?? '')
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
    position += value.length;
    return at < value.length || parts.length === 0
      ? [...parts, make(value.slice(at))]
      : parts;
  }

  /** Where a number comes from; null if it is none that needs a source. */
  function sourceOf(number: INumberInText, value: string): IFound | null {
    if (isLabel(number, value)) {
      return null;
    }
    const { isSmall, isName } = roleOf(number, value);
    const place = position + number.start;
    const sentence = sentences.find(({ end }) => place < end);
    const cited = sentence?.cited.size ? sentence.cited : allCited;
    const own = evidence.filter(({ id }) => cited.has(id));
    const others = evidence.filter(({ id }) => !cited.has(id));
    const match = matchEvidence(number, own) ?? matchCode(number, own);
    const isGiven =
      (!isSmall ||
        number.kind === 'literal' ||
        givenLines.has(plainLine(context))) &&
      matchNumber(number, givenValues)?.how === 'exact';
    // What is given may stand beside any reference.
    const isLookedFor =
      !(isSmall && sentence?.isProse) && !(isGiven && sentence?.cited.size);
    const other = match ?? (isLookedFor ? matchEvidence(number, others) : null);
    if (other) {
      const { how, ...place } = other;
      if (
        sentence?.isProse &&
        !sentence.isListed &&
        !isSmall &&
        !isName &&
        sentence.cited.size === 0
      ) {
        sentence.isListed = true;
        unsourced.push({ text: sentence.text, section });
      }
      return {
        how,
        match: place,
        elsewhere: match || !sentence?.cited.size ? null : [...cited]
      };
    }
    if (isGiven) {
      return { how: 'given' };
    }
    if (isName && number.kind === 'number') {
      return null;
    }
    const isElsewhere =
      cited.size > 0 && matchEvidence(number, others)?.how === 'exact';
    return {
      how: 'untraced',
      elsewhere: isElsewhere ? [...cited] : null,
      closest:
        number.kind === 'literal'
          ? null
          : closestEvidence(number, [...own, ...others])
    };
  }

  /** Whether it is the label of a cell that is in the evidence, as in `[12]`. */
  function isLabel(
    { text, start, end }: INumberInText,
    value: string
  ): boolean {
    return (
      value[start - 1] === '[' &&
      value[end] === ']' &&
      evidence.some(({ source }) => String(source.executionCount) === text)
    );
  }

  function note(text: string, found: IFound): void {
    numbers.push({
      text,
      context,
      section,
      match: null,
      elsewhere: null,
      closest: null,
      ...found
    });
  }
}

type IFound = Pick<ITracedNumber, 'how'> &
  Partial<Pick<ITracedNumber, 'match' | 'elsewhere' | 'closest'>>;

function lineText(node: Nodes): string {
  return node.type === 'evidenceReference' ? REFERENCE : nodeText(node);
}

/** A line without the marks that Markdown has in it. */
function plainLine(line: string): string {
  return line.replace(/[*_`#]+/g, '').trim();
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > CONTEXT ? `${line.slice(0, CONTEXT - 1)}…` : line;
}
