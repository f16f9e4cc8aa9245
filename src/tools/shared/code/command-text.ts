import type { ICommandRun } from '../../../contract';
import { RESULT_BUDGET } from '../text/output-text';
import { formatCount, formatDuration } from '../text/format-size';
import { terminalText } from '../text/terminal-text';
import { shareBudget, truncateText } from '../text/truncate-text';
import { lineCount } from '../text/withheld-text';

/**
 * Describes a finished command to a model: the exit code, then stdout and
 * stderr separately, as a terminal would show them.
 *
 * @param timeout its time limit in ms.
 * @param values false if no line of output may be revealed.
 */
export function commandText(
  run: ICommandRun,
  timeout: number,
  values: boolean
): string {
  return [
    opening(run, timeout),
    values ? output(run) : withheld(run),
    ...(run.cut ? ['Output past the limit was dropped.'] : []),
    advice(run)
  ]
    .filter(part => part !== '')
    .join('\n');
}

function opening(run: ICommandRun, timeout: number): string {
  const time = formatDuration(run.ms);
  switch (run.status) {
    case 'done':
      return run.exitCode === null
        ? `It ended after ${time}; its exit code is not known.`
        : `Exit code ${run.exitCode} after ${time}.`;
    case 'timeout':
      return `It took longer than ${formatDuration(timeout)} and was ended, with all it had started.`;
    case 'stopped':
      return `The person stopped it after ${time}.`;
    case 'failed':
      return 'It could not be started.';
  }
}

function output(run: ICommandRun): string {
  const streams = [
    {
      stream: run.merged ? 'output (stdout and stderr)' : 'stdout',
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
  return run.merged
    ? `Output withheld: ${lines(run.stdout)}.`
    : `Output withheld: ${lines(run.stdout)} on stdout, ${lines(run.stderr)} on stderr.`;
}

function advice(run: ICommandRun): string {
  switch (run.status) {
    case 'done':
      return (run.exitCode ?? 0) === 0
        ? ''
        : 'Read the error, then correct the command or go another way.';
    case 'timeout':
      return 'Give it a longer timeout, or do less at once.';
    case 'stopped':
      return 'Ask the person before you run it again.';
    case 'failed':
      return 'Tell the person, or do it with code in a cell.';
  }
}
