import type { ITranslator } from '../../contract';

/** Characters of a command's output that are shown live, a call. */
const MOST = 20_000;

/**
 * What commands print while they run, bounded: a build that floods its output
 * must not fill the page. The result has its own bounds.
 */
export class LiveOutput {
  private readonly _told = new Map<string, number>();

  /** @returns the part of `output` that is still to be shown. */
  take(callId: string, output: string, trans: ITranslator): string {
    const told = this._told.get(callId) ?? 0;
    this._told.set(callId, told + output.length);
    if (told + output.length <= MOST) {
      return output;
    }
    return told >= MOST
      ? ''
      : `${output.slice(0, MOST - told)}\n${trans.__('… more output is not shown while it runs …')}\n`;
  }
}
