/** A cursor over parsed code; Lezer's tree cursor fits. */
export interface ISyntaxCursor {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly type: { readonly isError: boolean };
  firstChild(): boolean;
  nextSibling(): boolean;
  parent(): boolean;
}

/** The parser of a language; Lezer's parsers fit. */
export interface IGrammar {
  /** Parses in steps; `advance` returns the tree once it is finished. */
  startParse(code: string): {
    advance(): { cursor(): ISyntaxCursor } | null;
  };
}

/** The parsers that JupyterLab's own editors use. */
export interface IGrammars {
  /**
   * Loads what is missing; may be called again and never rejects. Await it
   * before the first call is examined.
   */
  load(): Promise<void>;
  /** The Python parser; null until it is loaded, or if it could not be loaded. */
  readonly python: IGrammar | null;
}
