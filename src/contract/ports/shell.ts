export interface ICommandRun {
  /** `failed`: it could not be begun. */
  status: 'done' | 'timeout' | 'stopped' | 'failed';
  exitCode: number | null;
  stdout: string;
  /** Empty where a terminal mixes both into `stdout`. */
  stderr: string;
  /** Set when the streams could not be told apart. */
  merged?: boolean;
  /** Set when output past the limit was dropped. */
  cut?: boolean;
  ms: number;
}

/** Commands on the server's machine. */
export interface IShell {
  /** Whether there is one: asked once a run. `why` is for the person. */
  availability(): Promise<
    { ok: true; how: 'kernel' | 'terminal' } | { ok: false; why: string }
  >;
  /**
   * @param cwd from the server's root.
   * @param timeout ms; then its process group is killed.
   * @throws WorkspaceError
   */
  run(
    command: { command: string; stdin: string; timeout: number; cwd: string },
    options: {
      signal: AbortSignal;
      onOutput(chunk: { stream: 'stdout' | 'stderr'; text: string }): void;
    }
  ): Promise<ICommandRun>;
}
