/** A document that a typesetter makes a PDF of. */
export interface ITypesetSource {
  /** In Typst's language. */
  main: string;
  /** What it shows, by the names of the files that it refers to. */
  files: ReadonlyMap<string, Uint8Array>;
}

/** A PDF, or why there is none, in a sentence. */
export type TypesetResult = { pdf: Uint8Array } | { missing: string };
