import type { ICommandRun, IShell } from '../contract';

type Command = Parameters<IShell['run']>[0];
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
}

/** A server's machine that runs nothing and answers as a spec says. */
export class FakeShell implements IShell {
  /** Commands in the order they were started. */
  readonly commands: Command[] = [];
  onCommand: OnCommand;
  why: string | undefined;

  constructor({ why, onCommand }: IFakeShellOptions = {}) {
    this.why = why;
    this.onCommand = onCommand ?? (() => commandRun());
  }

  async availability(): ReturnType<IShell['availability']> {
    return this.why === undefined ? { ok: true } : { ok: false, why: this.why };
  }

  async environment(kernelspec = 'python3'): ReturnType<IShell['environment']> {
    return this.why === undefined
      ? { kernelspec, displayName: `Python (${kernelspec})` }
      : null;
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
