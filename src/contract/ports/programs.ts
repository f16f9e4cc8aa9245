import type { ICommandRun } from './shell';

/**
 * Programs of the server's machine for code of ours, never for a tool's
 * arguments as a line: what a model wrote can only be one argument.
 */
export interface IPrograms {
  /**
   * @param argv name and arguments, which no shell reads.
   * @param beside a file in `cwd`; where it is not there, nothing is begun.
   * @returns null where only a terminal runs commands, or nothing does.
   * @throws WorkspaceError
   */
  runProgram(
    program: {
      argv: readonly [string, ...string[]];
      beside: string;
      timeout: number;
      /** From the server's root. */
      cwd: string;
    },
    signal: AbortSignal
  ): Promise<ICommandRun | null>;
}
