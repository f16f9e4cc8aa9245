/** A document for a typesetter to turn into a PDF. */
export interface ITypesetSource {
  /** Typst source. */
  main: string;
  /** Files the source refers to, by name. */
  files: ReadonlyMap<string, Uint8Array>;
}

/** A PDF, or why there is none, in a sentence. */
export type TypesetResult = { pdf: Uint8Array } | { missing: string };
