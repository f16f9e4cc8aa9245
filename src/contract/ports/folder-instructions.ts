/** A file of instructions beside a notebook, or a skill, as the model would get it. */
export interface IInstructionsText {
  /** Path from the server's root. */
  path: string;
  text: string;
  /** Name of the skill, if it is one. */
  skill?: string;
  /**
   * SHA-256 of the text. Used if only the hash of what the person agreed to is
   * stored, because a skill may be long.
   */
  hash?: string;
}

/**
 * Which instruction files of a folder are sent to the model. Such a file speaks
 * in the person's name, so the person has to agree first: once per file, and
 * again when its text has changed.
 */
export interface IFolderInstructions {
  /** The person's answer for this text; null if they have not been asked yet. */
  answer(file: IInstructionsText): boolean | null;
  /**
   * Called when a run finds files without an answer; the run continues without
   * them.
   */
  found(files: readonly IInstructionsText[]): void;
  /** Files that were found and wait for an answer. */
  readonly waiting: readonly IInstructionsText[];
  /**
   * Resolves once none of the files at these paths waits for an answer any more,
   * or the signal is aborted; absent where nobody can be asked.
   */
  answered?(paths: readonly string[], signal: AbortSignal): Promise<void>;
  /** Stores the person's answer in this browser. */
  decide(file: IInstructionsText, goesAlong: boolean): void;
}
