import { z } from 'zod';
import type {
  ICommandRun,
  IToolResult,
  ITranslator,
  ITool
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { fromCall } from '../shared/files/paths';
import { otherMachine } from '../shared/files/kernel-place';
import { RESULT_BUDGET } from '../shared/text/output-text';
import { formatCount, formatDuration } from '../../contract/text/format-size';
import { terminalText } from '../../contract/text/terminal-text';
import { shareBudget, truncateText } from '../../contract/text/truncate-text';
import { lineCount } from '../shared/text/withheld-text';

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
    fromCall(cwd ?? '', context) === null ? outside(cwd) : null,
  async propose(args, context) {
    const { notebook, shell, signal, trans } = context;
    const folder = fromCall(args.cwd ?? '', context) ?? '';
    const { stdin = STDIN } = args;
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
        ...(stdin && { stdin })
      },
      editable: 'command'
    };
  },
  running: (_args, trans) => trans.__('Running a command'),
  async run({ command, stdin = STDIN, timeout, cwd }, context) {
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
    const run = await shell.run(
      {
        command,
        stdin,
        timeout: limit,
        cwd: folder,
        kernelspec: context.notebook.kernel.spec
      },
      {
        signal,
        onOutput: ({ text }) => context.progress({ output: text })
      }
    );
    const [summary, opening, advice] = ending(run, limit, context.trans);
    return {
      text: [
        opening,
        context.values ? output(run) : withheld(run),
        ...(run.cut ? ['Output past the limit was dropped.'] : []),
        advice
      ]
        .filter(part => part !== '')
        .join('\n'),
      ok: run.status === 'done' && run.exitCode === 0,
      summary,
      ...(run.status === 'stopped' ? { stopped: true } : {}),
      ms: run.ms
    } satisfies IToolResult;
  }
};

function outside(cwd: string | undefined): string {
  return `cwd "${cwd}" is not a folder below the server's root. Leave cwd out for the notebook's own.`;
}

/**
 * How a command ended: for the thread, for the model, and what the model is to
 * do next.
 *
 * @param timeout its time limit in ms.
 */
function ending(
  { ms, status, exitCode }: ICommandRun,
  timeout: number,
  trans: ITranslator
): [summary: string, opening: string, advice: string] {
  const time = formatDuration(ms);
  const endings: Record<ICommandRun['status'], [string, string, string]> = {
    done: [
      exitCode === 0
        ? trans.__('Ran a command')
        : trans.__('The command ended with exit code %1', exitCode),
      `Exit code ${exitCode} after ${time}.`,
      exitCode === 0
        ? ''
        : 'Read the error, then correct the command or go another way.'
    ],
    timeout: [
      trans.__('The command took too long and was ended'),
      `It took longer than ${formatDuration(timeout)} and was ended, with all it had started.`,
      'Give it a longer timeout, or do less at once.'
    ],
    stopped: [
      trans.__('Stopped the command'),
      `The person stopped it after ${time}.`,
      'Ask the person before you run it again.'
    ],
    failed: [
      trans.__('The command could not be started'),
      'It could not be started.',
      'Tell the person, or do it with code in a cell.'
    ]
  };
  return endings[status];
}

/** Stdout and stderr separately, as a terminal would show them. */
function output(run: ICommandRun): string {
  const streams = [
    {
      stream: 'stdout',
      text: terminalText(run.stdout).trimEnd()
    },
    { stream: 'stderr', text: terminalText(run.stderr).trimEnd() }
  ].filter(({ text }) => text !== '');
  if (streams.length === 0) {
    return 'No output.';
  }
  const shares = shareBudget(
    streams.map(({ text }) => text.length),
    RESULT_BUDGET
  );
  return streams
    .map(
      ({ stream, text }, index) =>
        `--- ${stream}\n${truncateText(text, shares[index])}`
    )
    .join('\n');
}

function withheld(run: ICommandRun): string {
  const lines = (text: string): string => {
    const amount = lineCount(text);
    return `${formatCount(amount)} ${amount === 1 ? 'line' : 'lines'}`;
  };
  return `Output withheld: ${lines(run.stdout)} on stdout, ${lines(run.stderr)} on stderr.`;
}
