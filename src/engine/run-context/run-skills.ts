import type { ISkills } from '../../contract';

/** The skills of a run; tools can use only the part in `ISkills`. */
export interface IRunSkills extends ISkills {
  /**
   * To be called first: if a message calls a skill, the kernel gets more time to
   * find it.
   *
   * @param said the messages of the person that the run begins with.
   */
  begin(said: readonly string[]): void;
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
