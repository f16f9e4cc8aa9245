import { reportStepText, type ITranslator } from '../../contract';

import { plainSentence, type CellLabel } from './announcement';
import {
  reportStepNow,
  type ILiveState,
  type ISettledState
} from '../state/thread-view-state';

/**
 * What is going on, in one sentence: "Reading penguins.csv".
 *
 * @param asked whether a run has been requested.
 * @returns null if nothing is going on.
 */
export function statusText(
  settled: ISettledState,
  live: ILiveState,
  asked: boolean,
  label: CellLabel,
  trans: ITranslator
): string | null {
  const { run, retry, pending, order, items } = settled;
  if (!run && !asked) {
    return null;
  }
  if (retry) {
    return retry.wait >= 1000
      ? trans.__(
          '%1 Trying again in %2 s.',
          retry.error.title,
          Math.round(retry.wait / 1000)
        )
      : trans.__('%1 Trying again.', retry.error.title);
  }
  if (pending.length > 0) {
    return trans._n(
      'Waiting for you',
      'Waiting for %1 decisions',
      pending.length
    );
  }
  const running = order
    .map(id => items[id])
    .find(item => item.kind === 'call' && item.state === 'running');
  if (running?.kind === 'call') {
    const text = plainSentence(running.text, label, trans);
    const more = live.progress[running.id]?.text;
    return more ? `${text} · ${plainSentence(more, label, trans)}` : text;
  }
  const step = settled.report && reportStepNow(settled.report);
  if (step) {
    return reportStepText(step.step, trans);
  }
  if (live.draft) {
    return trans.__(
      'Writing the next step (%1 characters)',
      live.draft.characters.toLocaleString()
    );
  }
  if (!run) {
    return trans.__('Sending…');
  }
  return live.text ? trans.__('Writing…') : trans.__('Thinking…');
}

/** ms before something that is going on is announced. */
const AFTER = 5_000;

/**
 * Announces what is going on, but seldom: only what has lasted for a while, and
 * each thing once. For short steps, their results are announced.
 */
export class StatusSpeaker {
  private _gist: string | null = null;

  private _timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly _read: () => string | null,
    private readonly _say: (text: string) => void
  ) {}

  /** Called on every change. A change of numbers alone is not news. */
  update(): void {
    const text = this._read();
    const gist = text?.replace(/\d+/g, '#') ?? null;
    if (gist === this._gist) {
      return;
    }
    this._gist = gist;
    clearTimeout(this._timer);
    if (gist !== null) {
      this._timer = setTimeout(() => this._say(this._read() ?? ''), AFTER);
    }
  }

  dispose(): void {
    clearTimeout(this._timer);
  }
}
