/** The result of synchronising threads with their file. */
export interface ISynced {
  file: string;
  /** For the person: which versions now exist side by side. */
  sentences: string[];
  /** Ids of threads that were imported from the file. */
  taken: string[];
  /**
   * Ids in the file of threads from elsewhere about which the person has not
   * been asked.
   */
  waiting: string[];
  /** Ids in the file of threads that the person chose to leave there. */
  left: string[];
}
