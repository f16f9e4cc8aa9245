import {
  hashText,
  type INotebook,
  type ICellRunOptions,
  type ISentRequest
} from '../../contract';
import type { EffectLog, EffectOf, NewEffect } from './effect-log';

/** A run, without the request that starts it. */
type CodeEffect = Pick<EffectOf<'run'>, 'kind' | 'cellId' | 'before' | 'hash'>;

/** How one piece of code is recorded and sent. */
interface IDispatch extends Pick<ICellRunOptions, 'msgId'> {
  /** Resolves once the run is on record; only then may it be sent. */
  record(effect: CodeEffect, sent: ISentRequest): Promise<void>;
}

/** Records the requests by which one call runs code. */
export class RunRecords {
  /** The request on record for a cell that is being inserted. */
  private _ahead: { id: string; sent: ISentRequest } | null = null;

  constructor(
    private readonly _effects: EffectLog,
    private readonly _notebook: INotebook
  ) {}

  /**
   * The run of a cell that is about to be inserted, if it is known what will be
   * sent for it. Stored with the insertion, it is on record before anything is
   * drawn. Undefined if it isn't known: then it is recorded before it is sent.
   */
  ahead(
    id: string,
    { source, runs }: Parameters<INotebook['insertCell']>[0]
  ): NewEffect | undefined {
    const sent = runs ? this._notebook.nextRequest(source) : null;
    if (!sent) {
      return undefined;
    }
    this._ahead = { id, sent };
    return runOf(
      { kind: 'run', cellId: id, before: null, hash: hashText(source) },
      sent
    );
  }

  /**
   * Records one request, which may be announced several times before it leaves.
   * Only the last announcement is really sent, so it replaces the record. Two
   * records would claim that the first was run as well.
   *
   * @param id of the cell; null for code without one.
   * @param unsent the record of an earlier page, if its code never ran.
   */
  dispatch(id: string | null, unsent?: EffectOf<'run'>): IDispatch {
    let ahead = this._ahead?.id === id ? this._ahead.sent : null;
    this._ahead = null;
    let isNoted = unsent !== undefined || ahead !== null;
    return {
      ...(ahead?.msgId && { msgId: ahead.msgId }),
      record: async (effect, sent) => {
        if (ahead && isSame(ahead, sent)) {
          this._effects.begin();
        } else {
          const run = runOf(effect, sent);
          await this._effects.note(run, { instead: isNoted });
        }
        ahead = null;
        isNoted = true;
      }
    };
  }
}

/** A run with the request that starts it. */
function runOf(
  effect: CodeEffect,
  { msgId, kernelId, process, history }: ISentRequest
): NewEffect {
  return { ...effect, msgId, kernelId, process, ...(history && { history }) };
}

function isSame(one: ISentRequest, other: ISentRequest): boolean {
  const facts = ({ msgId, kernelId, process, history }: ISentRequest): string =>
    JSON.stringify([msgId, kernelId, process, history]);
  return facts(one) === facts(other);
}
