import type { ICommandRun } from './shell';

/**
 * Runs programs on the server's machine for our own code. Never takes a command
 * line: text a model wrote can only be a single argument.
 */
export interface IPrograms {
  /**
   * @param argv name and arguments, which no shell interprets.
   * @param beside a file in `cwd`; if it is missing, nothing is started.
   * @returns null if commands cannot run.
   * @throws WorkspaceError
   */
  runProgram(
    program: {
      argv: readonly [string, ...string[]];
      beside: string;
      timeout: number;
      /** Path from the server's root. */
      cwd: string;
    },
    signal: AbortSignal
  ): Promise<ICommandRun | null>;
}
