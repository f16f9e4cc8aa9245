import type { Paragraph, PhrasingContent } from 'mdast';

/** Its position in the Markdown. */
interface IPlaced {
  position?: Paragraph['position'];
}

/** A reference to evidence: `[[e12]]`. */
export interface IEvidenceReferenceNode extends IPlaced {
  type: 'evidenceReference';
  id: string;
}

/** A number from evidence: `{{e12.value}}`. */
export interface IEvidenceValueNode extends IPlaced {
  type: 'evidenceValue';
  id: string;
  /** Name of the value in its evidence. */
  name: string;
  /** The number as written in the report. */
  text: string;
  /** The number in the evidence, if it was rounded or converted. */
  from: string | null;
}

/** A number that is not in the evidence. */
export interface IUntracedNumberNode extends IPlaced {
  type: 'untracedNumber';
  text: string;
}

/**
 * A number that a model or a person wrote, and that is in the evidence with
 * more digits.
 */
export interface IRoundedNumberNode extends IPlaced {
  type: 'roundedNumber';
  text: string;
  /** The number in the evidence. */
  from: string;
}

/** A footnote, where a form has its references and its own notes as such. */
export interface INoteNode extends IPlaced {
  type: 'note';
  /** The same for each reference to the same note. */
  key: string;
  text: string;
}

/** A plot or a table from evidence, with its caption. */
export interface IFigureNode extends IPlaced {
  type: 'figure';
  /** What it is counted as. */
  kind: 'figure' | 'table' | 'listing';
  /** Its number among those of its kind, from 1. */
  number: number;
  id: string;
  alt: string;
  /** The caption. */
  children: PhrasingContent[];
}

declare module 'mdast' {
  interface PhrasingContentMap {
    evidenceReference: IEvidenceReferenceNode;
    evidenceValue: IEvidenceValueNode;
    untracedNumber: IUntracedNumberNode;
    roundedNumber: IRoundedNumberNode;
    note: INoteNode;
  }
  interface RootContentMap {
    evidenceReference: IEvidenceReferenceNode;
    evidenceValue: IEvidenceValueNode;
    untracedNumber: IUntracedNumberNode;
    roundedNumber: IRoundedNumberNode;
    note: INoteNode;
    figure: IFigureNode;
  }
  interface BlockContentMap {
    figure: IFigureNode;
  }
}
