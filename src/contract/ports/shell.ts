export interface ICommandRun {
  /** `failed`: it could not be started. */
  status: 'done' | 'timeout' | 'stopped' | 'failed';
  exitCode: number | null;
  stdout: string;
  stderr: string;
  /** Set if output over the limit was dropped. */
  cut?: boolean;
  ms: number;
}

/** Runs commands on the server's machine. */
export interface IShell {
  /** Whether commands can run, determined once per run. `why` is for the person. */
  availability(): Promise<{ ok: true } | { ok: false; why: string }>;
  /**
   * The Python environment in which commands run: that of a kernel, or of the
   * default Python if the kernel is of another language. Null without one.
   *
   * @param kernelspec name of the kernel's.
   */
  environment(
    kernelspec: string | undefined
  ): Promise<{ kernelspec: string; displayName: string } | null>;
  /**
   * @param cwd from the server's root.
   * @param kernelspec as for `environment`.
   * @param timeout ms; after that its process group is killed.
   * @throws WorkspaceError
   */
  run(
    command: {
      command: string;
      stdin: string;
      timeout: number;
      cwd: string;
      kernelspec?: string;
    },
    options: {
      signal: AbortSignal;
      onOutput(chunk: { stream: 'stdout' | 'stderr'; text: string }): void;
    }
  ): Promise<ICommandRun>;
}
