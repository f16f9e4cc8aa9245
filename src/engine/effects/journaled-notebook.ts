import {
  WorkspaceError,
  cellMark,
  hashText,
  isWorkspaceError,
  type ICellInfo,
  type ICellRun,
  type INotebook,
  type ICellRunOptions,
  type ITranslator,
  type ISentRequest
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { MayHaveRun, type EffectLog, type EffectOf } from './effect-log';
import { CellMarks } from './provenance';
import {
  cellBefore,
  emptyCells,
  outputsHash,
  storedOutputs,
  whereIs
} from './cell-before';

interface IJournaledNotebookOptions {
  notebook: INotebook;
  effects: EffectLog;
  trans: ITranslator;
  /** Says how far it is known what became of code that an earlier page sent. */
  progress(text: string): void;
  /** Called after an effect was applied to the notebook. */
  applied(): void;
  /** Called before code runs. */
  beforeCode?(code: string): Promise<void>;
}

/** Forwards to a notebook whatever a class that extends it has not itself. */
const ForwardedNotebook = class {
  constructor(notebook: INotebook) {
    return new Proxy(this, {
      get: (own, name, self) => {
        if (name in own) {
          return Reflect.get(own, name, self) as unknown;
        }
        const value: unknown = Reflect.get(notebook, name);
        return typeof value === 'function' ? value.bind(notebook) : value;
      }
    });
  }
} as new (notebook: INotebook) => INotebook;

/**
 * The notebook for one call with effects: each effect is recorded durably
 * before it is done, and is not done again when the call runs again after a
 * crash. Reading is unchanged.
 */
export class JournaledNotebook extends ForwardedNotebook {
  private readonly _real: INotebook;
  private readonly _effects: EffectLog;
  private readonly _marks: CellMarks;
  /**
   * Sources when the call began; a cell must still have that source to be run.
   */
  private readonly _sources: ReadonlyMap<string, string>;

  constructor(readonly options: IJournaledNotebookOptions) {
    const { notebook, effects } = options;
    super(notebook);
    this._real = notebook;
    this._effects = effects;
    this._marks = new CellMarks(
      notebook,
      effects.callId,
      effects.options.provenance
    );
    this._sources = new Map(
      notebook.isOpen
        ? notebook.cells().map(({ id, source }) => [id, source])
        : []
    );
  }

  /**
   * A cell that this call had changed before a crash, and is about to change
   * again, is shown as it was, so that the call arrives at the same source.
   */
  override cell(id: string): ICellInfo | undefined {
    const cell = this._real.cell(id);
    const { ahead } = this._effects;
    return cell &&
      ahead?.kind === 'source' &&
      ahead.cellId === id &&
      ahead.hash === hashText(cell.source)
      ? { ...cell, source: ahead.before.source }
      : cell;
  }

  override async insertCell(
    cell: Parameters<INotebook['insertCell']>[0]
  ): Promise<string> {
    const hash = hashText(cell.source);
    const before = this._effects.replay('insert');
    const id = before?.effect.cellId ?? cell.id ?? this.newCellId();
    this._effects.written.set(id, hash);
    if (before) {
      this._checkSame(before.effect.hash, hash, id);
    }
    if (!before || !this.cell(id)) {
      if (before) {
        this._effects.checkRule();
      }
      const after = before ? this._there(before.effect.after) : cell.after;
      const effect = {
        kind: 'insert' as const,
        cellId: id,
        after: after === undefined ? (this.cells().at(-1)?.id ?? null) : after,
        hash
      };
      if (!before) {
        await this._effects.note(effect);
      }
      const empty = emptyCells(this._real);
      await this._real.insertCell({ ...cell, id, after });
      const took = empty.find(each => !this.cell(each.cell.id));
      if (took && !before) {
        await this._effects.complete({ ...effect, took });
      }
    }
    this._marks.written(id);
    this.options.applied();
    return id;
  }

  override async setSource(id: string, source: string): Promise<void> {
    const hash = hashText(source);
    const before = this._effects.replay('source');
    if (before) {
      this._checkSame(before.effect.hash, hash, id);
      const now = this._hashOf(id);
      this._effects.written.set(id, hash);
      if (now === hash) {
        return;
      }
      this._checkSame(now, hashText(before.effect.before.source), id);
      this._effects.checkRule();
    } else {
      const snapshot = cellBefore(this._real, id);
      if (snapshot) {
        await this._effects.note(
          { kind: 'source', cellId: id, before: snapshot, hash },
          { fits: () => this._checkIs(id, snapshot) }
        );
      }
    }
    this._effects.written.set(id, hash);
    await this._real.setSource(id, source);
    this._marks.written(id);
    this.options.applied();
  }

  override async deleteCell(id: string): Promise<void> {
    const before = this._effects.replay('delete');
    if (before) {
      if (!this.cell(id)) {
        return;
      }
      const { source } = before.effect.before;
      this._checkSame(this._hashOf(id), hashText(source), id);
      this._effects.checkRule();
    } else {
      const snapshot = cellBefore(this._real, id);
      if (snapshot) {
        await this._effects.note(
          {
            kind: 'delete',
            cellId: id,
            before: snapshot,
            behind: whereIs(this._real, id)
          },
          { fits: () => this._checkIs(id, snapshot) }
        );
      }
    }
    await this._real.deleteCell(id);
    this.options.applied();
  }

  override async moveCell(id: string, after: string | null): Promise<void> {
    const before = this._effects.replay('move');
    if (before && this.cell(id) && whereIs(this._real, id) === after) {
      return;
    }
    if (before) {
      this._effects.checkRule();
    } else if (this.cell(id)) {
      await this._effects.note({
        kind: 'move',
        cellId: id,
        behind: whereIs(this._real, id),
        after
      });
    }
    await this._real.moveCell(id, after);
    this.options.applied();
  }

  override async runCell(
    id: string,
    options: ICellRunOptions
  ): Promise<ICellRun> {
    const before = this._effects.replay('run');
    if (before && before.effect.cellId !== id) {
      throw this._effects.changed();
    }
    const run = before
      ? await this._runBefore(before, id, options)
      : await this._runNow(id, options);
    if (this.isOpen && this.cell(id)) {
      this._effects.counts[id] = run.executionCount;
      this._effects.outputs[id] = outputsHash(this, id);
      // If the notebook was closed, it is unknown whether the run ended.
      this._marks.ran(id);
    }
    this.options.applied();
    return run;
  }

  override async runScratch(
    code: string,
    options: ICellRunOptions
  ): Promise<ICellRun> {
    const before = this._effects.replay('run');
    if (before) {
      return this._runBefore(before, null, options);
    }
    const hash = hashText(code);
    const record = this._recorder();
    await this.options.beforeCode?.(code);
    return this._real.runScratch(code, {
      ...options,
      onSend: sent =>
        record({ kind: 'run', cellId: null, before: null, hash }, sent)
    });
  }

  override async restartKernel(): Promise<void> {
    const before = this._effects.replay('restart');
    const { epoch } = this.kernel;
    if (!before) {
      await this._effects.note({ kind: 'restart', epoch });
      await this._real.restartKernel();
      return;
    }
    const { epoch: earlier } = before.effect;
    const isDone = earlier !== '' && epoch !== '' && earlier !== epoch;
    if (
      before.isLast &&
      this._effects.options.record.choice !== 'done' &&
      !isDone
    ) {
      throw new MayHaveRun(before.effect);
    }
  }

  private async _runNow(
    id: string,
    options: ICellRunOptions
  ): Promise<ICellRun> {
    // A cell that this call made is removed as a whole when it is undone.
    const own = this._effects.written.get(id);
    const expected = own ?? hashText(this._sources.get(id) ?? '');
    const first = own ? undefined : cellBefore(this._real, id);
    const record = this._recorder();
    await this.options.beforeCode?.(this.cell(id)?.source ?? '');
    return this._real.runCell(id, {
      ...options,
      onSend: async sent => {
        if (!own && this._effects.options.stale) {
          throw this._changed(id);
        }
        this._checkSame(this._hashOf(id), expected, id);
        // The present outputs may be cleared, since the cell is about to run.
        const now = own ? undefined : cellBefore(this._real, id);
        await record(
          {
            kind: 'run',
            cellId: id,
            before: (now?.outputs?.length ? now : first) ?? null,
            hash: expected
          },
          sent
        );
        this._marks.running(id, sent, expected);
        await options.onSend?.(sent);
      }
    });
  }

  /**
   * Records one request before it leaves. It may be announced several times;
   * only the last announcement is really sent, so it replaces the record: two
   * would claim that the first was run as well.
   */
  private _recorder() {
    let isNoted = false;
    const record = async (
      effect: Pick<EffectOf<'run'>, 'kind' | 'cellId' | 'before' | 'hash'>,
      { msgId, kernelId, process }: ISentRequest
    ): Promise<void> => {
      const run = { ...effect, msgId, kernelId, process };
      await this._effects.note(run, { instead: isNoted });
      isNoted = true;
    };
    return record;
  }

  /**
   * What became of code that was sent before; it is never sent again.
   *
   * @throws MayHaveRun if nobody knows.
   */
  private async _runBefore(
    { effect, isLast }: { effect: EffectOf<'run'>; isLast: boolean },
    id: string | null,
    options: ICellRunOptions
  ): Promise<ICellRun> {
    const found = await this._recall(effect, options);
    if (found) {
      await this._showOutputs(effect, found);
      return found;
    }
    if (isLast && this._effects.options.record.choice !== 'done') {
      throw new MayHaveRun(effect);
    }
    const cell = id === null ? undefined : this.cell(id);
    return {
      status: 'ok',
      outputs: cell ? this.outputs(cell.id) : [],
      executionCount: cell?.executionCount ?? null,
      ms: 0,
      // Whatever came before the last effect has ended, and ended well.
      ...(isLast ? { assumed: true } : { partial: true })
    };
  }

  private _recall(
    { cellId, hash, msgId, kernelId, process }: EffectOf<'run'>,
    options: ICellRunOptions
  ): ReturnType<INotebook['recall']> {
    const { callId } = this._effects;
    const { progress, trans } = this.options;
    progress(trans.__('Checking what happened to it'));
    return this._real.recall(
      cellId,
      { msgId, kernelId, process, hash, callId },
      {
        ...options,
        onState: state => {
          options.onState?.(state);
          progress(
            state === 'running'
              ? trans.__('Still running; its output is shown from here on')
              : trans.__(
                  'Waiting for the kernel to say whether it is still running'
                )
          );
        }
      }
    );
  }

  /**
   * A cell that was restored has no outputs, or those from before it ran; it
   * gets the outputs that are known.
   */
  private async _showOutputs(
    { cellId }: EffectOf<'run'>,
    run: ICellRun
  ): Promise<void> {
    const cell = cellId === null ? undefined : this.snapshot(cellId);
    if (!cell || this.cell(cell.id)?.running) {
      return;
    }
    if (run.outputs.length === 0 || this.outputs(cell.id).length > 0) {
      return;
    }
    const outputs = storedOutputs(run.outputs, run.executionCount);
    const { executionCount } = run;
    try {
      await this._real.restore([
        { cell: { ...cell, outputs, executionCount } }
      ]);
    } catch (error) {
      if (!isWorkspaceError(error)) {
        throw error;
      }
      // The cell is running, or the notebook is read-only. The call still gets
      // the outputs; only the cell does not show them.
      console.warn('Cellwright: outputs could not be put back', error);
    }
  }

  /** @throws WorkspaceError if the cell is gone. */
  private _hashOf(id: string): string {
    const cell = this.cell(id);
    if (!cell) {
      throw new WorkspaceError(
        'no-such-cell',
        this.options.trans.__(
          'There is no cell %1 in %2.',
          cellMark(id),
          spoken(this.name)
        )
      );
    }
    return hashText(cell.source);
  }

  private _checkIs(id: string, { source }: { source: string }): void {
    this._checkSame(this._hashOf(id), hashText(source), id);
  }

  private _checkSame(now: string, expected: string, id: string): void {
    if (now !== expected) {
      throw this._changed(id);
    }
  }

  private _changed(id: string): WorkspaceError {
    return new WorkspaceError(
      'changed',
      this.options.trans.__(
        'Cell %1 was changed since this was approved, so it was left as it is.',
        cellMark(id)
      )
    );
  }

  /** Where a recorded cell goes: to the end if the one before it is gone. */
  private _there(id: string | null): string | null | undefined {
    return id === null || this.cell(id) ? id : undefined;
  }
}
