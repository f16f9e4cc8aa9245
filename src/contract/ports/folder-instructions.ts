/** A file of instructions beside a notebook, or a skill, as a model would get it. */
export interface IInstructionsText {
  /** From the server's root. */
  path: string;
  text: string;
  /** Of a skill: what it is called. */
  skill?: string;
  /**
   * SHA-256 of the text, where only that is remembered of what the person
   * agreed to: a skill may be long.
   */
  hash?: string;
}

/**
 * Which instructions of a folder go along to the model. A file that came with a
 * folder speaks with the person's voice, so the person says so first: once for
 * each file, and again when its text has changed.
 */
export interface IFolderInstructions {
  /** What the person said of this text; null where they were not asked yet. */
  answer(file: IInstructionsText): boolean | null;
  /** A run found these, and goes on without them. */
  found(files: readonly IInstructionsText[]): void;
  /** What was found and waits for an answer. */
  readonly waiting: readonly IInstructionsText[];
  /** The person's answer, remembered in this browser. */
  decide(file: IInstructionsText, goesAlong: boolean): void;
}
