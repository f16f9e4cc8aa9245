/** A node of parsed code and the way to the next; a tree cursor of Lezer is one. */
export interface ISyntaxCursor {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly type: { readonly isError: boolean };
  firstChild(): boolean;
  nextSibling(): boolean;
  parent(): boolean;
}

/** The parser of a language; one of Lezer is one. */
export interface IGrammar {
  /** Parses step by step; `advance` gives the tree once it is done. */
  startParse(code: string): {
    advance(): { cursor(): ISyntaxCursor } | null;
  };
}

/** The parsers of JupyterLab's own editors. */
export interface IGrammars {
  /**
   * Loads what is not there yet; may be called again and never rejects. To be
   * awaited before the first call is looked at.
   */
  load(): Promise<void>;
  /** Python's; null until it is loaded, and where it could not be. */
  readonly python: IGrammar | null;
}
