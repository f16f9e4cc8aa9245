import type { ISkills } from '../../contract';

/** The skills of a run; tools can use only the part in `ISkills`. */
export interface IRunSkills extends ISkills {
  /**
   * The text on skills that is sent with each request; empty if there are none.
   */
  prompt(): Promise<string>;
  /**
   * The skill that a message calls with `/name` at its beginning, as text that
   * follows the message; empty if it calls none. Restricts the tools if the
   * skill does.
   */
  called(text: string): Promise<string>;
}
