import type { Paragraph, PhrasingContent } from 'mdast';

/** Where it stood in the Markdown that was read. */
interface IPlaced {
  position?: Paragraph['position'];
}

/** A reference to evidence: `[[e12]]`. */
export interface IEvidenceReferenceNode extends IPlaced {
  type: 'evidenceReference';
  id: string;
}

/** A number out of evidence: `{{e12.value}}`. */
export interface IEvidenceValueNode extends IPlaced {
  type: 'evidenceValue';
  id: string;
  /** Of the value in its evidence. */
  name: string;
  /** What is written. */
  text: string;
  /** What stands in the evidence, where the number was rounded or recast. */
  from: string | null;
}

/** A number that is not in the evidence. */
export interface IUntracedNumberNode extends IPlaced {
  type: 'untracedNumber';
  text: string;
}

/** A number that a model or a person wrote, and that stands in evidence less rounded. */
export interface IRoundedNumberNode extends IPlaced {
  type: 'roundedNumber';
  text: string;
  /** What stands in the evidence. */
  from: string;
}

/** A plot or a table out of evidence, with its caption. */
export interface IFigureNode extends IPlaced {
  type: 'figure';
  /** Whether it is counted among the tables or among the figures. */
  kind: 'figure' | 'table' | 'listing';
  /** Among its kind, from 1. */
  number: number;
  id: string;
  alt: string;
  caption: PhrasingContent[];
}

declare module 'mdast' {
  interface PhrasingContentMap {
    evidenceReference: IEvidenceReferenceNode;
    evidenceValue: IEvidenceValueNode;
    untracedNumber: IUntracedNumberNode;
    roundedNumber: IRoundedNumberNode;
  }
  interface RootContentMap {
    evidenceReference: IEvidenceReferenceNode;
    evidenceValue: IEvidenceValueNode;
    untracedNumber: IUntracedNumberNode;
    roundedNumber: IRoundedNumberNode;
    figure: IFigureNode;
  }
  interface BlockContentMap {
    figure: IFigureNode;
  }
}
