import {
  WorkspaceError,
  type IBranch,
  type ICallRecord,
  type IEffectRecord,
  type IJournal,
  type ITranslator
} from '../../contract';
import type { Provenance } from './provenance';

/** An effect of one kind. */
export type EffectOf<K extends IEffectRecord['kind']> = Extract<
  IEffectRecord,
  { kind: K }
>;

type Untimed<T> = T extends unknown ? Omit<T, 'time'> : never;

/** What is noted before it is done. */
export type NewEffect = Untimed<IEffectRecord>;

export interface IEffectLogOptions {
  journal: IJournal;
  at: IBranch;
  trans: ITranslator;
  /** The call as it stood before it began this time. */
  record: ICallRecord;
  /** What is noted on cells; null where the person wants no such note. */
  provenance: Provenance | null;
  /**
   * What the decision was made on is no longer as it was: nothing runs any more
   * that the call did not write itself.
   */
  stale: boolean;
  /**
   * Whether the rule that let it through holds no more: nothing more is begun.
   * Asked before each effect, since a call waits for others and for the kernel.
   */
  isRevoked?: () => boolean;
  /** It was answered: what it noted is put back, and nothing else is done. */
  isOver?: boolean;
}

/**
 * What one call does, in order. Each effect is durable before it is done. When
 * the call runs again after a crash, what it asks for is compared with what was
 * noted at its place, so that nothing is done twice.
 */
export class EffectLog {
  /** Execution count of each cell it ran, as it left them. */
  readonly counts: Record<string, number | null> = {};
  /** Hash of the outputs of each. */
  readonly outputs: Record<string, string> = {};
  /** Hash of the source that each cell has by this call. */
  readonly written = new Map<string, string>();
  private _next = 0;

  constructor(readonly options: IEffectLogOptions) {}

  get callId(): string {
    return this.options.record.callId;
  }

  /**
   * The effect that was noted at this place, if the call has come so far before.
   *
   * @returns it, and whether it is the last that is known: an earlier one has
   * certainly ended, since the next was begun.
   * @throws WorkspaceError where the call asks for something else than before.
   */
  replay<K extends IEffectRecord['kind']>(
    kind: K
  ): { effect: EffectOf<K>; isLast: boolean } | null {
    const { record } = this.options;
    const effect = record.effects[this._next];
    if (!effect) {
      return null;
    }
    this._next += 1;
    if (effect.kind !== kind) {
      throw this.changed();
    }
    return {
      effect: effect as EffectOf<K>,
      isLast:
        this._next === record.effects.length &&
        this._next > (record.carried ?? 0)
    };
  }

  /** The effect that comes next, if the call has come so far before. */
  get ahead(): IEffectRecord | undefined {
    return this.options.record.effects[this._next];
  }

  /**
   * Resolves once it is durable; it may be done then, and not before.
   *
   * @param instead in the place of the last one, which was certainly not done, or
   * of which more is known now.
   */
  async note(effect: NewEffect, instead = false): Promise<void> {
    const { isOver, journal, at } = this.options;
    this.checkRule();
    if (isOver) {
      throw this.unclear();
    }
    await journal.effect(
      at,
      this.callId,
      { ...effect, time: Date.now() } as IEffectRecord,
      instead
    );
  }

  /**
   * Before something is done that was noted by an earlier page: what is noted
   * now is checked by that.
   *
   * @throws WorkspaceError where the rule that let it through is gone.
   */
  checkRule(): void {
    if (this.options.isRevoked?.()) {
      throw new WorkspaceError(
        'changed',
        this.options.trans.__(
          'The rule that allowed this no longer holds, so nothing more of it was done. You will be asked the next time it is proposed.'
        )
      );
    }
  }

  /** Of something that is no longer what was begun. */
  changed(): WorkspaceError {
    return new WorkspaceError(
      'changed',
      this.options.trans.__(
        'This step started before the page was closed and can’t be resumed, because it would now do something different.'
      )
    );
  }

  /** Of something that nobody can look up afterwards. */
  unclear(): WorkspaceError {
    return new WorkspaceError(
      'failed',
      this.options.trans.__(
        'The page was closed before the outcome was known, so this may have run. It was not run again.'
      )
    );
  }
}
