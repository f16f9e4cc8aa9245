import type { ITranslator } from '../../contract';

/** The most characters of a command's output that are shown live, per call. */
const MAX_LIVE = 20_000;

/**
 * Limits what is shown of running commands: a build that floods its output must
 * not fill the page. The result has its own limits.
 */
export class LiveOutput {
  private readonly _told = new Map<string, number>();

  /** @returns the part of `output` that is to be shown next. */
  take(callId: string, output: string, trans: ITranslator): string {
    const told = this._told.get(callId) ?? 0;
    this._told.set(callId, told + output.length);
    if (told + output.length <= MAX_LIVE) {
      return output;
    }
    return told >= MAX_LIVE
      ? ''
      : `${output.slice(0, MAX_LIVE - told)}\n${trans.__('… more output is not shown while it runs …')}\n`;
  }
}
