import type { ICommandRun, IPrograms, IShell } from '../contract';

type Command = Parameters<IShell['run']>[0];
type Program = Parameters<IPrograms['runProgram']>[0];
type RunOptions = Parameters<IShell['run']>[1];

/** The result of running a command. */
export type OnCommand = (
  command: Command,
  options: RunOptions
) => ICommandRun | Promise<ICommandRun>;

export interface IFakeShellOptions {
  /** Set if commands cannot be run: why, for the person. */
  why?: string;
  /** By default every command succeeds and prints nothing. */
  onCommand?: OnCommand;
  /** The result of a program; by default it succeeds and prints nothing. */
  onProgram?(program: Program): ICommandRun | null;
}

/** A server's machine that runs nothing and answers as a spec says. */
export class FakeShell implements IShell, IPrograms {
  /** Commands in the order they were started. */
  readonly commands: Command[] = [];
  /** Programs in the order they were started. */
  readonly programs: Program[] = [];
  onCommand: OnCommand;
  why: string | undefined;

  constructor(private readonly _options: IFakeShellOptions = {}) {
    this.why = _options.why;
    this.onCommand = _options.onCommand ?? (() => commandRun());
  }

  async availability(): ReturnType<IShell['availability']> {
    return this.why === undefined ? { ok: true } : { ok: false, why: this.why };
  }

  async environment(kernelspec = 'python3'): ReturnType<IShell['environment']> {
    return this.why === undefined
      ? { kernelspec, displayName: `Python (${kernelspec})` }
      : null;
  }

  async runProgram(program: Program): Promise<ICommandRun | null> {
    if (this.why !== undefined) {
      return null;
    }
    this.programs.push(program);
    return this._options.onProgram
      ? this._options.onProgram(program)
      : commandRun();
  }

  /** A stop ends it as `stopped`, whatever `onCommand` does. */
  async run(command: Command, options: RunOptions): Promise<ICommandRun> {
    this.commands.push(command);
    let printed = '';
    const onOutput: RunOptions['onOutput'] = chunk => {
      printed += chunk.stream === 'stdout' ? chunk.text : '';
      options.onOutput(chunk);
    };
    return new Promise<ICommandRun>((resolve, reject) => {
      const stop = () =>
        resolve(
          commandRun({ status: 'stopped', exitCode: null, stdout: printed })
        );
      if (options.signal.aborted) {
        stop();
        return;
      }
      options.signal.addEventListener('abort', stop, { once: true });
      Promise.resolve(this.onCommand(command, { ...options, onOutput })).then(
        resolve,
        reject
      );
    });
  }
}

/** A command that succeeded and printed nothing, except for what is given. */
export function commandRun(facts: Partial<ICommandRun> = {}): ICommandRun {
  return {
    status: 'done',
    exitCode: 0,
    stdout: '',
    stderr: '',
    ms: 5,
    ...facts
  };
}
