import type { UnclearChoice } from '../../contract';
import type { IRunOptions } from '../run-context/run-options';

type CallOptions = Pick<IRunOptions, 'at' | 'journal' | 'trans'>;

/** The answers to a card about a call that may have run. */
export function isUnknownCallChoice(message: string): message is UnclearChoice {
  return message === 'run' || message === 'done' || message === 'skip';
}

/**
 * Stores the person's answer about a call that may have run. `run`: it runs
 * once more when the run continues; `done`: it is answered as done; `skip`: it
 * is answered as stopped.
 *
 * @returns false if it was answered before, or nothing was unclear; then
 * nothing changes.
 * @throws if the answer is not run, done or skip.
 */
export async function resolveUnknownCall(
  options: CallOptions,
  callId: string,
  message: string
): Promise<boolean> {
  if (!isUnknownCallChoice(message)) {
    throw new Error(`No answer to whether a call ran: ${message}`);
  }
  const { journal, at } = options;
  if (!(await journal.choose(at, callId, message))) {
    return false;
  }
  if (message === 'skip') {
    await finishSkippedCall(options, callId);
  }
  return true;
}

/** Stores the outcome of a call that the person skipped. */
export async function finishSkippedCall(
  { journal, at, trans }: CallOptions,
  callId: string
): Promise<void> {
  await journal.finish(at, {
    callId,
    state: 'stopped',
    text: 'The person skipped this call. It is not known whether it ran before the page was closed. Check before you rely on it.',
    summary: trans.__('You skipped it; it may have run before'),
    broken: true,
    time: Date.now()
  });
}
