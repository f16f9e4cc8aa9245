import type { ISkills } from '../../contract';

/** The skills of a run, beside what a tool may do with them. */
export interface IRunSkills extends ISkills {
  /** What goes along about them with each request; empty where there are none. */
  prompt(): Promise<string>;
  /**
   * The skill that a message calls by `/name` at its beginning, as the model
   * reads it behind the message; empty where it calls none. Narrows the tools
   * where the skill does.
   */
  called(text: string): Promise<string>;
}
