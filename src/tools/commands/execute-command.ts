import { z } from 'zod';

import {
  type ICommandRun,
  type ITool,
  type IToolContext,
  type IToolResult
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { commandText } from '../shared/code/command-text';
import { fromCall } from '../shared/files/paths';
import { otherMachine } from '../shared/files/kernel-place';
import { objection, workspaceFailure } from '../shared/files/workspace-failure';

/** The answer given to a command that asks "[y/N]". */
const STDIN = 'y\n';

/** In ms; installing packages takes minutes. */
const TIMEOUT = 600_000;

const schema = z.object({
  command: z.string().trim().min(1, 'command is empty'),
  stdin: z.string().optional(),
  timeout: z.number().positive().optional().describe('ms; default: 600000'),
  cwd: z.string().optional(),
  description: z.string().optional()
});

export const executeCommand: ITool<z.infer<typeof schema>> = {
  name: 'execute_command',
  description:
    "Run a shell command in the kernel's environment. Python packages: %pip install in a cell.",
  schema,
  effects: ['shell'],
  effect: () => 'shell',
  schemasOnly: true,
  offered: ({ shell }) => shell,
  check: ({ cwd }, context) =>
    objection(() =>
      fromCall(cwd ?? '', context) === null ? outside(cwd) : null
    ),
  async propose(args, context) {
    const { notebook, shell, signal, trans } = context;
    const folder = fromCall(args.cwd ?? '', context) ?? '';
    const place = folder
      ? spoken(folder)
      : trans.__("the server's root folder");
    const [environment, other] = await Promise.all([
      shell.environment(notebook.kernel.spec),
      otherMachine(notebook, signal)
    ]);
    const machine =
      other === null
        ? trans.__("the server's machine")
        : trans.__('%1, which does not see JupyterLab’s files', spoken(other));
    return {
      title: trans.__('Run a command'),
      sentence: environment
        ? trans.__(
            'Run a command on %1, in %2, in the environment of %3',
            machine,
            place,
            environment.displayName
          )
        : trans.__('Run a command on %1, in %2', machine, place),
      // Another kernel is another environment.
      ...(environment && { basis: environment.kernelspec }),
      ...(args.description ? { reason: args.description } : {}),
      // The card's body shows it.
      place: '',
      body: {
        kind: 'command',
        text: args.command,
        cwd: folder,
        ...(environment && { environment: environment.displayName }),
        ...(other !== null && { machine: other }),
        ...(args.stdin && { stdin: args.stdin })
      },
      editable: 'command'
    };
  },
  running: (_args, trans) => trans.__('Running a command'),
  async run({ command, stdin, timeout, cwd }, context) {
    const { shell, signal } = context;
    const limit = timeout ?? TIMEOUT;
    const folder = fromCall(cwd ?? '', context);
    if (folder === null) {
      return {
        text: outside(cwd),
        ok: false,
        summary: context.trans.__(
          'Not possible: %1 is not a folder here',
          spoken(cwd ?? '')
        )
      };
    }
    try {
      const run = await shell.run(
        {
          command,
          stdin: stdin ?? STDIN,
          timeout: limit,
          cwd: folder,
          kernelspec: context.notebook.kernel.spec
        },
        {
          signal,
          onOutput: ({ text }) => context.progress({ output: text })
        }
      );
      return {
        text: commandText(run, limit, context.values),
        ok: run.status === 'done' && (run.exitCode ?? 0) === 0,
        summary: summary(run, context),
        ...(run.status === 'stopped' ? { stopped: true } : {}),
        ms: run.ms
      } satisfies IToolResult;
    } catch (error) {
      return workspaceFailure(error, context);
    }
  }
};

function outside(cwd: string | undefined): string {
  return `cwd "${cwd}" is not a folder below the server's root. Leave cwd out for the notebook's own.`;
}

function summary(run: ICommandRun, { trans }: IToolContext): string {
  switch (run.status) {
    case 'done':
      return run.exitCode === null || run.exitCode === 0
        ? trans.__('Ran a command')
        : trans.__('The command ended with exit code %1', run.exitCode);
    case 'timeout':
      return trans.__('The command took too long and was ended');
    case 'stopped':
      return trans.__('Stopped the command');
    case 'failed':
      return trans.__('The command could not be started');
  }
}
