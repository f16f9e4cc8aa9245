/** What came of bringing threads and their file together. */
export interface ISynced {
  file: string;
  /** For the person: what stands side by side now. */
  sentences: string[];
  /** Ids of threads that came from the file. */
  taken: string[];
  /** Ids in the file of what this browser did not write, and nobody was asked about. */
  waiting: string[];
  /** The same of what the person has left there. */
  left: string[];
}
